import {
  type AnyKind,
  type Client,
  type Clock,
  type Cluster,
  connect,
  installDefinition,
  isKubeError,
} from '@slipway/kube';
import { Lease, Namespace } from '@slipway/kube/kinds';
import { seededRandom } from '@slipway/kube/testing';
import { startNodes } from '@slipway/localcluster/kubelet';
import { waitUntil } from '@slipway/tools/processes/index';
import { NAMESPACE } from '../../src/install/workload.ts';
import { MANAGER } from '../../src/names/index.ts';
import { GatiHandlerKind, gatiDefinitions } from '../../src/types/index.ts';
import { accountKubeconfig, openAccount } from '../rights/account.ts';
import { partsOf, stateOf, unsettledIn } from './aftermath.ts';
import { startIdlePrometheus } from './idle-prometheus-server.ts';
import { type Blow, CHILDREN, OtherWriter } from './other-writer.ts';
import { type Act, BAD_IMAGE, type HandlerRef, LAST_WORD, People } from './people.ts';
import { Replicas } from './replicas.ts';

export interface StormOptions {
  readonly kubeconfig: string;
  readonly handlers: number;
  /** How long people and the other writer go on. */
  readonly lastsMs: number;
  /** Between two acts of people, and between two blows of the other writer. */
  readonly actEveryMs: number;
  readonly strikeEveryMs: number;
  /** Between two kills of a replica. */
  readonly killEveryMs: number;
  /** Between two samples of a version that drains: of hundreds of handlers this is most of what is asked. */
  readonly sampleInterval: string;
  /** What is not settled this long after the storm never will be. */
  readonly settleMs: number;
  /** How long nothing is expected to happen once all is settled. */
  readonly quietMs: number;
  readonly seed: bigint;
  readonly clock: Clock;
  /** What is still waited for, now and then. */
  readonly onWait: (line: string) => void;
}

const HANDLERS_PER_NAMESPACE = 25;
/** A node has room for 80 of these pods. A handler has up to three, in up to three versions. */
const PODS_PER_HANDLER = 6;
const PODS_PER_NODE = 70;
/** Requests of people and of the other writer under way at once, so that a slow server is not flooded. */
const MOST_AT_ONCE = 16;
const LOOK_EVERY_MS = 500;
const SAY_EVERY_MS = 60_000;
/** Until a replica leads. */
const START_MS = 120_000;

/**
 * Handlers that are created, changed and deleted at random while another writer deletes their children and writes into
 * their status, and replicas of the operator are killed: and the calm after it. Its owner stops it.
 */
export class Storm {
  readonly namespaces: readonly string[];
  readonly client: Client;
  readonly replicas: Replicas;
  /** What was done how often, and how often it came too late or was refused. */
  readonly counts = new Map<string, number>();
  readonly #options: StormOptions;
  readonly #cluster: Cluster;
  readonly #refs: readonly HandlerRef[];
  readonly #endings: readonly (() => Promise<unknown>)[];

  static async start(options: StormOptions): Promise<Storm> {
    const { kubeconfig, handlers } = options;
    const endings: (() => Promise<unknown>)[] = [];
    try {
      const cluster = await connect({ text: kubeconfig, name: 'storm' });
      endings.unshift(() => cluster.close());
      const { client } = cluster;
      for (const { manifest } of gatiDefinitions) await installDefinition(client, manifest);
      const refs = Array.from({ length: handlers }, (_, index) => ({
        namespace: `storm-${Math.floor(index / HANDLERS_PER_NAMESPACE)}`,
        name: `h${index}`,
      }));
      for (const name of new Set(refs.map(({ namespace }) => namespace)))
        await client.create(Namespace, { metadata: { name } });
      const nodes = await startNodes({
        kubeconfig,
        nodes: Math.ceil((handlers * PODS_PER_HANDLER) / PODS_PER_NODE) + 1,
        rules: [{ match: { image: BAD_IMAGE }, behaviour: { readyAfter: false } }],
      });
      endings.unshift(() => nodes.stop());
      for (const kind of [GatiHandlerKind as AnyKind, ...CHILDREN]) await cluster.cache(kind).waitForSync();
      const prometheus = await startIdlePrometheus();
      endings.unshift(() => prometheus.stop());
      const token = await openAccount(cluster, {});
      const account = accountKubeconfig(kubeconfig, token);
      const replicas = await Replicas.start({ count: 2, kubeconfig: account, env: { PROMETHEUS_URL: prometheus.url } });
      endings.unshift(() => replicas.stop());
      await waitUntil(async () => {
        const lease = await client.live.get(Lease, { namespace: NAMESPACE, name: MANAGER });
        return lease?.spec?.holderIdentity;
      }, AbortSignal.timeout(START_MS));
      return new Storm(options, { cluster, refs, replicas, endings });
    } catch (error) {
      for (const end of endings) await end();
      throw error;
    }
  }

  private constructor(
    options: StormOptions,
    parts: {
      readonly cluster: Cluster;
      readonly refs: readonly HandlerRef[];
      readonly replicas: Replicas;
      readonly endings: readonly (() => Promise<unknown>)[];
    },
  ) {
    this.#options = options;
    this.#cluster = parts.cluster;
    this.#refs = parts.refs;
    this.#endings = parts.endings;
    this.client = parts.cluster.client;
    this.replicas = parts.replicas;
    this.namespaces = [...new Set(parts.refs.map(({ namespace }) => namespace))];
  }

