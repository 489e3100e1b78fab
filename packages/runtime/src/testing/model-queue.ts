interface ModelEntry {
  priority: number;
  readyAt: number | null;
  seq: number;
  readySeq: number;
}

/**
 * What the work queue must do for keys of one cluster, written as plainly as possible: linear scans,
 * no timers, time moves by `advance`. The real queue is compared with it by random histories.
 */
export class ModelQueue {
  readonly entries = new Map<string, ModelEntry>();
  /** Keys in work, and when they were handed out. */
  readonly processing = new Map<string, number>();
  /** Failing keys: how many back-offs they have had, and when the last one ends. */
  readonly failing = new Map<string, { readonly waits: number; readonly until: number }>();
  shuttingDown = false;
  #now = 0;
  #seq = 0;
  #handOuts = 0;

  add(key: string, options: { afterMs?: number; rateLimited?: boolean; priority?: number } = {}): void {
    if (this.shuttingDown) return;
    const { afterMs = 0, priority = 0, rateLimited = false } = options;
    const at = rateLimited ? this.#failed(key, afterMs) : this.#now + afterMs;
    const readyAt = at > this.#now ? at : null;
    const entry = this.entries.get(key);
    if (!entry) {
      this.entries.set(key, { priority, readyAt, seq: this.#seq++, readySeq: this.#seq++ });
      return;
    }
    if (priority > entry.priority) Object.assign(entry, { priority, seq: this.#seq++ });
    if (entry.readyAt === null) return;
    if (readyAt === null) Object.assign(entry, { readyAt, readySeq: this.#seq++ });
    else entry.readyAt = Math.min(entry.readyAt, readyAt);
  }

  /** Time passes; keys whose delay ends become ready in the order of their times. */
  advance(ms: number): void {
    this.#now += ms;
    const due = [...this.entries.values()].filter((entry) => entry.readyAt !== null && entry.readyAt <= this.#now);
    for (const entry of due.toSorted((a, b) => (a.readyAt ?? 0) - (b.readyAt ?? 0))) {
      Object.assign(entry, { readyAt: null, seq: this.#seq++, readySeq: this.#seq++ });
    }
  }

  /** The key that comes next, or undefined when none is ready. */
  get(): string | undefined {
    if (this.shuttingDown) return undefined;
    const ready = [...this.entries].filter(([key, entry]) => entry.readyAt === null && !this.processing.has(key));
    if (ready.length === 0) return undefined;
    this.#handOuts++;
    const byAge = this.#handOuts % 10 === 0;
    const [next] = ready.toSorted(([, a], [, b]) =>
      byAge ? a.readySeq - b.readySeq : b.priority - a.priority || a.seq - b.seq,
    );
    const key = next?.[0] ?? '';
    this.entries.delete(key);
    this.processing.set(key, this.#now);
    return key;
  }

  done(key: string): void {
    this.processing.delete(key);
  }

  forget(key: string): void {
    this.failing.delete(key);
  }

  /** Only a try from after the end of a back-off makes the next one; an earlier one leaves it as it is. */
  #failed(key: string, afterMs: number): number {
    const began = this.processing.get(key) ?? this.#now;
    let { waits, until } = this.failing.get(key) ?? { waits: 0, until: began };
    if (began >= until) {
      until = this.#now + Math.min(1_000_000, 5 * 2 ** waits);
      waits++;
    }
    until = Math.max(until, this.#now + afterMs);
    this.failing.set(key, { waits, until });
    return until;
  }
}
