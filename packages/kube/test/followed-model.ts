import type { AnyObject, Logger } from '@slipway/kube';
import { silentLogger } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import type { Collection } from '@slipway/kube/watch';
import { Reflector, Slices } from '@slipway/kube/watch';
import { onTestFinished } from 'vitest';
import { Store } from '../src/cache/store.ts';
import { ModelServer, type SeenRequest, Thing } from './model-server.ts';

export interface FollowedModel {
  readonly clock: FakeClock;
  readonly server: ModelServer;
  readonly store: Store<AnyObject>;
  readonly reflector: Reflector;
  /** What the store's handlers received: `added a/x`. */
  readonly events: string[];
  names(): string[];
  /** The requests since the last call, in short: `watch-list@`, `watch@104`, `list@ limit=500`. */
  requests(): string[];
  /** Lets the reflector do what it can without time passing. */
  settle(): Promise<void>;
  /** Lets time pass from timer to timer, and the reflector do after each what it can. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export interface FollowOptions {
  readonly server?: ModelServer;
  readonly clock?: FakeClock;
  readonly collection?: Partial<Collection>;
  readonly random?: () => number;
  readonly logger?: Logger;
}

/** A reflector that keeps a store equal to a model server, on a fake clock. It ends with the test. */
export async function follow(options: FollowOptions = {}): Promise<FollowedModel> {
  const { server = new ModelServer(), clock = new FakeClock(), random = () => 0.5, logger = silentLogger } = options;
  const store = new Store<AnyObject>({ prepare: (raw) => raw as Stored<AnyObject>, logger });
  const events: string[] = [];
  store.subscribe((event) => {
    const { namespace, name } = event.object.metadata ?? {};
    const mark = event.type === 'deleted' && event.finalStateUnknown ? ' unseen' : '';
    events.push(`${event.type} ${namespace}/${name}${mark}`);
  }, new Slices(clock, 10));
  const collection = { kind: Thing, ...options.collection };
  const reflector = new Reflector({ transport: server.transport, collection, target: store, clock, random, logger });
  const stopping = new AbortController();
  const running = reflector.run(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  onTestFinished(stop);
  let reported = 0;
  const model: FollowedModel = {
    clock,
    server,
    store,
    reflector,
    events,
    names: () => [...store.objects.keys()].toSorted(),
    requests: () => server.requests.slice(reported, (reported = server.requests.length)).map(inShort),
    settle: () => turns(clock),
    async pass(ms) {
      const end = clock.now() + ms;
      const arrived = clock.timer(ms, () => {});
      let rounds = 0;
      const ready = (): boolean => ++rounds % TURNS === 0;
      await clock.advanceUntil(() => clock.now() >= end, { limitMs: ms, ready });
      arrived.cancel();
      await turns(clock);
    },
    stop,
  };
  await model.settle();
  return model;
}

/** Work in slices takes a few turns of the event loop. */
const TURNS = 6;

async function turns(clock: FakeClock): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await clock.advance(0);
}

function inShort({ verb, query }: SeenRequest): string {
  const name = query['sendInitialEvents'] === true ? 'watch-list' : verb;
  const rest = ['limit', 'continue', 'resourceVersionMatch']
    .filter((key) => query[key] !== undefined && !(key === 'resourceVersionMatch' && name === 'watch-list'))
    .map((key) => ` ${key}=${query[key]}`);
  return `${name}@${query['resourceVersion'] ?? ''}${rest.join('')}`;
}