  /** From the first handler to the last kill. */
  async rage(): Promise<void> {
    const { lastsMs, actEveryMs, strikeEveryMs, killEveryMs, sampleInterval, seed, clock } = this.#options;
    const over = new AbortController();
    const timer = clock.timer(lastsMs, () => over.abort());
    const people = new People(this.#refs, seededRandom(seed), sampleInterval);
    const writer = new OtherWriter(this.#cluster, seededRandom(seed + 1n));
    const chance = seededRandom(seed + 2n);
    try {
      await Promise.all([
        this.#again(actEveryMs, over.signal, () => {
          const act = people.next();
          return { what: `${act.verb} GatiHandler`, strike: () => this.#carryOut(act) };
        }),
        this.#again(strikeEveryMs, over.signal, () => writer.next()),
        this.#killing(killEveryMs, over.signal, chance),
      ]);
    } finally {
      timer.cancel();
      over.abort();
    }
  }

  /** Has people say their last word, and waits until everything is so. */
  async settle(): Promise<void> {
    const { settleMs, quietMs, clock } = this.#options;
    for (const { metadata } of await this.client.live.listAll(GatiHandlerKind, {})) {
      if (metadata.deletionTimestamp !== undefined) continue;
      const ref = { namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
      await this.client.patch(GatiHandlerKind, ref, { merge: LAST_WORD });
    }
    await this.#until(settleMs, async () => {
      const causes = [...unsettledIn(this.client, clock.wall() + 2 * quietMs)];
      const [first] = causes;
      if (!first) return undefined;
      const { example } = first[1];
      const shown = causes.map(([cause, { count }]) => `${count} handlers: ${cause}`);
      const parts = [JSON.stringify(example), ...partsOf(this.client, example)];
      return `The first:\n${parts.join('\n')}\nAll:\n${shown.join('\n')}`;
    });
  }

  /** Deletes all handlers, and waits until nothing is left of them. */
  async clear(): Promise<void> {
    for (const { metadata } of await this.client.live.listAll(GatiHandlerKind, {}))
      await this.client.delete(GatiHandlerKind, { namespace: metadata.namespace ?? '', name: metadata.name ?? '' });
    await this.#until(this.#options.settleMs, async () => {
      const left = [...(await stateOf(this.client, this.namespaces)).keys()];
      return left.length === 0 ? undefined : `${left.length} objects are left: ${left.slice(0, 20).join(', ')}`;
    });
  }

  async stop(): Promise<void> {
    for (const end of this.#endings) await end();
  }

  /** One after the other at a pace; what takes long is not waited for unless there is much of it. */
  async #again(everyMs: number, signal: AbortSignal, next: () => Blow | undefined): Promise<void> {
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      const one = next();
      if (one) {
        const done = this.#counted(one).finally(() => running.delete(done));
        running.add(done);
      }
      if (running.size >= MOST_AT_ONCE) await Promise.race(running);
      await this.#options.clock.sleep(everyMs, signal).catch(() => undefined);
    }
    await Promise.all(running);
  }

  async #killing(everyMs: number, signal: AbortSignal, random: () => number): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      await clock.sleep(everyMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      await this.replicas.kill(random);
    }
  }

  async #counted(one: Blow): Promise<void> {
    let outcome = one.what;
    try {
      await one.strike();
    } catch (error) {
      if (!isKubeError(error)) throw error;
      outcome = `${one.what}: ${error.code}`;
    }
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  #carryOut(act: Act): Promise<unknown> {
    if (act.verb === 'create') return this.client.create(GatiHandlerKind, { metadata: act.ref, spec: act.spec });
    if (act.verb === 'delete') return this.client.delete(GatiHandlerKind, act.ref);
    return this.client.patch(GatiHandlerKind, act.ref, { merge: act.merge });
  }

  /** Until a look finds nothing to report; returns its last report if that never happens. */
  async #until(withinMs: number, look: () => Promise<string | undefined>): Promise<void> {
    const { clock, onWait } = this.#options;
    const limit = AbortSignal.timeout(withinMs);
    let last: string | undefined;
    let sayAt = clock.now() + SAY_EVERY_MS;
    try {
      await waitUntil(async () => {
        this.replicas.revive();
        last = await look();
        if (last !== undefined && clock.now() >= sayAt) {
          onWait(last.slice(last.indexOf('\nAll:\n') + 1).replaceAll('\n', '; '));
          sayAt = clock.now() + SAY_EVERY_MS;
        }
        if (last !== undefined) await clock.sleep(LOOK_EVERY_MS, limit).catch(() => undefined);
        return last === undefined ? true : undefined;
      }, limit);
    } catch (error) {
      if (!limit.aborted) throw error;
      // What it waits for comes last: of a long text the end is read first.
      throw new Error(`${await this.replicas.logs()}\nNot within ${withinMs} ms:\n${last}`, { cause: error });
    }
  }
}
