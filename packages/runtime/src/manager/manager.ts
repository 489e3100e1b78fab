import { hostname } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { type AnyKind, type Clock, type Cluster, type Logger, resourceName } from '@slipway/kube';
import { Breaker } from '../clusters/index.ts';
import { Elector } from '../election/index.ts';
import { RuntimeError } from '../errors.ts';
import { EventSink } from '../events/index.ts';
import { type HealthCheck, HttpEndpoint, healthRoutes } from '../health/index.ts';
import { createMetrics, type Metrics } from '../metrics/index.ts';
import type { ManagedCluster } from './attachment.ts';
import { ControllerBuilder } from './controller-builder.ts';
import type { Declaration } from './declaration.ts';
import { Heartbeat } from './heartbeat.ts';
import { ObjectController } from './object-controller.ts';
import type { ManagerOptions } from './options.ts';
import { type Phase, shutdownTimeout, startInOrder, within } from './phases.ts';

interface Member extends ManagedCluster {
  readonly sink: EventSink;
}

type State = 'new' | 'starting' | 'running' | 'stopping' | 'stopped';

/**
 * Everything an operator's process runs: clusters, controllers, election, metrics and health, started
 * and stopped in order.
 *
 * **Expected flow.** `createManager`, `controller(kind)…reconcile(fn)` for each kind, `run()`.
 *
 * **Guarantees.** No elected work starts, and nothing of it is sent, once the lease is too old. A stop
 * lets work finish, then aborts it, and gives the lease back only when nothing is in flight.
 *
 * **Errors.** `MANAGER_STATE` for a second start or a second controller of one name;
 * `CACHE_SYNC_TIMEOUT` from the start; `ELECTION_LOST` and `SHUTDOWN_TIMEOUT` end the process with 1.
 */
export class Manager {
  readonly #options: ManagerOptions;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #controllers = new Map<string, ObjectController<AnyKind>>();
  readonly #members = new Map<string, Member>();
  readonly #heartbeat: Heartbeat;
  readonly #healthz = new Map<string, HealthCheck>();
  readonly #readyz = new Map<string, HealthCheck>();
  #endpoints: HttpEndpoint[] = [];
  #ports: { metrics?: number; health?: number } = {};
  #elector: Elector | undefined;
  #state: State = 'new';
  #keepAlive: { cancel(): void } | undefined;

  constructor(options: ManagerOptions, metrics: Metrics) {
    const { cluster } = options;
    this.#options = options;
    this.#metrics = metrics;
    this.#clock = options.clock ?? cluster.clock;
    this.#log = options.logger ?? cluster.logger;
    this.#heartbeat = new Heartbeat(this.#clock, (heldMs) => this.#reportHeld(heldMs));
    this.#readyz.set('caches', () => this.#checkCaches());
    this.#healthz.set('election', () => this.#checkElection());
    this.#healthz.set('workers', () => this.#checkWorkers());
    for (const member of [cluster, ...(options.clusters ?? [])]) this.#join(member);
  }

  /** Where metrics and health are served, once started: useful with port 0. */
  get ports(): { readonly metrics?: number; readonly health?: number } {
    return this.#ports;
  }

  /** Whether this process may do elected work now. */
  get isLeader(): boolean {
    return this.#elector === undefined || this.#elector.tenure.mayAct();
  }

  /** A controller of the objects of a kind, to be completed with `reconcile`. */
  controller<K extends AnyKind>(kind: K): ControllerBuilder<K> {
    const name = resourceName(kind);
    return new ControllerBuilder<K>(
      {
        name,
        kind,
        manager: `${kind.group || 'core'}/${kind.plural}`,
        primary: {},
        watches: [],
        sources: [],
        finalizer: undefined,
        settings: {},
      },
      (declaration) => this.#register(declaration),
    );
  }

