/**
 * @module
 * A cluster in which an app is delivered: nodes with simulated containers, autoscalers on a feed of metrics, stand-ins
 * for a gateway and KEDA, traffic, and the operator. All of it works in one namespace, on time that the test moves.
 */
import type { Known } from '@gati-framework/contracts/deployment';
import type { Command, Decision, Plan, VersionId } from '@slipway/delivery';
import type { DrainSignal } from '@slipway/delivery/model';
import { type Cluster, connect } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { startControllers } from '@slipway/localcluster/controllers';
import type { Behaviour, Nodes } from '@slipway/localcluster/kubelet';
import { createManager } from '@slipway/runtime';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { waitUntil } from '@slipway/tools/processes/index';
import { type App, INSTANCE, nameOfVersion, podsOfVersion, type Version } from './app.ts';
import { DrivenClock } from './driven-clock.ts';
import { serveRoutes } from './gateway.ts';
import { History } from './history.ts';
import { Keda } from './keda.ts';
import { Load } from './load.ts';
import { acceptedWeights, type Objects } from './observer.ts';
import { RolloutOperator, type Turn } from './operator.ts';
import { isAtRest } from './rest.ts';

/** How far time moves at once where nothing happens: a period of autoscalers. */
const PERIOD_MS = 15_000;
/** More turns than any scenario needs. */
const MOST_TURNS = 1_000;
/** So that a scenario that is stuck ends with a sentence; no measure of speed. */
const REAL_LIMIT_MS = 60_000;

export interface DeliverySceneOptions {
  readonly cluster: TestCluster;
  readonly nodes: Nodes;
  readonly versions: Readonly<Record<VersionId, Version>>;
  /** What a query gives now; undefined: no answer. @default never one */
  readonly answers?: (query: string) => number | undefined;
  /** The handle that the operator has, asked for before each turn. @default one for all of them */
  readonly handle?: (cluster: Cluster) => Cluster;
}

interface Parts {
  readonly app: App;
  readonly clock: DrivenClock;
  readonly cluster: Cluster;
  readonly history: History;
  readonly load: Load;
  readonly keda: Keda;
  readonly stop: () => Promise<void>;
}

export class DeliveryScene {
  readonly app: App;
  readonly clock: DrivenClock;
  readonly cluster: Cluster;
  readonly history: History;
  readonly load: Load;
  readonly stop: () => Promise<void>;
  /** Every decision that was carried out. */
  readonly decisions: Decision[] = [];
  readonly #options: DeliverySceneOptions;
  readonly #keda: Keda;
  readonly #commands: Command[] = [];
  /** Versions whose pods will not become ready. */
  readonly #broken = new Set<VersionId>();

  static async start(options: DeliverySceneOptions): Promise<DeliveryScene> {
    const { answers = () => undefined } = options;
    const { kubeconfig } = options.cluster;
    const namespace = await freshNamespace(options.cluster);
    const app: App = { name: 'shop', namespace, versions: options.versions };
    const clock = new DrivenClock();
    const load = new Load(app);
    const keda = new Keda({ namespace, feed: load.feed, answer: answers });
    const [cluster, standIns] = await Promise.all([
      connect({ text: kubeconfig }),
      connect({ text: kubeconfig, clock, name: 'stand-ins' }),
    ]);
    const manager = await createManager({
      cluster: standIns,
      clock,
      metrics: false,
      health: false,
      logLevel: 'silent',
    });
    serveRoutes(manager, namespace);
    keda.serve(manager, standIns.name);
    const [history, autoscalers] = await Promise.all([
      History.record(cluster, app),
      startControllers({ kubeconfig, clock, metrics: load.feed, namespaces: [namespace], only: ['autoscaler'] }),
      manager.start(),
    ]);
    const stop = async (): Promise<void> => {
      await Promise.all([autoscalers.stop(), manager.stop()]);
      await cluster.close();
    };
    return new DeliveryScene(options, { app, clock, cluster, history, load, keda, stop });
  }

  private constructor(options: DeliverySceneOptions, { app, clock, cluster, history, load, keda, stop }: Parts) {
    this.#options = options;
    this.app = app;
    this.clock = clock;
    this.cluster = cluster;
    this.history = history;
    this.load = load;
    this.#keda = keda;
    this.stop = stop;
  }

  /** What the containers of a version do from now on. */
  behave(version: VersionId, behaviour: Behaviour): void {
    const match = { namespace: this.app.namespace, labels: podsOfVersion(this.app, version) };
    this.#options.nodes.rules = [{ match, behaviour }, ...this.#options.nodes.rules];
    const isBroken = behaviour.crash !== undefined || behaviour.readyAfter === false;
    this.#broken[isBroken ? 'add' : 'delete'](version);
  }

