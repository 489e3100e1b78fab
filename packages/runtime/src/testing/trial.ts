import { type AnyKind, type Client, type Clock, type Cluster, realClock } from '@slipway/kube';
import { Namespace } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import { type CrashPoint, crashSchedule, writesIn } from './crash-point.ts';
import { describeDifference, firstDifference } from './difference.ts';
import { normaliseState } from './normalise.ts';
import { readState } from './observed-state.ts';
import { OperatorLife, type StartOperator } from './operator-life.ts';
import { type PassingTime, passingTime } from './passing-time.ts';
import { quietFrom } from './quiet.ts';
import { type RoleOf, RolePeaks } from './role-peaks.ts';

/** What a scenario has at hand: the part of the world that no fault touches. */
export interface ScenarioContext {
  readonly client: Client;
  readonly namespace: string;
  /** Waits until it returns neither false nor undefined and does not throw. How long is for the harness to say. */
  readonly until: (condition: () => unknown) => Promise<void>;
}

export interface TrialOptions {
  /** Of the API server, as an administrator. */
  readonly kubeconfig: string;
  /** The kinds that the operator reads and writes; all are namespaced. */
  readonly kinds: readonly AnyKind[];
  readonly start: StartOperator;
  /** What a user does, step by step; it ends when the operator has done its part. */
  readonly scenario: (world: ScenarioContext) => Promise<void>;
  /** What else the end state is made of: rows of a table, things in another system. */
  readonly endState?: (world: ScenarioContext) => unknown;
  /** Called with each state, to mark what this operator alone makes different in each run. */
  readonly normalise?: (state: unknown) => unknown;
  /** @default by kind, owner and name without its generated part */
  readonly role?: RoleOf;
  /** Whether the operator's time is a fake one that the harness moves. @default 'real' */
  readonly time?: 'real' | 'fake';
  /** How long each step may take, in milliseconds of the operator's time. @default 15_000 */
  readonly withinMs?: number;
}

const LOOK_MS = 5;

/** One run of the scenario in a namespace of its own, with at most one crash. */
export class Trial {
  readonly namespace: string;
  readonly lives: OperatorLife[] = [];
  readonly roles: RolePeaks;
  readonly time: PassingTime;
  readonly #options: TrialOptions;
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #over = new AbortController();
  /** From here on the operator that is left must be quiet. */
  #unrest: (() => Promise<string | undefined>) | undefined;

  static async prepare(options: TrialOptions, cluster: Cluster): Promise<Trial> {
    const created = await cluster.client.create(Namespace, { metadata: { generateName: 'crash-' } });
    const trial = new Trial(options, cluster, created.metadata.name);
    await trial.roles.watch(cluster, options.kinds, trial.namespace);
    return trial;
  }

  private constructor(options: TrialOptions, cluster: Cluster, namespace: string) {
    this.#options = options;
    this.#cluster = cluster;
    this.namespace = namespace;
    this.roles = new RolePeaks(options.role);
    this.#clock = options.time === 'fake' ? new FakeClock() : realClock;
    this.time = passingTime(this.#clock, () => this.lives.every(({ proxy }) => proxy.isSettled));
  }

  /** The operator that runs now. */
  get current(): OperatorLife | undefined {
    return this.lives.at(-1);
  }

  /** Runs the scenario. Whether the crash came to pass: a run may have fewer writes than the one it was counted in. */
  async run(point?: CrashPoint): Promise<boolean> {
    const { scenario, kinds } = this.#options;
    await this.#begin(point ? crashSchedule(point, writesIn(this.namespace, kinds)) : []);
    const played = this.#settled(scenario(this.#world()));
    const hasFailed = (): boolean => played.result !== undefined && 'error' in played.result;
    const isStruck = (): boolean => this.current?.hasStruck ?? false;
    if (point) await this.#waitFor('the crash', () => isStruck() || hasFailed(), { orElse: 'go on' });
    const hasStruck = isStruck();
    if (hasStruck) {
      this.current?.kill();
      await this.#begin([]);
    }
    await this.#waitFor('the end of the scenario', () => played.result !== undefined);
    if (played.result && 'error' in played.result) throw played.result.error;
    return hasStruck;
  }

  /** The state by now, normalised. */
  async state(): Promise<unknown> {
    const { kinds, endState, normalise = (state) => state } = this.#options;
    const { client } = this.#cluster;
    const objects = normaliseState(await readState({ client, kinds, namespace: this.namespace }));
    return normalise(endState ? { objects, other: await endState(this.#world()) } : { objects });
  }

  /** Waits for the state to be this one. Rejects with the difference that is left (O-1). */
  async reach(expected: unknown): Promise<void> {
    let found = firstDifference(expected, await this.state());
    const isReached = async (): Promise<boolean> => {
      found = firstDifference(expected, await this.state());
      return found === undefined;
    };
    await this.#waitFor('the end state', isReached, { orElse: 'go on' });
    if (found) throw new Error(`the end state differs: ${describeDifference(found)}`);
  }

  /** From now on nothing may happen any more. */
  async beQuiet(): Promise<void> {
    const { kinds } = this.#options;
    const { client } = this.#cluster;
    const proxy = this.current?.proxy;
    this.#unrest = await quietFrom({ client, kinds, namespace: this.namespace, ...(proxy && { proxy }) });
  }

  /** Rejects if something happened since (O-2). */
  async expectQuiet(): Promise<void> {
    const sign = await this.#unrest?.();
    if (sign !== undefined) throw new Error(`it is not quiet after the end: ${sign}`);
  }

  async end(): Promise<void> {
    this.#over.abort(new Error('The trial is over.'));
    await this.roles.stop();
    const ended = this.#settled(Promise.all(this.lives.map((life) => life.end())));
    await this.#waitFor('the operator to stop', () => ended.result !== undefined);
  }

  async #begin(schedule: Parameters<typeof OperatorLife.begin>[2]['schedule']): Promise<void> {
    const { start, kubeconfig } = this.#options;
    const { namespace } = this;
    this.lives.push(await OperatorLife.begin(start, kubeconfig, { namespace, clock: this.#clock, schedule }));
  }

  async #waitFor(
    what: string,
    condition: () => boolean | Promise<boolean>,
    { orElse = 'fail' }: { readonly orElse?: 'fail' | 'go on' } = {},
  ): Promise<void> {
    const { withinMs = 15_000 } = this.#options;
    const holds = await this.time.until(() => this.current?.failure !== undefined || condition(), withinMs);
    const failure = this.current?.failure;
    if (failure) throw new Error('the operator did not start', { cause: failure.error });
    if (!holds && orElse === 'fail') throw new Error(`waited ${withinMs} ms in vain for ${what}`);
  }

  #world(): ScenarioContext {
    const { signal } = this.#over;
    return {
      client: this.#cluster.client,
      namespace: this.namespace,
      // It only looks: the harness moves the time and knows when it is too late.
      async until(condition) {
        for (;;) {
          const holds = await Promise.resolve()
            .then(condition)
            .catch(() => false);
          if (holds !== false && holds !== undefined) return;
          await realClock.sleep(LOOK_MS, signal);
        }
      },
    };
  }

  #settled(promise: Promise<unknown>): { result: object | undefined } {
    const box: { result: object | undefined } = { result: undefined };
    promise.then(
      () => (box.result = {}),
      (error: unknown) => (box.result = { error }),
    );
    return box;
  }
}
