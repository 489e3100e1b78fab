import { FakeClock, seededRandom } from '@slipway/kube/testing';
import type { KubeRequest, Transport } from '@slipway/kube/transport';
import { Elector } from '../../src/election/index.ts';
import { LeaseServer } from './lease-server.ts';
import { link, type Passage } from './link.ts';
import { ProcessClock } from './process-clock.ts';

export interface Weather {
  /** Shares of requests that meet each fault, from 0 to 1. */
  readonly lost: number;
  readonly answerLost: number;
  readonly refused: number;
  readonly conflict: number;
  /** Longest time of each way, in milliseconds. */
  readonly slowMs: number;
}

export const FAIR_WEATHER: Weather = { lost: 0, answerLost: 0, refused: 0, conflict: 0, slowMs: 10 };

export interface ElectionModelOptions {
  /** False: the elected acts until it is notified of the loss, as with a timer alone. @default true */
  readonly heedTenure?: boolean;
}

interface Process {
  readonly index: number;
  readonly clock: ProcessClock;
  elector: Elector;
  /** Whether it has ever seen the Lease: a process that has not takes a missing one for free. */
  hasSeen: boolean;
  isCutOff: boolean;
}

/**
 * Processes that stand for one Lease in true time, and the oracle that watches them: at no moment may
 * two act, and one that was followed by another never acts again in the same term.
 */
export class ElectionModel {
  readonly clock = new FakeClock();
  readonly server = new LeaseServer();
  weather: Weather = FAIR_WEATHER;
  /** How many terms there were. */
  terms = 0;
  /** What should never have happened, with the true time. */
  readonly violations: string[] = [];
  readonly #random: () => number;
  readonly #rates: readonly number[];
  readonly #heedTenure: boolean;
  readonly #processes: Process[] = [];
  readonly #past = new Set<Elector>();
  #current: Elector | undefined;
  #candidacies = 0;
  #deletedAt = Number.NEGATIVE_INFINITY;

  constructor(seed: number, rates: readonly number[], { heedTenure = true }: ElectionModelOptions = {}) {
    this.#heedTenure = heedTenure;
    this.#random = seededRandom(BigInt(seed));
    this.#rates = rates;
    for (const index of rates.keys()) this.#boot(index);
  }

  /** The identities that may act now. */
  acting(): string[] {
    return this.#processes.filter((process) => this.#isActing(process)).map(({ elector }) => elector.identity);
  }

  /**
   * Notes what breaks the rule at this moment. Leave to act is only ever given with a call of
   * `onChange` or when a process wakes, and otherwise runs out; so these are the moments to look.
   */
  #check(): void {
    const acting = this.#processes.filter((process) => this.#isActing(process));
    if (acting.length > 1) this.#note(`${acting.map(({ elector }) => elector.identity).join(' and ')} act at once`);
    const elector = acting[0]?.elector;
    if (elector === undefined || elector === this.#current) return;
    if (this.#past.has(elector)) this.#note(`${elector.identity} acts again after another has acted`);
    if (this.#current) this.#past.add(this.#current);
    this.#current = elector;
    this.terms += 1;
  }

  #note(violation: string): void {
    this.violations.push(`at ${this.clock.now()} ms ${violation}`);
  }

  /** The event loop is blocked, or the machine suspended, for `ms`. */
  holdUp(index: number, ms: number, suspended: boolean): void {
    const process = this.#process(index);
    if (!process.clock.isRunning) return;
    process.clock.holdUp({ suspended });
    this.clock.timer(ms, () => {
      process.clock.resume();
      // What was queued behind the block acts before anything else.
      this.#check();
    });
  }

  stepWall(index: number, ms: number): void {
    this.#process(index).clock.stepWall(ms);
  }

  cutOff(index: number, ms: number): void {
    const process = this.#process(index);
    process.isCutOff = true;
    this.clock.timer(ms, () => {
      process.isCutOff = false;
    });
  }

  /** Ends the process without a word and starts another in its place after `ms`. */
  crash(index: number, ms: number): void {
    const { clock } = this.#process(index);
    if (clock.isDead) return;
    clock.die();
    this.clock.timer(ms, () => this.#whenSafe(() => this.#boot(index)));
  }

  /** Ends the process in order and starts another in its place after `ms`. */
  restart(index: number, ms: number): void {
    const { clock, elector } = this.#process(index);
    if (clock.isDead) return;
    clock.deliver(() => void elector.release());
    this.clock.timer(ms, () => {
      if (clock.isDead) return;
      clock.die();
      this.#whenSafe(() => this.#boot(index));
    });
  }

  /**
   * Deletes the Lease. Not while a process has yet to see it: such a one would take the missing Lease
   * for a first start, which is the documented limit of the guarantee.
   */
  deleteLease(): void {
    if (!this.#processes.every(({ hasSeen }) => hasSeen)) return;
    this.#deletedAt = this.clock.now();
    this.server.delete();
  }

  /** Ends everything. */
  async end(): Promise<void> {
    await Promise.all(this.#processes.map(({ elector }) => elector.stop()));
  }

  #isActing({ clock, elector }: Process): boolean {
    return clock.isRunning && (this.#heedTenure ? elector.tenure.mayAct() : elector.phase === 'leader');
  }

  #process(index: number): Process {
    return this.#processes[index] as Process;
  }

  /** The other half of `deleteLease`: nobody starts between a deletion and the end of what came before it. */
  #whenSafe(start: () => void): void {
    if (this.server.hasLease || this.clock.now() >= this.#deletedAt + 15_000) start();
    else this.clock.timer(1_000, () => this.#whenSafe(start));
  }

  #boot(index: number): void {
    const rate = this.#rates[index] ?? 1;
    const clock = new ProcessClock(this.clock, { rate, origin: this.#random() * 1e6 });
    const process: Process = { index, clock, hasSeen: false, isCutOff: false, elector: undefined as never };
    this.#processes[index] = process;
    this.#stand(process);
  }

  #stand(process: Process): void {
    const { index, clock } = process;
    process.hasSeen = false;
    const line = link(this.server, {
      clock: this.clock,
      clientClock: clock,
      deliver: (fn) => clock.deliver(fn),
      passage: () => this.#passage(process),
    });
    const json: Transport['json'] = async <T>(request: KubeRequest): Promise<T> => {
      const answer = await line.json<T>(request);
      process.hasSeen = true;
      return answer;
    };
    process.elector = new Elector(
      { ...line, json },
      {
        name: 'operator',
        namespace: 'system',
        identity: `${index}.${this.#candidacies++}`,
        clock,
        random: this.#random,
        // As `onLost: 'standby'` does, all work having ended.
        onLost: () => this.#whenSafe(() => clock.deliver(() => this.#stand(process))),
      },
    );
    process.elector.tenure.onChange(() => this.#check());
    void process.elector.start();
  }

  #passage(process: Process): Passage {
    if (process.isCutOff) return { fault: 'lost' };
    const { lost, answerLost, refused, conflict, slowMs } = this.weather;
    const shares = { lost, 'answer lost': answerLost, refused, conflict };
    let left = this.#random();
    const fault = (Object.keys(shares) as (keyof typeof shares)[]).find((name) => (left -= shares[name]) < 0);
    return {
      thereMs: this.#random() * slowMs,
      backMs: this.#random() * slowMs,
      ...(fault && { fault }),
    };
  }
}
