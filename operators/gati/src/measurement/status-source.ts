import type {
  Duration,
  Instant,
  ITrafficSource,
  Known,
  TrafficSample,
  VersionRef,
} from '@gati-framework/contracts/deployment';
import type { Clock } from '@slipway/kube';
import { keyOf } from './version-traffic.ts';

/** What a route manager has written into the status of a version. */
export interface TrafficReport {
  /** Requests ever: it only grows. */
  readonly count: number;
  readonly at: Instant;
}

export interface StatusSourceOptions {
  /** The report in the version's status, where there is one. */
  readonly report: (version: VersionRef) => TrafficReport | undefined;
  /** Requests in flight are no count that anybody reports: they are scraped. */
  readonly inFlight: Pick<ITrafficSource, 'sample'>;
  readonly clock: Clock;
}

const MOST_REPORTS = 16;

/** Traffic as a route manager reports it (G-95). */
export class StatusSource implements ITrafficSource {
  readonly #options: StatusSourceOptions;
  readonly #reports = new Map<string, readonly TrafficReport[]>();

  constructor(options: StatusSourceOptions) {
    this.#options = options;
  }

  async sample(version: VersionRef, interval: Duration): Promise<TrafficSample> {
    const requests = this.#requests(version, interval);
    const { inFlight } = await this.#options.inFlight.sample(version, interval);
    return { requests, inFlight };
  }

  #requests(version: VersionRef, interval: Duration): Known<number> {
    const key = keyOf(version);
    const report = this.#options.report(version);
    if (!report) {
      this.#reports.delete(key);
      return { unknown: 'no route manager has reported' };
    }
    const { reports, result } = countReport(this.#reports.get(key) ?? [], report, interval, this.#options.clock.wall());
    this.#reports.set(key, reports);
    return result;
  }
}

/** Known at the time of the report, not of the look: the same report twice says nothing new. */
export function countReport(
  earlier: readonly TrafficReport[],
  report: TrafficReport,
  interval: Duration,
  now: Instant,
): { readonly reports: readonly TrafficReport[]; readonly result: Known<number> } {
  const last = earlier.at(-1);
  if (last && report.count < last.count)
    return { reports: [report], result: { unknown: `trafficCount fell from ${last.count} to ${report.count}` } };
  const reports = last?.at === report.at ? earlier : [...earlier, report].slice(-MOST_REPORTS);
  if (now - report.at > 2 * interval)
    return { reports, result: { unknown: 'the last report is older than two intervals' } };
  const baseline = reports.findLast(({ at }) => at <= report.at - interval / 2);
  if (!baseline) return { reports, result: { unknown: 'no baseline yet' } };
  return { reports, result: { value: report.count - baseline.count, at: report.at } };
}
