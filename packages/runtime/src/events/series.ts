import type { RecordedEvent } from './event.ts';

/** Equal events after this time without one are a new event, in milliseconds. */
const SERIES_ENDS_MS = 6 * 60_000;
/** How often a running series is written again, so that the server does not let it expire. */
const REFRESH_MS = 30 * 60_000;
/** Most series kept; the longest unused is forgotten first. */
const MOST_SERIES = 4096;
/**
 * Events of one object and reason at once, and one more for each `REFILL_MS` after. Not of the object alone: what
 * happens often would leave nothing for how it ends.
 */
const BURST = 25;
const REFILL_MS = 300_000;

/** What must be sent: a new event, or the count of one that was sent. */
export type Send =
  | { readonly do: 'create'; readonly series: Series }
  | { readonly do: 'update'; readonly series: Series };

/** Equal events (object, type, reason, action, note) recorded as one. */
export interface Series {
  readonly event: RecordedEvent;
  /** The name of the Event object, made from the object's and the first occurrence. */
  readonly name: string;
  /** The run that recorded the first of them. */
  readonly reconcileID: string | undefined;
  /** Wall time of the first and last occurrence, in milliseconds. */
  readonly firstAt: number;
  lastAt: number;
  count: number;
  /** The count and the time that were last sent. */
  sentCount: number;
  sentAt: number;
}

interface Tokens {
  readonly left: number;
  readonly at: number;
}

/**
 * Which of many events are sent. Time is an argument, so that this is a plain state machine:
 * the first of equal events is sent, the second starts a series, the rest are counted.
 */
export class EventSeries {
  readonly #series = new Map<string, Series>();
  readonly #tokens = new Map<string, Tokens>();
  #names = 0;

  /** Takes an event in; undefined when nothing has to be sent for it now, `refused` when it is one too many. */
  record(event: RecordedEvent, now: number, reconcileID?: string): Send | 'refused' | undefined {
    const key = JSON.stringify(event);
    const running = this.#series.get(key);
    if (running && now - running.lastAt < SERIES_ENDS_MS) {
      running.count++;
      running.lastAt = now;
      touch(this.#series, key, running);
      return running.count === 2 ? sent({ do: 'update', series: running }, now) : undefined;
    }
    const { regarding, type, reason } = event;
    if (!this.#admit(JSON.stringify([regarding, type, reason]), now)) return 'refused';
    // The prefix is cut so that the name fits; the suffix makes it unique in this process and improbable elsewhere.
    const name = `${regarding.name.slice(0, 220)}.${now.toString(16)}${(this.#names++ % 4096).toString(16).padStart(3, '0')}`;
    const series: Series = { event, name, reconcileID, firstAt: now, lastAt: now, count: 1, sentCount: 1, sentAt: now };
    touch(this.#series, key, series);
    return { do: 'create', series };
  }

  /** Series that have ended or have long not been written. Called now and then, and by `flush` with `all`. */
  due(now: number, all = false): Send[] {
    const sends: Send[] = [];
    for (const [key, series] of this.#series) {
      const hasEnded = now - series.lastAt >= SERIES_ENDS_MS;
      if (series.count > series.sentCount && (all || hasEnded || now - series.sentAt >= REFRESH_MS)) {
        sends.push(sent({ do: 'update', series }, now));
      }
      if (hasEnded) this.#series.delete(key);
    }
    return sends;
  }

  #admit(key: string, now: number): boolean {
    const { left, at } = this.#tokens.get(key) ?? { left: BURST, at: now };
    const refilled = Math.min(BURST, left + (now - at) / REFILL_MS);
    const isAdmitted = refilled >= 1;
    touch(this.#tokens, key, { left: isAdmitted ? refilled - 1 : refilled, at: now });
    return isAdmitted;
  }
}

function sent<S extends Send>(send: S, now: number): S {
  send.series.sentCount = send.series.count;
  send.series.sentAt = now;
  return send;
}

/** Sets an entry as the most recently used, and drops the least when there are too many. */
function touch<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_SERIES && oldest !== undefined) map.delete(oldest);
}
