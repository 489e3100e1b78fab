import { hostname } from 'node:os';
import { type AnyKind, type Clock, type Cluster, createLogger, type Logger, silentLogger } from '@slipway/kube';
import { resourceName } from '@slipway/kube/kinds';
import { RuntimeError } from '../errors.ts';
import type { HealthCheck } from '../health/index.ts';
import { type ControllerMetrics, createMetrics, type Metrics, type OwnMetrics } from '../metrics/index.ts';
import type { Key } from '../queue/index.ts';
import { AbsentKinds } from './absent-kinds.ts';
import { type ClusterPart, ClusterParts } from './cluster-parts.ts';
import { type ControllerBuilder, controllerBuilder } from './controller-builder.ts';
import { checkAddress, Endpoints } from './endpoints.ts';
import { Heartbeat } from './heartbeat.ts';
import { KeyController, type KeyWork } from './key-controller.ts';
import { type ElectedWork, Leadership } from './leadership.ts';
import type { ManagedController } from './managed-controller.ts';
import { Members } from './members.ts';
import { ObjectController } from './object-controller.ts';
import type { ControllerSettings, ManagerOptions } from './options.ts';
import { type Phase, shutdownTimeout, startInOrder, stopPart, within } from './phases.ts';
import { listenToProcess } from './process-signals.ts';

/** What every controller of a manager is given. */
interface ControllerParts {
  readonly mayStart: () => boolean;
  readonly observer: ControllerMetrics['observer'];
  readonly gateCounters: ControllerMetrics['gate'];
  readonly clock: Clock;
  readonly logger: Logger;
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
 * `MANAGER_INCOMPLETE` and `CACHE_SYNC_TIMEOUT` from the start; `ELECTION_LOST` and `SHUTDOWN_TIMEOUT` end the process with 1.
 */
export class Manager {
  readonly #options: ManagerOptions;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #exit: (code: number) => void;
  readonly #metrics: Metrics;
  readonly #members: Members;
  readonly #endpoints: Endpoints;
  readonly #heartbeat: Heartbeat;
  readonly #leadership: Leadership | undefined;
  readonly #absent: AbsentKinds;
  readonly #controllers = new Map<string, ManagedController>();
  /** Every declaration that was begun. */
  readonly #declared: Pick<ControllerBuilder<AnyKind>, 'name' | 'isComplete'>[] = [];
  readonly #parts: Pick<ClusterParts<ClusterPart>, 'close' | 'closeAll'>[] = [];
  #arePartsClosed = false;
  /** Fires when a stop is asked for before the start is over. */
  readonly #given = new AbortController();
  #state: State = 'new';

