import { keyOfObject } from '@slipway/apimachinery/references';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelObject, ModelServer, Thing } from '../../test/model-server.ts';
import { KubeError } from '../errors.ts';
import type { AnyObject, DeepReadonly } from '../kinds/index.ts';
import { FakeClock } from '../testing/index.ts';
import { Caches } from './caches.ts';

const names = fc.constantFrom('p', 'q', 'r', 's');

/** What may happen to a server and to the streams from it. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), name: names, mark: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), name: names }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('recreate' as const), name: names }) },
  fc.record({ do: fc.constant('cut' as const), with: fc.constantFrom('end', 'reset', 'half a line', 'nonsense') }),
  fc.record({ do: fc.constant('error' as const), code: fc.constantFrom(410, 429, 500, 504, 403) }),
  fc.record({ do: fc.constant('refuse' as const), status: fc.constantFrom(401, 403, 404, 410, 429, 500, 503) }),
  fc.record({ do: fc.constant('compact' as const) }),
  fc.record({ do: fc.constant('bookmark' as const) }),
  fc.record({
    do: fc.constant('change the server' as const),
    to: fc.constantFrom('served', 'refused', 'ignored', 'without end'),
  }),
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 1_500, 40_000, 80_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function take(server: ModelServer, one: Step): void {
  switch (one.do) {
    case 'put':
      return void server.put(one.name, one.mark);
    case 'delete':
      return server.delete(one.name);
    case 'recreate':
      server.delete(one.name);
      return void server.put(one.name, 'again');
    case 'cut':
      if (one.with === 'half a line') server.sendAll('{"type":"MODIFIED","obj');
      if (one.with === 'nonsense') return server.sendAll('what?\n');
      return server.cut(one.with === 'reset' ? new KubeError('KUBE_UNREACHABLE', 'reset') : undefined);
    case 'error':
      return server.error({ code: one.code });
    case 'refuse':
      server.intercept = () => {
        server.intercept = () => undefined;
        throw new KubeError('KUBE_SERVER_ERROR', `refused with ${one.status}`, { status: one.status });
      };
      return server.cut();
    case 'compact':
      return server.compact();
    case 'bookmark':
      return server.bookmark();
    case 'change the server':
      server.watchList = one.to;
      return undefined;
    default:
      return undefined;
  }
}

/** A consumer that believes every event, and checks that each fits what it believed before. */
function believer(): { view: Map<string, DeepReadonly<AnyObject>>; handler: (event: BelievedEvent) => void } {
  const view = new Map<string, DeepReadonly<AnyObject>>();
  return {
    view,
    handler: ({ type, old, object }) => {
      const key = keyOfObject(object);
      expect(view.get(key)).toBe(old);
      if (type === 'deleted') view.delete(key);
      else view.set(key, object);
    },
  };
}
interface BelievedEvent {
  readonly type: string;
  readonly old: DeepReadonly<ModelObject> | undefined;
  readonly object: DeepReadonly<ModelObject>;
}

const sorted = (objects: Iterable<DeepReadonly<AnyObject>>): DeepReadonly<AnyObject>[] =>
  [...objects].toSorted((a, b) => (keyOfObject(a) < keyOfObject(b) ? -1 : 1));

describe('caches against a model of the server', () => {
  it('R-27 R-40 R-48: after any history of changes and faults the cache, and every handler, ends with what the server has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), fc.nat(), async (steps, seed) => {
        const server = new ModelServer();
        const clock = new FakeClock();
        const random = (): number => ((seed * 7919) % 1_000) / 1_000;
        const errors: unknown[] = [];
        const nothing = (): void => {};
        const logger = {
          debug: nothing,
          info: nothing,
          warn: nothing,
          error: (fields: unknown) => errors.push(fields),
        };
        const caches = new Caches({ transport: server.transport, clock, random, logger });
        const cache = caches.acquire(Thing);
        const { view, handler } = believer();
        cache.onEvent(handler);
        for (const one of steps) {
          take(server, one);
          if (one.do === 'pass') await clock.advance(one.ms);
        }
        server.watchList = 'served';
        // 40 s at a time, so that real turns of the event loop come between the fake timers.
        const isEqual = (): boolean =>
          cache.state.synced &&
          !cache.state.stale &&
          JSON.stringify(sorted(cache.list())) === JSON.stringify(sorted(server.objects));
        await clock.advanceUntil(isEqual, {
          stepMs: 40_000,
          limitMs: 3_600_000,
          what: 'the cache to equal the server',
        });
        expect(sorted(view.values())).toEqual(sorted(cache.list()));
        expect(errors).toEqual([]);
        await caches.close();
        expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0]);
      }),
      { numRuns: 400 },
    );
  });
});
