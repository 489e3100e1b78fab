import { tracingChannel } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished } from 'vitest';
import { follow } from '../../test/followed-model.ts';
import { ModelServer } from '../../test/model-server.ts';
import { traceSync, traceWatch } from './tracing.ts';

function record(name: string): { at: string; payload: unknown }[] {
  const seen: { at: string; payload: unknown }[] = [];
  const note = (at: string) => (payload: unknown) => void seen.push({ at, payload: structuredClone(payload) });
  const subscribers = {
    start: note('start'),
    end: note('end'),
    asyncStart: note('asyncStart'),
    asyncEnd: note('asyncEnd'),
    error: note('error'),
  };
  const channel = tracingChannel(name);
  channel.subscribe(subscribers);
  onTestFinished(() => channel.unsubscribe(subscribers));
  return seen;
}

describe('tracing', () => {
  it('R-176: a sync and a watch are traced from their request to their end, with the documented payload', async () => {
    const syncs = record('slipway:sync');
    const watches = record('slipway:watch');
    const server = new ModelServer();
    server.put('x');
    const model = await follow({ server });
    server.put('y');
    server.cut();
    await model.settle();
    const names = { cluster: 'https://model', resource: 'things.model.io', namespace: undefined, resourceVersion: '' };
    expect(syncs.map(({ at }) => at)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
    expect(syncs[0]?.payload).toEqual({ ...names, method: 'watch-list', objects: 0 });
    expect(syncs[3]?.payload).toEqual({ ...names, method: 'watch-list', objects: 1, endedBy: 'synced' });
    expect(watches[3]).toEqual({ at: 'asyncEnd', payload: { ...names, events: 3, endedBy: 'closed' } });
    await model.pass(2_000);
    await model.stop();
    expect(watches.at(-1)?.payload).toEqual({ ...names, resourceVersion: '102', events: 0, endedBy: 'stopped' });
  });

  it('R-177: without a subscriber nothing is published, also if one comes before the end', () => {
    const names = { cluster: 'c', resource: 'things', namespace: undefined, resourceVersion: '' };
    const traces = [traceWatch({ ...names, events: 0 }), traceSync({ ...names, method: 'list', objects: 0 })];
    const seen = [record('slipway:watch'), record('slipway:sync')];
    for (const trace of traces) trace.end('closed');
    expect(seen).toEqual([[], []]);
  });
});
