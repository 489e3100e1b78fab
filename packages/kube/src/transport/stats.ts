/** Upper ends of the duration buckets in seconds: those of client-go, so that dashboards agree. */
export const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60] as const;

export interface RequestCount {
  readonly method: string;
  /** HTTP status, or `<error>` where no answer came. */
  readonly code: string;
  readonly count: number;
}

export interface RequestDurations {
  readonly method: string;
  /** Sends by the bucket of their time to the whole answer (of a stream: its headers); the last entry counts the slower ones. */
  readonly counts: readonly number[];
  readonly sumSeconds: number;
}

/** What one transport has sent, as a value: the source of the `rest_client_*` metrics. */
export interface TransportStats {
  /** Every send, retries included. */
  readonly requests: readonly RequestCount[];
  /** Sends that repeat an earlier one, by what that one came to. */
  readonly retries: readonly RequestCount[];
  readonly durations: readonly RequestDurations[];
  /** Open sockets per lane. */
  readonly sockets: Readonly<Record<'watch' | 'request' | 'election', number>>;
}

export class StatsRecorder {
  readonly #requests = new Map<string, { method: string; code: string; count: number }>();
  readonly #retries = new Map<string, { method: string; code: string; count: number }>();
  readonly #durations = new Map<string, { method: string; counts: number[]; sumSeconds: number }>();

  sent(method: string, code: string, seconds: number): void {
    count(this.#requests, method, code);
    let durations = this.#durations.get(method);
    if (!durations) {
      durations = { method, counts: Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0), sumSeconds: 0 };
      this.#durations.set(method, durations);
    }
    const found = DURATION_BUCKETS.findIndex((limit) => seconds <= limit);
    const bucket = found < 0 ? DURATION_BUCKETS.length : found;
    durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
    durations.sumSeconds += seconds;
  }

  retried(method: string, code: string): void {
    count(this.#retries, method, code);
  }

  read(sockets: TransportStats['sockets']): TransportStats {
    return {
      requests: [...this.#requests.values()].map((entry) => ({ ...entry })),
      retries: [...this.#retries.values()].map((entry) => ({ ...entry })),
      durations: [...this.#durations.values()].map((entry) => ({ ...entry, counts: [...entry.counts] })),
      sockets,
    };
  }
}

function count(into: Map<string, { method: string; code: string; count: number }>, method: string, code: string): void {
  const key = `${method} ${code}`;
  const entry = into.get(key);
  if (entry) entry.count += 1;
  else into.set(key, { method, code, count: 1 });
}
