import { type Cluster, connect } from '@slipway/kube';
import { Lease } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import type { Transport } from '@slipway/kube/transport';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Elector } from './index.ts';
import { holderOf, type LeaseObject } from './record.ts';

describeCluster('leader election', { needs: ['objects'] }, (testCluster) => {
  const name = 'operator';
  let clock: FakeClock;
  let namespace: string;
  let clusters: Cluster[];
  let electors: Elector[];
  let losses: string[];
  let inFlight = 0;

  beforeEach(async () => {
    clock = new FakeClock({ wall: Date.UTC(2026, 0, 1) });
    namespace = await freshNamespace(testCluster());
    [clusters, electors, losses] = [[], [], []];
  });
  afterEach(async () => {
    await Promise.all(electors.map((elector) => elector.stop()));
    await Promise.all(clusters.map((cluster) => cluster.close()));
    expect(clock.pendingTimers).toBe(0);
  });

  /** An elector with a connection of its own, started. */
  async function start(identity: string): Promise<Elector> {
    const cluster = await connect({ text: testCluster().kubeconfig, operator: { name: identity, version: '1' } });
    clusters.push(cluster);
    const transport: Transport = {
      ...cluster.transport,
      json: (request) => {
        inFlight += 1;
        return cluster.transport.json<never>(request).finally(() => {
          inFlight -= 1;
        });
      },
    };
    const elector = new Elector(transport, {
      name,
      namespace,
      identity,
      clock,
      onLost: ({ code }) => losses.push(`${identity} ${code}`),
    });
    electors.push(elector);
    await elector.start();
    return elector;
  }

  /** Moves time, never while an answer is on its way. */
  const until = (condition: () => boolean, limitMs: number): Promise<boolean> =>
    clock.advanceUntil(condition, { limitMs, ready: () => inFlight === 0 });
  const leads = (elector: Elector) => (): boolean => elector.tenure.mayAct();
  const lease = async (): Promise<LeaseObject | undefined> => clusters[0]?.client.live.get(Lease, { namespace, name });

  it('R-130 R-133: the first to look leads, and renews as its own user agent', async () => {
    const a = await start('a');
    await until(leads(a), 0);
    const acquired = await lease();
    expect(acquired?.spec).toMatchObject({ holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 0 });
    await start('b');
    const start0 = clock.now();
    await until(() => clock.now() >= start0 + 20_000 && inFlight === 0, 30_000);
    const renewed = await lease();
    expect(renewed?.spec).toMatchObject({ holderIdentity: 'a', acquireTime: acquired?.spec?.acquireTime });
    expect(renewed?.spec?.renewTime).not.toBe(acquired?.spec?.renewTime);
    const updates = (await testCluster().requests()).filter(
      ({ method, uri }) => method === 'PUT' && uri.includes(`/${namespace}/leases/${name}`),
    );
    expect(updates.length).toBeGreaterThanOrEqual(9);
    for (const { userAgent } of updates) expect(userAgent).toMatch(/^a\/1 .*leader-election/);
  });

  it('R-138: a released lease is taken at the next look', async () => {
    const a = await start('a');
    await until(leads(a), 0);
    const b = await start('b');
    await clock.until(() => inFlight === 0);
    await a.release();
    expect((await lease())?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
    await until(leads(b), 4_400);
    expect((await lease())?.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1, leaseDurationSeconds: 15 });
    expect(losses).toEqual([]);
  });

  it('R-132 R-137: the lease of a leader that went silent is taken within 24 s, and the leader stops before', async () => {
    const a = await start('a');
    await until(leads(a), 0);
    const b = await start('b');
    await until(() => clock.now() >= 6_000, 10_000);
    await clusters[0]?.close();
    const silentFrom = clock.now();
    await until(() => losses.length > 0, 10_000);
    expect([losses, a.tenure.mayAct(), b.tenure.mayAct()]).toEqual([['a ELECTION_LOST'], false, false]);
    await until(leads(b), silentFrom + 24_000 - clock.now());
    clusters.shift();
    expect(holderOf(await lease())).toBe('b');
  });

  it('R-140: a deleted Lease is created again by its leader', async () => {
    const a = await start('a');
    await until(leads(a), 0);
    const before = await lease();
    await start('b');
    // One who never saw the Lease would take a missing one for a first start.
    await clock.until(() => inFlight === 0);
    await clusters[0]?.client.delete(Lease, { namespace, name });
    await until(() => a.lastRenewalAgeMs === 0 && clock.now() >= 2_000, 10_000);
    const after = await lease();
    expect(holderOf(after)).toBe('a');
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
    expect(losses).toEqual([]);
  });

  it('R-140: a Lease that another process created first is lost', async () => {
    const a = await start('a');
    await until(leads(a), 0);
    await clusters[0]?.client.delete(Lease, { namespace, name });
    const late = await start('late');
    await clock.until(() => late.phase === 'leader');
    await until(() => a.phase === 'lost', 4_000);
    expect([losses, late.tenure.mayAct()]).toEqual([['a ELECTION_LOST'], true]);
  });
});
