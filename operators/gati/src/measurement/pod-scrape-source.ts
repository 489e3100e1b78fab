import type {
  Duration,
  Instant,
  ITrafficSource,
  Known,
  TrafficSample,
  VersionRef,
} from '@gati-framework/contracts/deployment';
import type { Clock } from '@slipway/kube';
import {
  accountOf,
  baselineAt,
  emptyRound,
  type Increase,
  increaseOf,
  type PodReading,
  type ScrapeRound,
} from './accounting.ts';
import type { PodHistory, PodThatRan } from './pod-history.ts';
import type { PodScraper } from './pod-scraper.ts';
import { keyOf, type VersionLookup, type VersionTraffic } from './version-traffic.ts';

export interface PodScrapeOptions {
  readonly pods: PodHistory;
  readonly scraper: PodScraper;
  readonly lookup: VersionLookup;
  readonly clock: Clock;
}

interface Look {
  readonly previous: ScrapeRound | undefined;
  readonly round: ScrapeRound;
  readonly ran: readonly PodThatRan[];
}

const MOST_ROUNDS = 64;
const FORGET_AFTER_MS: Duration = 60 * 60_000;

/**
 * Traffic by the pods' own metrics (G-93): nothing but the cluster is needed.
 *
 * Looks are kept, and a sample is what was counted since the one about an interval ago; so consumers with intervals
 * of their own do not take each other's baselines. After a restart there is none, and the first answer is unknown.
 */
export class PodScrapeSource implements ITrafficSource {
  readonly #options: PodScrapeOptions;
  readonly #rounds = new Map<string, ScrapeRound[]>();

  constructor(options: PodScrapeOptions) {
    this.#options = options;
  }

  async sample(version: VersionRef, interval: Duration): Promise<TrafficSample> {
    const look = await this.#look(version, interval);
    return 'unknown' in look ? { requests: look, inFlight: look } : accountOf(look.previous, look.round, look.ran);
  }

  /** All that the counters rose by: what built-in metrics are made of. */
  async increase(version: VersionRef, interval: Duration): Promise<Known<Increase>> {
    const look = await this.#look(version, interval);
    if ('unknown' in look) return look;
    const { round, ran, previous = emptyRound(ran, this.#options.pods.knownSince) } = look;
    return increaseOf(previous, round, ran);
  }

  async #look(version: VersionRef, interval: Duration): Promise<Look | { readonly unknown: string }> {
    const { lookup, clock, pods } = this.#options;
    const about = lookup(version);
    if (!about) return { unknown: `version ${version.versionId} is not known` };
    // Before the scrapes: a pod that starts meanwhile is the next look's.
    const at = clock.wall();
    const rounds = this.#roundsOf(version, at);
    // Half an interval: samples are jittered, and the one before is meant even where it is a little too young.
    const previous = baselineAt(rounds, at - interval / 2);
    const ran = pods.ran(version.namespace, about.podLabels, previous?.at ?? at - interval);
    if (ran.unknown !== undefined) return ran;
    const round = { at, pods: await this.#scrape(version, about, ran.value) };
    rounds.push(round);
    if (rounds.length > MOST_ROUNDS) rounds.shift();
    return { previous, round, ran: ran.value };
  }

  async #scrape(
    { namespace }: VersionRef,
    { metricsPath, metricsPort }: VersionTraffic,
    ran: readonly PodThatRan[],
  ): Promise<ReadonlyMap<string, PodReading>> {
    const running = ran.filter(({ goneAt }) => goneAt === undefined);
    const readings = await Promise.all(
      running.map(async ({ uid, name, restarts, probes }): Promise<[string, PodReading]> => {
        const own = { metrics: metricsPath, probes };
        return [
          uid,
          {
            restarts,
            metrics: await this.#options.scraper.scrape({ namespace, pod: name, uid, port: metricsPort, own }),
          },
        ];
      }),
    );
    return new Map(readings);
  }

  #roundsOf(version: VersionRef, now: Instant): ScrapeRound[] {
    const key = keyOf(version);
    const rounds = this.#rounds.get(key) ?? [];
    // The least recently asked for come first, and go when nobody has asked for long.
    this.#rounds.delete(key);
    this.#rounds.set(key, rounds);
    for (const [other, [...old]] of this.#rounds) {
      if ((old.at(-1)?.at ?? now) > now - FORGET_AFTER_MS) break;
      this.#rounds.delete(other);
    }
    return rounds;
  }
}
