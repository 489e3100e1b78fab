import { type TracingChannelSubscribers, tracingChannel } from 'node:diagnostics_channel';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { keyId, LOW_PRIORITY, WorkQueue } from './index.ts';

const DAY_MS = 86_400_000;

async function take<K extends string | { name: string; cluster?: string }>(queue: WorkQueue<K>, count: number) {
  const taken: K[] = [];
  for (let i = 0; i < count; i++) {
    const next = await queue.get();
    if (!next) break;
    taken.push(next.key);
  }
  return taken;
}

describe('the work queue', () => {
  it('R-55: keys are compared by content, whatever the order of their parts', async () => {
    const queue = new WorkQueue<{ name: string; namespace?: string }>({ clock: new FakeClock() });
    queue.add({ name: 'a', namespace: 'b' });
    queue.add({ namespace: 'b', name: 'a' });
    expect(queue.size).toBe(1);
    expect(keyId({ name: 'a' })).not.toBe(keyId({ name: 'a', namespace: '' }));
    expect(keyId('1')).not.toBe(keyId(1));
  });

  it('R-56: a delay does not inherit the place of an earlier one that would have ended at the same time', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue<string>({ clock });
    queue.add('e', { afterMs: 40 });
    queue.add('e');
    queue.add('a', { afterMs: 40 });
    expect(await take(queue, 1)).toEqual(['e']);
    queue.add('e', { afterMs: 40 });
    queue.done('e');
    await clock.advance(40);
    expect(await take(queue, 2)).toEqual(['a', 'e']);
  });

  it('R-55 R-73: a key added while in work is handed out again only after done', async () => {
    const queue = new WorkQueue<string>({ clock: new FakeClock() });
    queue.add('a');
    await queue.get();
    queue.add('a');
    let second: string | undefined;
    const waiting = queue.get().then((taken) => {
      second = taken?.key;
    });
    await Promise.resolve();
    expect(second).toBeUndefined();
    queue.done('a');
    await waiting;
    expect(second).toBe('a');
  });

  it('R-58: behind 50,000 keys of the first list a new change is taken within two hand-outs', async () => {
    const queue = new WorkQueue<string>({ clock: new FakeClock() });
    for (let i = 0; i < 50_000; i++) queue.add(`old-${i}`, { priority: LOW_PRIORITY });
    await take(queue, 9);
    queue.add('changed');
    expect(await take(queue, 2)).toContain('changed');
  });

  it('R-59: under a steady load at 0 a key at -100 is taken within ten hand-outs of becoming the oldest', async () => {
    const queue = new WorkQueue<string>({ clock: new FakeClock() });
    queue.add('low', { priority: LOW_PRIORITY });
    const taken: string[] = [];
    for (let i = 0; i < 10; i++) {
      queue.add(`change-${i}`);
      queue.add(`more-${i}`);
      taken.push(...(await take(queue, 1)));
    }
    expect(taken).toContain('low');
  });

  it('R-60: forty failures wait 5 ms, 10 ms, … and then 1000 s each, and success starts afresh', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue<string>({ clock });
    queue.add('a');
    const waits: number[] = [];
    for (let failure = 0; failure < 40; failure++) {
      const started = clock.now();
      await queue.get();
      queue.add('a', { rateLimited: true });
      queue.done('a');
      const next = queue.get();
      await clock.advanceUntil(() => queue.size === 0, { what: 'the key is handed out' });
      await next;
      waits.push(clock.now() - started);
      queue.done('a');
      queue.add('a');
    }
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(new Set(waits.slice(18))).toEqual(new Set([1_000_000]));
    expect(queue.failures('a')).toBe(40);
    queue.forget('a');
    expect(queue.failures('a')).toBe(0);
  });

  it('R-61: a delay of sixty days ends when it should, and not before', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue<string>({ clock });
    queue.add('far', { afterMs: 60 * DAY_MS });
    let taken = false;
    const waiting = queue.get().then(() => {
      taken = true;
    });
    await clock.advance(60 * DAY_MS - 1);
    expect(taken).toBe(false);
    await clock.advance(1);
    await waiting;
    expect(taken).toBe(true);
  });

  it('R-61: a queue without delayed keys holds no timer', async () => {
    const timers = new Set<object>();
    const clock = new FakeClock();
    const counting = Object.assign(Object.create(clock) as FakeClock, {
      now: clock.now,
      timer: (ms: number, fn: () => void) => {
        const timer = clock.timer(ms, fn);
        timers.add(timer);
        return { cancel: () => (timers.delete(timer), timer.cancel()) };
      },
    });
    const queue = new WorkQueue<string>({ clock: counting });
    queue.add('a');
    await queue.get();
    expect(timers.size).toBe(0);
    queue.add('b', { afterMs: 5 });
    queue.add('c', { afterMs: 9 });
    expect(timers.size).toBe(1);
    queue.shutDown();
    expect(timers.size).toBe(0);
  });

  it('R-62: shut down, waiting gets end, adds are dropped, and drained follows the last done', async () => {
    const queue = new WorkQueue<string>({ clock: new FakeClock() });
    queue.add('a');
    await queue.get();
    const waiting = queue.get();
    queue.shutDown();
    expect(await waiting).toBeUndefined();
    expect(await queue.get()).toBeUndefined();
    queue.add('b');
    expect(queue.size).toBe(0);
    let drained = false;
    const end = queue.drained().then(() => {
      drained = true;
    });
    await Promise.resolve();
    expect(drained).toBe(false);
    queue.done('a');
    await end;
    await queue.drained();
  });

  it('R-169: clusters take turns within a priority, and a priority goes before a turn', async () => {
    const queue = new WorkQueue<{ cluster: string; name: string }>({ clock: new FakeClock() });
    for (let i = 0; i < 4; i++) queue.add({ cluster: 'busy', name: `${i}` });
    queue.add({ cluster: 'calm', name: 'x' });
    queue.add({ cluster: 'calm', name: 'y' });
    queue.add({ cluster: 'calm', name: 'first' }, { priority: 1 });
    const order = (await take(queue, 6)).map(({ cluster, name }) => `${cluster}/${name}`);
    expect(order).toEqual(['calm/first', 'busy/0', 'calm/x', 'busy/1', 'calm/y', 'busy/2']);
  });

  it('R-169: a cluster that holds its share of the workers waits while another has a ready key, and only then', async () => {
    const queue = new WorkQueue<{ cluster: string; name: string }>({ clock: new FakeClock(), clusterShare: 2 });
    for (let i = 0; i < 5; i++) queue.add({ cluster: 'busy', name: `${i}` }, { priority: 5 });
    queue.add({ cluster: 'calm', name: 'x' });
    expect((await take(queue, 4)).map((key) => key.cluster)).toEqual(['busy', 'busy', 'calm', 'busy']);
  });

  it('R-176: a key is traced when it enters and when it is handed out, with the time it waited', async () => {
    const clock = new FakeClock();
    const traces: unknown[] = [];
    const handlers = {
      start: (trace: unknown) => void traces.push(['start', trace]),
      end: (trace: unknown) => void traces.push(['end', trace]),
    } as TracingChannelSubscribers<object>;
    const channel = tracingChannel('slipway:queue');
    channel.subscribe(handlers);
    const queue = new WorkQueue<string>({ clock, name: 'demo' });
    queue.add('a', { priority: 3 });
    await clock.advance(20);
    await queue.get();
    channel.unsubscribe(handlers);
    queue.add('untraced');
    const trace = { controller: 'demo', key: 'a', priority: 3 };
    expect(traces).toEqual([
      ['start', { ...trace, waitedMs: undefined }],
      ['end', { ...trace, waitedMs: 20 }],
    ]);
  });

  it('R-168: the waiting keys of a cluster that was removed are dropped, others stay', async () => {
    const queue = new WorkQueue<{ cluster: string; name: string }>({ clock: new FakeClock() });
    queue.add({ cluster: 'gone', name: 'a' });
    queue.add({ cluster: 'gone', name: 'b' }, { afterMs: 10 });
    queue.add({ cluster: 'here', name: 'a' });
    queue.drop((key) => key.cluster === 'gone');
    expect(queue.size).toBe(1);
    expect((await queue.get())?.key).toEqual({ cluster: 'here', name: 'a' });
  });
});
