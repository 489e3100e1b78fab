import { realClock } from '@slipway/apimachinery/clock';
import { describe, expect, it } from 'vitest';
import { ModelServer, Thing } from '../../test/model-server.ts';
import { TickingClock } from '../../test/ticking-clock.ts';
import { listPages } from './list-pages.ts';
import { Slices } from './slices.ts';

const never = new AbortController().signal;

describe('listPages', () => {
  it('R-24: items are handed out while the body arrives, before its end is there', async () => {
    const server = new ModelServer();
    for (let n = 0; n < 20; n++) server.put(`n${n}`);
    let sentWhenFirstSeen = 0;
    let sent = 0;
    server.intercept = () => {
      const whole = Buffer.from(
        JSON.stringify({ metadata: { resourceVersion: '120' }, items: server.objects, padding: 'x'.repeat(1_000) }),
      );
      const body = async function* (): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < whole.length; at += 100) {
          sent = at + 100;
          yield whole.subarray(at, at + 100);
        }
      };
      return { status: 200, headers: {}, body: body() };
    };
    const result = await listPages({
      transport: server.transport,
      collection: { kind: Thing },
      resourceVersion: '',
      whole: true,
      pageDeadlineMs: 60_000,
      slices: new Slices(realClock, 10),
      signal: never,
      onItem: () => (sentWhenFirstSeen ||= sent),
    });
    expect(result).toEqual({ resourceVersion: '120', next: undefined });
    expect(sentWhenFirstSeen).toBeLessThan(500);
    expect(sent).toBeGreaterThan(3_000);
  });

  it('R-24 R-25: in one body of many items the event loop gets a turn after each slice of 10 ms', async () => {
    const server = new ModelServer();
    for (let n = 0; n < 100; n++) server.put(`n${n}`);
    server.chunkBytes = 10_000_000;
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    let items = 0;
    await listPages({
      transport: server.transport,
      collection: { kind: Thing },
      resourceVersion: '',
      whole: true,
      pageDeadlineMs: 60_000,
      // Each look at the clock takes 1 ms, and it is looked at after each item.
      slices: new Slices(new TickingClock(1), 10),
      signal: never,
      onItem: () => items++,
    });
    isDone = true;
    expect(items).toBe(100);
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('R-23: a list without a resource version is not taken for one', async () => {
    const server = new ModelServer();
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"items":[]}');
    };
    server.intercept = () => ({ status: 200, headers: {}, body: body() });
    const options = { collection: { kind: Thing }, resourceVersion: '', whole: true, pageDeadlineMs: 1 };
    const { transport } = server;
    const slices = new Slices(realClock, 10);
    const result = await listPages({ ...options, transport, slices, signal: never, onItem: () => {} });
    expect(result).toMatchObject({ failure: { cause: 'unreadable' } });
  });
});