  constructor(options: ManagerOptions, metrics: Metrics) {
    const { cluster, leaderElection, random = Math.random } = options;
    const { metrics: scraped = { address: ':8080' }, health = { address: ':8081' } } = options;
    checkAddress('metrics', scraped);
    checkAddress('health', health);
    const clock = options.clock ?? cluster.clock;
    // Not the silence of a client, which returns its failures: a controller has nobody to return them to.
    const logger =
      options.logger ??
      (cluster.logger === silentLogger ? createLogger({ level: options.logLevel, clock }) : cluster.logger);
    this.#options = options;
    this.#clock = clock;
    this.#log = logger;
    this.#exit = options.exit ?? ((code) => process.exit(code));
    this.#metrics = metrics;
    this.#members = new Members({ instance: options.instance ?? hostname(), metrics, clock, random, logger });
    this.#heartbeat = new Heartbeat(clock, (heldMs) => this.#reportHeld(heldMs));
    this.#leadership =
      leaderElection &&
      new Leadership({
        transport: cluster.transport,
        election: { fallbackNamespace: cluster.namespace, ...leaderElection },
        onLoss: leaderElection.onLoss ?? 'exit',
        observer: metrics.election(leaderElection.name),
        clock,
        random,
        logger,
        exit: this.#exit,
      });
    this.#endpoints = new Endpoints({ metrics: scraped, health, page: metrics.page, logger });
    this.#absent = new AbsentKinds({ cluster, kinds: options.awaitKinds ?? [], clock, logger });
    this.addCheck('readyz', 'caches', () => this.#checkRunning());
    if (options.awaitKinds) this.addCheck('readyz', 'kinds', () => this.#checkKinds());
    this.addCheck('healthz', 'election', () => this.#checkElection());
    this.addCheck('healthz', 'workers', () => this.#checkWorkers());
    this.#members.join(cluster, options.syncTimeoutMs ?? 120_000);
    for (const each of options.clusters ?? []) this.#members.join(each);
  }

  /** Where metrics and health are served, once started: useful with port 0. */
  get ports(): { readonly metrics?: number; readonly health?: number } {
    return this.#endpoints.ports;
  }

  /** Metrics of the operator itself, on the same page. */
  get metrics(): OwnMetrics {
    return this.#metrics.own;
  }

  /** Whether this process may do elected work now. */
  get isLeader(): boolean {
    return this.#leadership?.mayAct() ?? true;
  }

  /** A controller of the objects of a kind, to be completed with `reconcile`. */
  controller<K extends AnyKind>(kind: K): ControllerBuilder<K> {
    this.#checkNew(resourceName(kind));
    const builder = controllerBuilder<K>(
      {
        name: resourceName(kind),
        kind,
        manager: `${kind.group || 'core'}/${kind.plural}`,
        primary: {},
        watches: [],
        sources: [],
        finalizer: undefined,
        settings: this.#options.controllers ?? {},
      },
      (declaration) =>
        this.#register(declaration.name, declaration.settings, (parts) => {
          const guard = (): void => {
            if (parts.mayStart()) return;
            throw new RuntimeError('ELECTION_LOST', 'The lease is too old to act on; the request was not sent.');
          };
          return new ObjectController<K>({ ...parts, declaration, guard });
        }),
    );
    this.#declared.push(builder);
    return builder;
  }

  /** A controller of things that are no objects of a cluster: rows of a table, for example. */
  work<K extends Key>(work: KeyWork<K>): void {
    this.#register(
      work.name,
      work.settings ?? {},
      ({ gateCounters: _none, ...parts }) => new KeyController(work, parts),
    );
  }

  /**
   * Something that controllers keep for each cluster, a sampler or a connection for example: `open` is called when it is
   * first asked for, `close` when the cluster is removed or the manager stops, once the runs have ended or were given up.
   */
  perCluster<Part extends ClusterPart>(open: (cluster: Cluster) => Part): (cluster: Cluster) => Part {
    const isMember = (cluster: Cluster): boolean => !this.#arePartsClosed && this.#members.has(cluster);
    const parts = new ClusterParts(open, isMember, this.#log);
    this.#parts.push(parts);
    return (cluster) => parts.of(cluster);
  }

  /** A check of one's own under `/healthz` (failing: only a restart helps) or `/readyz`. */
  addCheck(endpoint: 'healthz' | 'readyz', name: string, check: HealthCheck): void {
    this.#endpoints.checks[endpoint].set(name, check);
  }

  /** Works on one more cluster from now on. Its first sync is not waited for. */
  addCluster(cluster: Cluster): void {
    const member = this.#members.join(cluster);
    if (this.#state !== 'running') return;
    for (const controller of this.#controllers.values()) void controller.attach(member);
  }

  /** Stops working on a cluster and forgets it. The handle stays the caller's to close. */
  async removeCluster(name: string): Promise<void> {
    const cluster = await this.#members.leave(name);
    if (!cluster) return;
    const controllers = [...this.#controllers.values()];
    await Promise.all(
      controllers.map((each) => stopPart(`the sources of ${name}`, () => this.#detach(each, name), this.#log)),
    );
    await Promise.all(this.#parts.map((parts) => parts.close(cluster)));
  }

  /** Its runs are aborted, and have as long to end as in a shutdown. */
  async #detach(managed: ManagedController, cluster: string): Promise<void> {
    const isMeant = (key: Key): boolean => typeof key === 'object' && key['cluster'] === cluster;
    const { controller } = managed;
    controller.abort(new RuntimeError('MANAGER_STATE', `The cluster ${cluster} was removed.`), isMeant);
    try {
      await managed.detach(cluster);
    } finally {
      await within(this.#clock, this.#options.shutdown?.abortMs ?? 5_000, controller.ended(isMeant));
    }
  }

  /** Starts, works until the signal fires or the process is asked to end (SIGTERM, SIGINT), and stops. */
  async run(signal?: AbortSignal): Promise<void> {
    const signals = listenToProcess(this.#log, this.#exit, signal);
    void signals.asked.then(() => this.#giveUpStart());
    try {
      await this.start();
      await signals.asked;
      await this.stop();
    } catch (error) {
      // Asked to end while it waited for kinds: nothing had begun, so nothing is wrong.
      if (error !== this.#given.signal.reason) throw error;
    } finally {
      signals.release();
    }
  }

  /** Starts everything in order. Resolves when non-elected work runs and the election has begun. */
  async start(): Promise<void> {
    if (this.#state !== 'new') {
      throw new RuntimeError('MANAGER_STATE', `The manager is ${this.#state}; make a new one to start again.`);
    }
    this.#checkComplete();
    this.#state = 'starting';
    try {
      await startInOrder(this.#phases(), this.#log);
      this.#state = 'running';
    } catch (error) {
      this.#state = 'stopped';
      await within(this.#clock, this.#options.shutdown?.restMs ?? 5_000, this.#closeParts());
      const { aborted, reason } = this.#given.signal;
      if (!aborted) throw error;
      await this.#members.flush(0);
      await this.#members.close();
      throw reason;
    }
  }

  #giveUpStart(): void {
    if (this.#state === 'starting')
      this.#given.abort(new RuntimeError('MANAGER_STATE', 'The manager was stopped before its start was over.'));
  }

  /**
   * Stops everything in order and closes the clusters. When that takes longer than it may, the
   * process ends with code 1. A start that waits for kinds is given up and rejects.
   */
  async stop(): Promise<void> {
    this.#giveUpStart();
    if (this.#state === 'new') {
      this.#state = 'stopped';
      await this.#closeParts();
    }
    if (this.#state !== 'running') return;
    this.#state = 'stopping';
    const { finishMs = 15_000, abortMs = 5_000, restMs = 5_000 } = this.#options.shutdown ?? {};
    const controllers = [...this.#controllers.values()].map(({ controller }) => controller);
    const worked = Promise.all(controllers.map((each) => stopPart('a controller', () => each.stop(), this.#log)));
    this.#members.stopWaiting();
    let isIdle = await within(this.#clock, finishMs, worked);
    if (!isIdle) {
      for (const controller of controllers)
        controller.abort(new RuntimeError('SHUTDOWN_TIMEOUT', 'The process stops.'));
      isIdle = await within(this.#clock, abortMs, worked);
    }
    const isClean = (await within(this.#clock, restMs, this.#stopRest(isIdle, restMs))) && isIdle;
    this.#state = 'stopped';
    if (isClean) return;
    const error = shutdownTimeout(isIdle ? 'A part of the manager' : 'A reconcile', finishMs + abortMs + restMs);
    this.#log.error({ error }, 'The shutdown took too long.');
    this.#exit(1);
  }

  async #stopRest(isIdle: boolean, restMs: number): Promise<void> {
    this.#heartbeat.stop();
    await stopPart('sources', () => this.#stopSources(), this.#log);
    await stopPart('http', () => this.#endpoints.stop(), this.#log);
    // Held, and renewed, until nothing of its work is left.
    await stopPart('election', () => this.#leadership?.stop(isIdle), this.#log);
    // After the lease: what others have written may take its time to close, or never end.
    await Promise.all([stopPart('events', () => this.#members.flush(restMs), this.#log), this.#closeParts()]);
    await stopPart('clusters', () => this.#members.close(), this.#log);
  }

  /** None is opened from now on. */
  async #closeParts(): Promise<void> {
    this.#arePartsClosed = true;
    await Promise.all(this.#parts.map((parts) => parts.closeAll()));
  }

  async #stopSources(): Promise<void> {
    await Promise.all([...this.#controllers.values()].map((controller) => controller.stopSources()));
  }

  #phases(): Phase[] {
    const controllers = [...this.#controllers.values()];
    const [elected, free] = [controllers.filter(this.#isElected), controllers.filter((each) => !this.#isElected(each))];
    return [
      {
        name: 'http',
        start: async () => {
          this.#heartbeat.start();
          await this.#endpoints.start();
        },
        stop: async () => {
          this.#heartbeat.stop();
          await this.#endpoints.stop();
        },
      },
      { name: 'kinds', start: () => this.#absent.arrival(this.#given.signal), stop: () => undefined },
      {
        name: 'caches',
        start: () => this.#startCaches(controllers),
        stop: () => this.#stopSources(),
      },
      {
        name: 'controllers',
        start: () => free.forEach(({ controller }) => controller.start()),
        stop: async () => void (await Promise.all(controllers.map(({ controller }) => controller.stop()))),
      },
      {
        name: 'election',
        start: () => this.#leadership?.start(electedWork(elected)),
        stop: () => this.#leadership?.stop(true),
      },
    ];
  }

  /** The caches of the own cluster are waited for; other clusters join when they can. */
  async #startCaches(controllers: readonly ManagedController[]): Promise<void> {
    const own = this.#options.cluster.name;
    await Promise.all(
      controllers.flatMap((controller) => {
        const synced = this.#members.all().flatMap((member) => {
          const attached = controller.attach(member);
          return member.cluster.name === own ? [attached] : [];
        });
        return [controller.startSources(), ...synced];
      }),
    );
  }

  #register(name: string, settings: ControllerSettings, create: (parts: ControllerParts) => ManagedController): void {
    if (this.#controllers.has(name)) {
      throw new RuntimeError('MANAGER_STATE', `There are two controllers of the name ${name}; call named() on one.`);
    }
    this.#checkNew(name);
    const mayStart = (): boolean => !this.#isElected({ settings }) || this.isLeader;
    const metrics = this.#metrics.controller(name, settings.maxConcurrent ?? 1);
    const { observer, gate: gateCounters } = metrics;
    const created = create({ mayStart, observer, gateCounters, clock: this.#clock, logger: this.#log });
    metrics.watch(() => created.controller.state());
    this.#controllers.set(name, created);
  }

  #checkNew(name: string): void {
    if (this.#state === 'new') return;
    throw new RuntimeError('MANAGER_STATE', `The controller ${name} comes too late: the manager is ${this.#state}.`);
  }

  /** Without a reconcile a controller would watch nothing, in silence. */
  #checkComplete(): void {
    const names = this.#declared.filter(({ isComplete }) => !isComplete).map(({ name }) => name);
    if (names.length === 0) return;
    throw new RuntimeError(
      'MANAGER_INCOMPLETE',
      `Declared without a reconcile: ${names.join(', ')}. Call reconcile() on what manager.controller() returned, or ` +
        'remove the declaration.',
    );
  }

  readonly #isElected = ({ settings }: { readonly settings: ControllerSettings }): boolean =>
    this.#leadership !== undefined && settings.elected !== false;

  #checkRunning(): void {
    if (this.#state !== 'running') throw new Error(`the manager is ${this.#state}`);
  }

  #checkKinds(): void {
    const { names } = this.#absent;
    if (names.length > 0) throw new Error(`not served: ${names.join(', ')}`);
  }

  #checkElection(): void {
    if (this.#leadership?.isHealthy === false) throw new Error('the lease was not renewed for too long');
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
  return new Manager(options, await createMetrics({ isServed: options.metrics !== false }));
}

function electedWork(elected: readonly ManagedController[]): ElectedWork {
  return {
    start: () => elected.forEach(({ controller }) => controller.start()),
    resume: () => elected.forEach(({ controller }) => controller.resume()),
    abort: (reason) => elected.forEach(({ controller }) => controller.abort(reason)),
    isIdle: () => elected.every(({ controller }) => controller.state().running === 0),
  };
}