  /** A check of one's own under `/healthz` (failing: only a restart helps) or `/readyz`. */
  addCheck(endpoint: 'healthz' | 'readyz', name: string, check: HealthCheck): void {
    (endpoint === 'healthz' ? this.#healthz : this.#readyz).set(name, check);
  }

  /** Works on one more cluster from now on. Its first sync is not waited for. */
  addCluster(cluster: Cluster): void {
    const member = this.#join(cluster);
    if (this.#state === 'running') for (const controller of this.#controllers.values()) void controller.attach(member);
  }

  /** Stops working on a cluster and forgets it. The handle stays the caller's to close. */
  async removeCluster(name: string): Promise<void> {
    const member = this.#members.get(name);
    if (!member) return;
    this.#members.delete(name);
    member.breaker.stop();
    await Promise.all([...this.#controllers.values()].map((controller) => controller.detach(name)));
    await member.sink.flush(AbortSignal.abort());
    this.#metrics.forgetCluster(name);
  }

  /**
   * Starts, works until the signal fires or the process is told to end (SIGTERM, SIGINT), and stops.
   * A second signal ends the process at once.
   */
  async run(signal?: AbortSignal): Promise<void> {
    const exit = this.#options.exit ?? ((code: number) => process.exit(code));
    const { promise: asked, resolve: ask } = resolvable();
    const onSignal = (): void => {
      if (this.#state === 'stopping') exit(1);
      ask();
    };
    const onRejection = (reason: unknown): void => {
      this.#log.error({ error: reason }, 'A promise that nobody awaited was rejected; the process ends.');
      exit(1);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
    process.on('unhandledRejection', onRejection);
    signal?.addEventListener('abort', ask, { once: true });
    try {
      await this.start();
      if (!signal?.aborted) await asked;
      await this.stop();
    } finally {
      process.off('SIGTERM', onSignal);
      process.off('SIGINT', onSignal);
      process.off('unhandledRejection', onRejection);
      signal?.removeEventListener('abort', ask);
    }
  }

  /** Starts everything in order. Resolves when non-elected work runs and the election has begun. */
  async start(): Promise<void> {
    if (this.#state !== 'new') {
      throw new RuntimeError('MANAGER_STATE', `The manager is ${this.#state}; make a new one to start again.`);
    }
    this.#state = 'starting';
    try {
      await startInOrder(this.#phases(), this.#log);
      this.#state = 'running';
    } catch (error) {
      this.#state = 'stopped';
      throw error;
    }
  }

  /** Stops everything in order. Rejects with `SHUTDOWN_TIMEOUT` after ending the process with 1. */
  async stop(): Promise<void> {
    if (this.#state !== 'running') return;
    this.#state = 'stopping';
    const { finishMs = 15_000, abortMs = 5_000, restMs = 5_000 } = this.#options.shutdown ?? {};
    const controllers = [...this.#controllers.values()].map(({ controller }) => controller);
    const worked = Promise.all(controllers.map((controller) => controller.stop()));
    let isIdle = await within(this.#clock, finishMs, worked);
    if (!isIdle) {
      for (const controller of controllers)
        controller.abort(new RuntimeError('SHUTDOWN_TIMEOUT', 'The process stops.'));
      isIdle = await within(this.#clock, abortMs, worked);
    }
    const rest = this.#stopRest(isIdle, restMs);
    const isClean = (await within(this.#clock, restMs, rest)) && isIdle;
    this.#state = 'stopped';
    this.#keepAlive?.cancel();
    if (isClean) return;
    const error = shutdownTimeout(isIdle ? 'A part of the manager' : 'A reconcile', finishMs + abortMs + restMs);
    this.#log.error({ error }, 'The shutdown took too long.');
    (this.#options.exit ?? ((code: number) => process.exit(code)))(1);
    throw error;
  }

  async #stopRest(isIdle: boolean, restMs: number): Promise<void> {
    this.#heartbeat.stop();
    for (const { breaker } of this.#members.values()) breaker.stop();
    await Promise.all([...this.#controllers.values()].map((controller) => controller.stopSources()));
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.stop()));
    // The lease is held, and renewed, until nothing of its work is left; work that goes on keeps it.
    await (isIdle ? this.#elector?.release() : this.#elector?.stop());
    const abort = new AbortController();
    const late = this.#clock.timer(restMs, () => abort.abort());
    await Promise.all([...this.#members.values()].map(({ sink }) => sink.flush(abort.signal)));
    late.cancel();
    await Promise.all([...this.#members.values()].map(({ cluster }) => cluster.close()));
  }

  #phases(): Phase[] {
    const controllers = [...this.#controllers.values()];
    const isElected = ({ declaration }: ObjectController<AnyKind>): boolean =>
      this.#options.leaderElection !== undefined && declaration.settings.elected !== false;
    return [
      { name: 'http', start: () => this.#startHttp(), stop: () => this.#stopHttp() },
      {
        name: 'caches',
        start: () => this.#startCaches(controllers),
        stop: async () => void (await Promise.all(controllers.map((controller) => controller.stopSources()))),
      },
      {
        name: 'controllers',
        start: () => {
          for (const each of controllers) if (!isElected(each)) each.controller.start();
        },
        stop: async () => void (await Promise.all(controllers.map(({ controller }) => controller.stop()))),
      },
      {
        name: 'election',
        start: () => this.#startElection(controllers.filter(isElected)),
        stop: () => this.#elector?.stop(),
      },
    ];
  }

  async #startHttp(): Promise<void> {
    const { metrics = { address: ':8080' }, health = { address: ':8081' } } = this.#options;
    const serve = async (address: string, answer: ConstructorParameters<typeof HttpEndpoint>[1]): Promise<number> => {
      const endpoint = new HttpEndpoint(address, answer);
      this.#endpoints.push(endpoint);
      return endpoint.start();
    };
    // A manager that waits for its lease may hold no socket at all.
    this.#keepAlive = keepProcessAlive();
    this.#heartbeat.start();
    const routes = healthRoutes({ healthz: this.#healthz, readyz: this.#readyz, logger: this.#log });
    if (metrics) this.#ports = { ...this.#ports, metrics: await serve(metrics.address, this.#metrics.page) };
    if (health) this.#ports = { ...this.#ports, health: await serve(health.address, routes) };
  }

  async #stopHttp(): Promise<void> {
    this.#keepAlive?.cancel();
    this.#heartbeat.stop();
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.stop()));
  }

  /** The caches of the own cluster are waited for; other clusters join when they can. */
  async #startCaches(controllers: readonly ObjectController<AnyKind>[]): Promise<void> {
    const own = this.#options.cluster.name;
    const synced = controllers.flatMap((controller) => {
      const attached = [...this.#members.values()].map((member) => ({
        isOwn: member.cluster.name === own,
        synced: controller.attach(member),
      }));
      return [controller.startSources(), ...attached.filter(({ isOwn }) => isOwn).map((each) => each.synced)];
    });
    await Promise.all(synced);
  }

  async #startElection(elected: readonly ObjectController<AnyKind>[]): Promise<void> {
    const { leaderElection, cluster } = this.#options;
    if (!leaderElection) return;
    const elector = new Elector(cluster.transport, {
      clock: this.#clock,
      logger: this.#log,
      random: this.#options.random ?? Math.random,
      observer: this.#metrics.election(leaderElection.name),
      ...leaderElection,
      onLost: (error) => void this.#lose(elected, error),
    });
    const isFirst = this.#elector === undefined;
    this.#elector = elector;
    elector.tenure.onChange(() => {
      for (const { controller } of elected) controller.resume();
    });
    await elector.start();
    void elector.acquired.then((isAcquired) => {
      if (!isAcquired || !isFirst) return;
      this.#log.info({ lease: leaderElection.name, identity: elector.identity }, 'This process leads.');
      for (const { controller } of elected) controller.start();
    });
  }

  /** Nothing more starts or is sent since the tenure has ended; what runs is told to end. */
  async #lose(elected: readonly ObjectController<AnyKind>[], error: RuntimeError): Promise<void> {
    if (this.#state !== 'running') return;
    this.#log.error({ error }, 'The lease is lost.');
    for (const { controller } of elected) controller.abort(error);
    const { onLoss = 'exit' } = this.#options.leaderElection ?? {};
    const isIdle = await within(this.#clock, 5_000, this.#whenIdle(elected));
    if (onLoss === 'standby' && isIdle && this.#state === 'running') await this.#startElection(elected);
    else (this.#options.exit ?? ((code: number) => process.exit(code)))(1);
  }

  async #whenIdle(controllers: readonly ObjectController<AnyKind>[]): Promise<void> {
    while (controllers.some(({ controller }) => controller.state().running > 0)) await this.#clock.sleep(50);
  }

  #register<K extends AnyKind>(declaration: Declaration<K>): void {
    const { name } = declaration;
    if (this.#controllers.has(name)) {
      throw new RuntimeError('MANAGER_STATE', `There are two controllers of the name ${name}; call named() on one.`);
    }
    if (this.#state !== 'new') {
      throw new RuntimeError('MANAGER_STATE', `The controller ${name} comes too late: the manager is ${this.#state}.`);
    }
    const isElected = this.#options.leaderElection !== undefined && declaration.settings.elected !== false;
    const mayAct = (): boolean => !isElected || (this.#elector?.tenure.mayAct() ?? false);
    const metrics = this.#metrics.controller(name, declaration.settings.maxConcurrent ?? 1);
    const controller = new ObjectController<K>({
      declaration,
      mayStart: mayAct,
      guard: () => {
        if (!mayAct()) {
          throw new RuntimeError('ELECTION_LOST', 'The lease is too old to act on; the request was not sent.');
        }
      },
      observer: metrics.observer,
      gateCounters: metrics.gate,
      syncTimeoutMs: this.#options.syncTimeoutMs ?? 120_000,
      clock: this.#clock,
      logger: this.#log,
    });
    metrics.watch(() => controller.controller.state());
    this.#controllers.set(name, controller as unknown as ObjectController<AnyKind>);
  }

  #join(cluster: Cluster): Member {
    if (this.#members.has(cluster.name)) {
      throw new RuntimeError(
        'MANAGER_STATE',
        `There are two clusters of the name ${cluster.name}; connect with a name.`,
      );
    }
    const { transport } = cluster;
    const common = { transport, clock: this.#clock, logger: this.#log };
    const sink = new EventSink({
      ...common,
      instance: this.#options.instance ?? hostname(),
      onDropped: () => this.#metrics.eventDropped(),
    });
    const member: Member = {
      cluster,
      sink,
      breaker: new Breaker({ ...common, cluster: cluster.name, random: this.#options.random ?? Math.random }),
      recorder: (controller) => sink.recorder(controller),
    };
    this.#members.set(cluster.name, member);
    this.#metrics.cluster(cluster);
    return member;
  }

  #checkCaches(): void {
    if (this.#state !== 'running') throw new Error(`the manager is ${this.#state}`);
  }

  #checkElection(): void {
    if (this.#elector && !this.#elector.isHealthy) throw new Error('the lease was not renewed for too long');
  }

  #checkWorkers(): void {
    for (const [name, { controller }] of this.#controllers) {
      if (controller.state().isDead)
        throw new Error(`every worker of ${name} is held by a reconcile that does not end`);
    }
  }

  #reportHeld(heldMs: number): void {
    const running = [...this.#controllers].filter(([, { controller }]) => controller.state().running > 0);
    const controllers = running.map(([name]) => name);
    this.#metrics.eventLoopHeld(controllers);
    this.#log.warn({ heldMs, controllers }, 'The event loop was held; look for synchronous work in these controllers.');
  }
}

/** A manager for the operator of this process. */
export async function createManager(options: ManagerOptions): Promise<Manager> {
  return new Manager(options, await createMetrics());
}

function resolvable(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Holds the process until cancelled, whatever clock the rest runs on. */
function keepProcessAlive(): { cancel(): void } {
  const channel = new MessageChannel();
  channel.port1.ref();
  return { cancel: () => channel.port1.close() };
}
