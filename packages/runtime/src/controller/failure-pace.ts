import { type Key, keyId } from '../queue/index.ts';

/** The first repeat of one failure, and the longest time between two, in milliseconds. */
const FIRST_MS = 10_000;
const LONGEST_MS = 600_000;
/**
 * Failures of one key that are distinguished: two that take turns are two, and a text that is new each time is no leak.
 */
const MOST_TEXTS = 4;

interface Reported {
  readonly nextMs: number;
  readonly at: number;
}

/**
 * Which failures of a key are reported: each distinct one at once, the same one again after 10 s, 20 s and so on up to
 * every 10 min. Retries are quick at first and would drown what else a log has.
 */
export class FailurePace<K extends Key> {
  readonly #failing = new Map<string, { readonly key: K; readonly reported: Map<string, Reported> }>();

  isDue(key: K, error: Error, now: number): boolean {
    const id = keyId(key);
    const { reported } = this.#failing.get(id) ?? { reported: new Map<string, Reported>() };
    this.#failing.set(id, { key, reported });
    const text = kindOf(error);
    const before = reported.get(text);
    if (before && now - before.at < before.nextMs) return false;
    reported.delete(text);
    reported.set(text, { at: now, nextMs: before ? Math.min(before.nextMs * 2, LONGEST_MS) : FIRST_MS });
    const [oldest] = reported.keys();
    if (reported.size > MOST_TEXTS && oldest !== undefined) reported.delete(oldest);
    return true;
  }

  /** The key has succeeded: its next failure is news. */
  forget(key: K): void {
    this.#failing.delete(keyId(key));
  }

  drop(isDropped: (key: K) => boolean): void {
    for (const [id, { key }] of this.#failing) if (isDropped(key)) this.#failing.delete(id);
  }
}

/** Ports, counts and times differ from try to try; the failure is the same. */
function kindOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return `${error.name} ${String(code)} ${error.message.replaceAll(/\d+/g, '#')}`;
}