  say(type: Command['type'], more: object = {}): void {
    this.#commands.push({ type, actor: 'ann', reason: 'because', key: `${this.#commands.length}`, ...more });
  }

  /** Ends the pods of a version, so that new ones start without a past. */
  async restart(version: VersionId): Promise<void> {
    const { namespace } = this.app;
    const labelSelector = `${INSTANCE}=${nameOfVersion(this.app, version)}`;
    await this.cluster.client.deleteMany(Pod, { namespace, labelSelector, gracePeriodSeconds: 0 });
    await this.until(() => true);
  }

  /** Starts a plan; the commands of the one before is over. */
  async begin(plan: Plan): Promise<void> {
    this.#commands.length = 0;
    await (await this.#operator()).begin(plan);
  }

  /** Lets the operator work and time pass until a decision is as wanted, and all that it asks for is done. */
  async until(isReached: (decision: Decision) => boolean): Promise<Decision> {
    for (let turns = 0; turns < MOST_TURNS; turns++) {
      // Nothing that was seen at the moment of an effect tells of it.
      this.clock.move(1);
      const seen = this.history.length;
      const turn = await this.#turn();
      const isQuiet = turn !== undefined && !turn.hasWritten;
      if (isQuiet && isReached(turn.decision) && this.isSettled()) return turn.decision;
      this.#measure();
      await this.#change(seen);
      if (isQuiet && this.history.length === seen) this.#pass(turn.decision);
    }
    const { phase, waits } = this.decisions.at(-1)?.state ?? {};
    throw new Error(`it was not reached in ${MOST_TURNS} turns; ${phase}: ${JSON.stringify(waits)}`);
  }

  /** Lets this much time pass, turn by turn. */
  async pass(ms: number): Promise<Decision> {
    const end = this.clock.wall() + ms;
    return this.until(() => this.clock.wall() >= end);
  }

  /** Nothing happens any more until time passes, a person acts, or the operator does. */
  isSettled(): boolean {
    const { objects } = this.history;
    const versions = Object.keys(this.app.versions);
    return (
      acceptedWeights(objects.route) !== undefined &&
      this.#keda.isSettled(objects) &&
      versions.every((version) => isAtRest(this.app, version, objects, this.#broken.has(version))) &&
      objects.autoscalers.every(({ spec }) => {
        const name = spec?.scaleTargetRef.name ?? '';
        const { replicas = 0 } = objects.deployments.find(({ metadata }) => metadata.name === name)?.spec ?? {};
        return replicas === 0 || (replicas >= (spec?.minReplicas ?? 1) && this.load.isRead(name));
      })
    );
  }

  async #operator(): Promise<RolloutOperator> {
    const { handle = (cluster) => cluster } = this.#options;
    const { app, clock } = this;
    return RolloutOperator.open({ cluster: handle(this.cluster), app, now: clock.wall, drain: this.#drain });
  }

  /** Undefined: the process died on the way. */
  async #turn(): Promise<Turn | undefined> {
    const operator = await this.#operator();
    try {
      const turn = await operator.turn(this.#commands);
      this.decisions.push(turn.decision);
      return turn;
    } catch (error) {
      if (this.#options.handle) return undefined;
      throw error;
    }
  }

  #measure(): void {
    const { objects } = this.history;
    this.load.measure(objects);
    this.#keda.poll(objects);
  }

  async #change(seen: number): Promise<void> {
    const limit = AbortSignal.timeout(REAL_LIMIT_MS);
    const isDue = async (): Promise<true | undefined> =>
      this.history.length !== seen || this.isSettled() ? true : undefined;
    await waitUntil(isDue, limit).catch((error: unknown) => {
      throw limit.aborted
        ? new Error(`the cluster does not settle: ${JSON.stringify(this.history.moments().at(-1))}`)
        : error;
    });
  }

  #pass({ wakeAt }: Decision): void {
    const now = this.clock.wall();
    this.clock.move(wakeAt === null || wakeAt <= now ? PERIOD_MS : Math.min(PERIOD_MS, wakeAt - now));
  }

  /** Clients follow the route at once: a version without weight serves nobody. */
  #drain = (version: VersionId, objects: Objects): Known<DrainSignal> => {
    const weights = acceptedWeights(objects.route);
    if (!weights) return { unknown: 'the route is on its way' };
    const requests = weights[nameOfVersion(this.app, version)] ?? 0;
    return {
      at: this.clock.wall(),
      value: { isNotified: true, requests, streams: 0, tasks: 0, leases: 0, pinnedClients: 0 },
    };
  };
}
