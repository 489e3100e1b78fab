import { tracingChannel } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeRequest } from '@slipway/kube/transport';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ElectionHarness } from '../../test/election/harness.ts';
import type { Passage } from '../../test/election/link.ts';
import type { ElectionTrace } from './index.ts';
import { holderOf } from './record.ts';

let h: ElectionHarness;
beforeEach(() => {
  h = new ElectionHarness();
});
afterEach(async () => {
  await h.stop();
  await h.clock.advance(60_000);
  expect(h.clock.pendingTimers).toBe(0);
});

const holder = (): string => holderOf(h.server.lease);
const always = (fault: NonNullable<Passage['fault']>) => (): Passage => ({ fault });

/** The next request of this method meets the passage; the others pass. */
function once(method: KubeRequest['method'], passage: Passage): (request: KubeRequest) => Passage {
  let isDone = false;
  return (request) => {
    if (isDone || request.method !== method) return {};
    isDone = true;
    return passage;
  };
}

describe('the configuration of an election', () => {
  it.each([
    ['lease not above the renew deadline', { leaseMs: 10_000 }, /leaseMs 10000 .* renewDeadlineMs 10000/],
    ['renew deadline not above 1.2 retries', { renewDeadlineMs: 2_400 }, /renewDeadlineMs 2400.* retryMs 2000/],
    ['no retry at all', { retryMs: 0 }, /retryMs 0/],
    ['a number that is none', { leaseMs: Number.NaN }, /leaseMs NaN/],
  ])('R-130: start fails, naming the values: %s', async (_, options, message) => {
    const elector = h.elector('a', options);
    await expect(elector.start()).rejects.toMatchObject({
      code: 'ELECTION_CONFIG',
      message: expect.stringMatching(message),
    });
    expect(await elector.acquired).toBe(false);
    expect(h.sent).toEqual([]);
  });

  it('R-130: the Lease is in the namespace of the pod, and the identity is hostname_uuid, by default', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-election-'));
    try {
      await writeFile(join(folder, 'namespace'), 'of-the-pod\n');
      const elector = h.elector('a', { namespace: undefined, identity: undefined, serviceAccountFolder: folder } as {});
      await elector.start();
      await h.clock.advance(0);
      expect(h.server.lease?.metadata).toMatchObject({ namespace: 'of-the-pod', name: 'operator' });
      expect(holder()).toMatch(/^.+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('R-130: without a namespace outside of a pod, start fails and says what to give', async () => {
    const elector = h.elector('a', { namespace: undefined, serviceAccountFolder: '/nowhere' } as {});
    await expect(elector.start()).rejects.toMatchObject({ code: 'ELECTION_CONFIG' });
    await expect(elector.start()).rejects.toThrow(/make a new one/);
  });
});

describe('an elector', () => {
  it('R-133: a leader renews by update with the version it holds every 2 s, on the election lane, limited to 5 s', async () => {
    await h.started('a');
    await h.clock.advance(6_000);
    expect(h.sent.map(({ at, request }) => [at, request.method])).toEqual([
      [0, 'GET'],
      [0, 'POST'],
      [2_000, 'PUT'],
      [4_000, 'PUT'],
      [6_000, 'PUT'],
    ]);
    for (const { request } of h.sent)
      expect(request).toMatchObject({ lane: 'election', retry: false, deadlineMs: 5_000 });
    const bodies = h.sent.slice(2).map(({ request }) => JSON.parse(String(request.body)));
    expect(bodies.map((body) => body.metadata.resourceVersion)).toEqual(['1', '2', '3']);
  });

  it('R-133: a candidate looks again after 2 s and a random share of 2.4 s, and only looks', async () => {
    await h.started('a');
    await h.started('b');
    await h.clock.advance(10_000);
    const ofB = h.sent.filter(({ by }) => by === 'b');
    expect(ofB.map(({ at, request }) => [at, request.method])).toEqual([
      [0, 'GET'],
      [3_200, 'GET'],
      [6_400, 'GET'],
      [9_600, 'GET'],
    ]);
  });

  it('R-133: an update that fails is followed at once by a look and another update, and counted', async () => {
    let slow = 0;
    const a = await h.started('a', { observer: { slowPath: () => slow++ } });
    h.server.edit((lease) => {
      lease.metadata.labels = { seen: 'by-a-person' };
    });
    await h.clock.advance(2_000);
    expect(h.sent.slice(2).map(({ at, request }) => [at, request.method])).toEqual([
      [2_000, 'PUT'],
      [2_000, 'GET'],
      [2_000, 'PUT'],
    ]);
    expect([slow, a.lastRenewalAgeMs, h.server.lease?.metadata.labels]).toEqual([1, 0, { seen: 'by-a-person' }]);
  });

  it('R-133: a renewal whose answer was lost is found by the look that follows it', async () => {
    const a = await h.started('a');
    h.passages.set('a', once('PUT', { fault: 'answer lost' }));
    await h.clock.advance(2_000 + 5_000);
    expect([a.phase, a.lastRenewalAgeMs]).toEqual(['leader', 0]);
  });

  it('R-131: wall clocks an hour off, on either side, change nothing about who leads', async () => {
    const a = await h.started('a');
    for (const step of [3_600_000, -7_200_000, 3_600_000]) {
      h.clock.stepWall(step);
      const b = await h.started(`b${step}`);
      await h.clock.advance(30_000);
      expect([a.phase, a.tenure.mayAct(), b.phase]).toEqual(['leader', true, 'candidate']);
    }
  });

  it('R-132: a record that is dated a year ago is left alone for one full lease from the first look', async () => {
    const old = await h.started('old');
    await old.stop();
    h.server.edit((lease) => {
      lease.spec = { ...lease.spec, renewTime: '2025-01-01T00:00:00.000000Z' };
    });
    const b = await h.started('b');
    await h.clock.advance(14_999);
    expect(b.phase).toBe('candidate');
    await h.clock.advance(4_400);
    expect([b.phase, holder(), h.server.lease?.spec?.leaseTransitions]).toEqual(['leader', 'b', 1]);
  });

  it('R-132: a lease without holder is taken at the first look', async () => {
    const a = await h.started('a');
    const released = a.release();
    await h.clock.advance(0);
    await released;
    const b = await h.started('b');
    expect(b.phase).toBe('leader');
  });

  it('R-132: a claim whose answer was lost is found at the next look and leads then', async () => {
    h.passages.set('a', once('POST', { fault: 'answer lost' }));
    const a = await h.started('a');
    await h.clock.advance(5_000);
    expect([a.phase, a.tenure.mayAct(), holder()]).toEqual(['candidate', false, 'a']);
    await h.clock.advance(3_200);
    expect([a.phase, a.tenure.mayAct()]).toEqual(['leader', true]);
  });

  it('R-135: the lease counts from before the renewal was sent, not from its slow answer', async () => {
    h.passages.set('a', ({ method }) => (method === 'POST' ? { thereMs: 1_000, backMs: 3_000 } : {}));
    const a = await h.started('a');
    h.passages.set('a', always('lost'));
    await h.clock.advance(4_000);
    expect([a.phase, a.lastRenewalAgeMs]).toEqual(['leader', 4_000]);
    await h.clock.advance(5_999);
    expect(a.tenure.mayAct()).toBe(true);
    await h.clock.advance(1);
    expect(a.tenure.mayAct()).toBe(false);
  });

  it('R-136: a set wall clock pauses the work until the next renewal, and nothing is lost', async () => {
    const a = await h.started('a');
    const changes: boolean[] = [];
    a.tenure.onChange(() => changes.push(a.tenure.mayAct()));
    h.clock.stepWall(-11_000);
    expect(a.tenure.mayAct()).toBe(false);
    await h.clock.advance(2_000);
    expect([a.phase, a.tenure.mayAct(), changes, h.losses]).toEqual(['leader', true, [true], []]);
  });

  it('R-137: renewals refused for 10 s are loss: at the deadline, once, and nothing more is sent', async () => {
    const statuses: boolean[] = [];
    const a = await h.started('a', { observer: { leading: (isLeading) => statuses.push(isLeading) } });
    h.passages.set('a', always('refused'));
    await h.clock.advance(9_999);
    expect([a.phase, h.losses]).toEqual(['leader', []]);
    await h.clock.advance(1);
    expect([a.phase, a.tenure.mayAct(), statuses]).toEqual(['lost', false, [true, false]]);
    expect(h.losses).toEqual([
      expect.stringMatching(/^a: ELECTION_LOST The lease system\/operator was lost: no renewal/),
    ]);
    const sent = h.sent.length;
    await h.clock.advance(60_000);
    expect([h.sent.length, h.losses.length]).toEqual([sent, 1]);
  });

  it('R-137: a request that hangs does not put off the loss', async () => {
    const a = await h.started('a');
    h.passages.set('a', always('lost'));
    await h.clock.advance(10_000);
    expect(a.phase).toBe('lost');
  });

  it('R-137: a leader that finds another in the Lease has lost at once', async () => {
    const a = await h.started('a');
    h.server.edit((lease) => {
      lease.spec = { ...lease.spec, holderIdentity: 'forced' };
    });
    await h.clock.advance(2_000);
    expect([a.phase, h.losses]).toEqual(['lost', [expect.stringContaining('forced holds it')]]);
  });

  it('R-137: after a loss a new elector of the same process can stand again', async () => {
    const a = await h.started('a');
    h.passages.set('a', always('refused'));
    await h.clock.advance(10_000);
    expect(a.phase).toBe('lost');
    h.passages.delete('a');
    const again = await h.started('a');
    expect(again.phase).toBe('leader');
  });

  it('R-138: release empties the holder after the tenure has ended, and another leads at its next look', async () => {
    const a = await h.started('a');
    const b = await h.started('b');
    const released = a.release();
    expect(a.tenure.mayAct()).toBe(false);
    await h.clock.advance(0);
    await released;
    expect(h.server.lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
    await h.clock.advance(3_200);
    expect([a.phase, b.phase]).toEqual(['ended', 'leader']);
  });

  it('R-138: release is repeated on conflict, also when its own last renewal arrives meanwhile', async () => {
    const a = await h.started('a');
    h.passages.set('a', once('PUT', { thereMs: 50 }));
    await h.clock.advance(2_000);
    const released = a.release();
    h.passages.set('a', once('PUT', { thereMs: 60 }));
    await h.clock.advance(200);
    await released;
    expect(holder()).toBe('');
  });

  it('R-138: a release that conflicts for ever, or is not answered, gives up and leaves the lease to expire', async () => {
    for (const fault of ['conflict', 'lost'] as const) {
      const a = await h.started(fault);
      await h.clock.advance(20_000);
      expect(a.phase).toBe('leader');
      h.passages.set(fault, always(fault));
      const released = a.release();
      await h.clock.advance(10_000);
      await released;
      expect(holder()).toBe(fault);
    }
  });

  it('R-138: release takes back a claim whose answer is still on its way, and leaves a lease of others alone', async () => {
    h.passages.set('a', once('POST', { backMs: 1_000 }));
    const a = await h.started('a');
    const releasedA = a.release();
    await h.clock.advance(0);
    await releasedA;
    expect(holder()).toBe('');
    const b = await h.started('b');
    const c = await h.started('c');
    await c.release();
    expect([b.phase, holder()]).toEqual(['leader', 'b']);
  });

  it('R-138: stop leaves the lease to expire', async () => {
    const a = await h.started('a');
    await a.stop();
    expect([a.tenure.mayAct(), a.phase, holder()]).toEqual([false, 'ended', 'a']);
  });

  it('R-138: an answer that comes after the end gives no leave', async () => {
    h.passages.set('a', () => ({ backMs: 100 }));
    const a = await h.started('a');
    await h.clock.advance(2_250);
    await a.stop();
    await h.clock.advance(10_000);
    expect([a.phase, a.tenure.mayAct()]).toEqual(['ended', false]);
  });

  it('R-140: a leader creates a deleted Lease again and goes on', async () => {
    const a = await h.started('a');
    const b = await h.started('b');
    h.server.delete();
    await h.clock.advance(4_400);
    expect([a.phase, b.phase, holder()]).toEqual(['leader', 'candidate', 'a']);
  });

  it('R-136 R-140: a leader that wakes to a missing Lease does not create it: another may lead since', async () => {
    const a = await h.started('a');
    h.server.delete();
    h.clock.stepWall(60_000);
    await h.clock.advance(2_000);
    expect([a.phase, h.server.lease]).toEqual(['lost', undefined]);
  });

  it('R-140: if another created it first, the leader has lost at its next renewal', async () => {
    const a = await h.started('a');
    await h.clock.advance(1_000);
    h.server.delete();
    const late = await h.started('late');
    await h.clock.advance(1_000);
    expect([late.phase, a.phase, holder()]).toEqual(['leader', 'lost', 'late']);
  });

  it('R-140: if another wins between the look and the create, the leader has lost without a further wait', async () => {
    const a = await h.started('a');
    h.server.delete();
    h.passages.set('a', once('POST', { thereMs: 100 }));
    await h.clock.advance(2_050);
    const quick = await h.started('quick');
    await h.clock.advance(50);
    expect([quick.phase, a.phase]).toEqual(['leader', 'lost']);
  });

  it('R-141: a leader whose last renewal is older than lease + 20 s is unhealthy; candidates are healthy', async () => {
    // A transport that ignores its own deadline: the elector hangs in it.
    const a = await h.started('a');
    const candidate = await h.started('b');
    expect([a.isHealthy, a.lastRenewalAgeMs, candidate.lastRenewalAgeMs]).toEqual([true, 0, undefined]);
    h.hang('a');
    await h.clock.advance(35_000);
    expect([a.phase, a.tenure.mayAct(), a.isHealthy]).toEqual(['leader', false, true]);
    await h.clock.advance(1);
    expect([a.isHealthy, a.lastRenewalAgeMs, candidate.isHealthy]).toEqual([false, 35_001, true]);
  });

  it('R-143: work may start in the same turn of the event loop in which the lease is acquired', async () => {
    const a = h.elector('a');
    const seen: unknown[] = [];
    const watching = a.acquired.then((isAcquired) => seen.push(isAcquired, a.tenure.mayAct(), h.clock.now()));
    await a.start();
    await h.clock.advance(0);
    await watching;
    expect(seen).toEqual([true, true, 0]);
  });

  it('R-176: acquire, renew, lost and release are published on the channel slipway:election', async () => {
    const seen: string[] = [];
    const channel = tracingChannel<string, ElectionTrace>('slipway:election');
    const note = (stage: string) => (message: unknown) => {
      const { act, lease, identity, slowPath, reason, error } = message as ElectionTrace;
      seen.push([stage, act, lease, identity, slowPath && 'slow', reason, error && 'failed'].filter(Boolean).join(' '));
    };
    const handlers = { start: note('start'), asyncEnd: note('end') };
    channel.start.subscribe(handlers.start);
    channel.asyncEnd.subscribe(handlers.asyncEnd);
    try {
      const a = await h.started('a');
      await h.clock.advance(2_000);
      h.passages.set('a', once('PUT', { fault: 'refused' }));
      await h.clock.advance(2_000);
      const released = a.release();
      await h.clock.advance(0);
      await released;
      const b = await h.started('b');
      h.server.edit((lease) => {
        lease.spec = { ...lease.spec, holderIdentity: 'c' };
      });
      await h.clock.advance(2_000);
      expect(b.phase).toBe('lost');
    } finally {
      channel.start.unsubscribe(handlers.start);
      channel.asyncEnd.unsubscribe(handlers.asyncEnd);
    }
    expect(seen).toEqual([
      'start acquire system/operator a',
      'end acquire system/operator a',
      'start renew system/operator a',
      'end renew system/operator a',
      'start renew system/operator a',
      'end renew system/operator a slow',
      'start release system/operator a',
      'end release system/operator a',
      'start acquire system/operator b',
      'end acquire system/operator b',
      'start renew system/operator b',
      'end renew system/operator b slow',
      'start lost system/operator b c holds it',
    ]);
  });
});
