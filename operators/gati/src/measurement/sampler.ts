import type {
  Duration,
  Instant,
  ITrafficSource,
  TrafficSample,
  VersionRef,
} from '@gati-framework/contracts/deployment';
import type { Clock, Timer } from '@slipway/kube';
import { keyOf } from './version-traffic.ts';

export interface WantedSamples {
  readonly version: VersionRef;
  readonly source: ITrafficSource;
  readonly intervalMs: Duration;
}

export interface TrafficSamplerOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Called with each sample. What it does with it is its own; it should be short. */
  readonly onSample: (version: VersionRef, sample: TrafficSample) => void;
}

/** With the time at which it was taken: one that knows nothing has no other. */
export interface TakenSample {
  readonly sample: TrafficSample;
  readonly at: Instant;
  /** Since when nothing but zeros was counted, each within two intervals of the one before; undefined without any. */
  readonly quietSince?: Instant;
}

interface Watched extends WantedSamples {
  timer: Timer | undefined;
  latest: TakenSample | undefined;
}

/** Versions of one operator start to drain together; their scrapes need not. */
const JITTER_MS: Duration = 5_000;

/**
 * Samples versions at their interval, give or take five seconds, for as long as their owner wants it (G-96).
 *
 * Owners say the whole set each time, as a reconcile does. A version is sampled at once when it is new, then never
 * while its last sample is still under way. Nothing is stored here but the newest sample.
 */
export class TrafficSampler {
  readonly #options: TrafficSamplerOptions;
  readonly #owners = new Map<string, Map<string, Watched>>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: TrafficSamplerOptions) {
    this.#options = options;
  }

  /** From now on the versions of `owner` that are sampled are these. */
  want(owner: string, wanted: readonly WantedSamples[]): void {
    const before = this.#owners.get(owner) ?? new Map<string, Watched>();
    const after = new Map<string, Watched>();
    for (const want of wanted) {
      const key = keyOf(want.version);
      const known = before.get(key);
      const isSame = known?.source === want.source && known.intervalMs === want.intervalMs;
      after.set(key, isSame ? known : { ...want, timer: undefined, latest: known?.latest });
    }
    if (after.size === 0) this.#owners.delete(owner);
    else this.#owners.set(owner, after);
    for (const [key, watched] of before) if (after.get(key) !== watched) watched.timer?.cancel();
    for (const [key, watched] of after) if (before.get(key) !== watched) this.#start(owner, key, watched);
  }

  latest(owner: string, version: VersionRef): TakenSample | undefined {
    return this.#owners.get(owner)?.get(keyOf(version))?.latest;
  }

  /** Ends all sampling and waits for the samples under way. */
  async close(): Promise<void> {
    for (const owner of this.#owners.keys()) this.want(owner, []);
    await Promise.all(this.#running);
  }

  #start(owner: string, key: string, watched: Watched): void {
    const running = this.#sample(owner, key, watched).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #sample(owner: string, key: string, watched: Watched): Promise<void> {
    const { clock, random, onSample } = this.#options;
    const { version, source, intervalMs } = watched;
    const started = clock.now();
    const sample = await source.sample(version, intervalMs).catch(failed);
    if (this.#owners.get(owner)?.get(key) !== watched) return;
    watched.latest = { sample, at: clock.wall(), ...rowOf(watched, sample) };
    // From start to start, so that a slow pod does not stretch the interval.
    const wait = intervalMs + (random() * 2 - 1) * Math.min(JITTER_MS, intervalMs / 12) - (clock.now() - started);
    watched.timer = clock.timer(Math.max(0, wait), () => this.#start(owner, key, watched));
    onSample(version, sample);
  }
}

/** Of a time that nobody looked at nothing is known; and who reads samples may have missed the one before (G-154). */
function rowOf({ latest, intervalMs }: Watched, { requests }: TrafficSample): Pick<TakenSample, 'quietSince'> {
  if (requests.value !== 0) return {};
  const isInRow = latest !== undefined && requests.at - latest.at <= 2 * intervalMs;
  return { quietSince: (isInRow ? latest.quietSince : undefined) ?? requests.at };
}

/** The sources here never reject; one from outside may. */
function failed(error: unknown): TrafficSample {
  const unknown = `the traffic source failed: ${error instanceof Error ? error.message : String(error)}`;
  return { requests: { unknown }, inFlight: { unknown } };
}
