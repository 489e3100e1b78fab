import type { Clock, Timer } from '@slipway/kube';
import type { Container, Sight } from '../lifecycle/index.ts';
import { ask, type Subject } from './handlers.ts';

type Probe = NonNullable<Container['livenessProbe']>;
type Kind = 'startup' | 'readiness' | 'liveness';

/** What a row of answers adds up to. */
export interface Tally {
  readonly successes: number;
  readonly failures: number;
}

/** The verdict changes only after enough answers of one kind in a row. */
export function judge(probe: Probe, before: boolean | undefined, { successes, failures }: Tally): boolean | undefined {
  if (successes >= (probe.successThreshold ?? 1)) return true;
  if (failures >= (probe.failureThreshold ?? 3)) return false;
  return before;
}

const NAMES: Readonly<Record<Kind, string>> = { startup: 'Startup', readiness: 'Readiness', liveness: 'Liveness' };

const AWAITED_SECONDS = 1;

/** Asks one running container, again and again, as its probes say. */
export class Prober {
  readonly #subject: Subject;
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #ending = new AbortController();
  readonly #timers = new Set<Timer>();
  readonly #verdicts: Partial<Record<Kind, boolean | undefined>> = {};
  #complaint: string | undefined;

  constructor(subject: Subject, clock: Clock, changed: () => void) {
    this.#subject = subject;
    this.#clock = clock;
    this.#changed = changed;
    const { startupProbe } = subject.container;
    if (startupProbe) this.#schedule('startup', startupProbe, startupProbe.initialDelaySeconds ?? 0);
    else this.#startOthers();
  }

  /** What the probes say of the container. */
  sight(): Pick<Sight, 'isStarted' | 'isReady' | 'complaint' | 'unhealthy'> {
    const { startupProbe, readinessProbe } = this.#subject.container;
    const { startup, readiness, liveness } = this.#verdicts;
    const failed = startup === false ? 'startup' : liveness === false ? 'liveness' : undefined;
    return {
      isStarted: !startupProbe || startup === true,
      isReady: !readinessProbe || readiness === true,
      ...(this.#complaint !== undefined && { complaint: this.#complaint }),
      ...(failed && { unhealthy: failed }),
    };
  }

  stop(): void {
    this.#ending.abort();
    for (const timer of this.#timers) timer.cancel();
  }

  #startOthers(): void {
    const { readinessProbe, livenessProbe } = this.#subject.container;
    if (readinessProbe) this.#schedule('readiness', readinessProbe, readinessProbe.initialDelaySeconds ?? 0);
    if (livenessProbe) this.#schedule('liveness', livenessProbe, livenessProbe.initialDelaySeconds ?? 0);
  }

  #schedule(kind: Kind, probe: Probe, seconds: number, tally: Tally = { successes: 0, failures: 0 }): void {
    const timer = this.#clock.timer(seconds * 1000, () => {
      this.#timers.delete(timer);
      void this.#ask(kind, probe, tally);
    });
    this.#timers.add(timer);
  }

  async #ask(kind: Kind, probe: Probe, before: Tally): Promise<void> {
    const late = new AbortController();
    const timer = this.#clock.timer((probe.timeoutSeconds ?? 1) * 1000, () => late.abort());
    const failure = await ask(probe, this.#subject, AbortSignal.any([late.signal, this.#ending.signal]));
    timer.cancel();
    if (this.#ending.signal.aborted) return;
    const tally =
      failure === undefined
        ? { successes: before.successes + 1, failures: 0 }
        : { successes: 0, failures: before.failures + 1 };
    const [verdict, complaint] = [this.#verdicts[kind], this.#complaint];
    this.#verdicts[kind] = judge(probe, verdict, tally);
    if (failure !== undefined) this.#complaint = `${NAMES[kind]} probe failed: ${failure}`;
    if (this.#verdicts[kind] !== verdict || this.#complaint !== complaint) this.#changed();
    if (kind === 'startup' && this.#verdicts.startup === true) return this.#startOthers();
    const { periodSeconds = 10 } = probe;
    // The first success is what all wait for, and being unready for longer changes nothing.
    const isAwaited = kind === 'readiness' && this.#verdicts.readiness !== true;
    this.#schedule(kind, probe, isAwaited ? Math.min(AWAITED_SECONDS, periodSeconds) : periodSeconds, tally);
  }
}
