import type { WatchCallback, WatchEvent, WatchHandle, WatchOptions } from '@gati-framework/contracts/deployment';
import { hasLabels, keyOf, refOf, type Stored } from './stored.ts';

/** Everyone who watches. Each has a line of its own, so that a slow callback keeps nobody else waiting. */
export class Watchers {
  readonly #watchers = new Set<Watcher>();

  add(
    kind: string,
    namespace: string,
    callback: WatchCallback,
    options: WatchOptions,
    existing: readonly Stored[],
  ): WatchHandle {
    const watcher = new Watcher(kind, namespace, callback, options);
    for (const object of existing) watcher.see('ADDED', object);
    const synced = watcher.settled();
    if (!options.signal?.aborted) this.#watchers.add(watcher);
    const end = (): void => {
      watcher.end();
      this.#watchers.delete(watcher);
    };
    options.signal?.addEventListener('abort', end, { once: true });
    return {
      synced,
      stop: async () => {
        end();
        await watcher.settled();
      },
    };
  }

  tell(type: WatchEvent['type'], object: Stored): void {
    for (const watcher of this.#watchers) watcher.see(type, object);
  }

  /** Resolves when every event so far was handed out. */
  async settled(): Promise<void> {
    await Promise.all([...this.#watchers].map((watcher) => watcher.settled()));
  }
}

class Watcher {
  readonly #kind: string;
  readonly #namespace: string;
  readonly #callback: WatchCallback;
  readonly #labels: WatchOptions['labels'];
  readonly #seen = new Set<string>();
  #isOver = false;
  #line: Promise<void> = Promise.resolve();

  constructor(kind: string, namespace: string, callback: WatchCallback, { labels }: WatchOptions) {
    this.#kind = kind;
    this.#namespace = namespace;
    this.#callback = callback;
    this.#labels = labels;
  }

  see(type: WatchEvent['type'], object: Stored): void {
    if (object.kind !== this.#kind) return;
    if (this.#namespace !== '' && object.metadata.namespace !== this.#namespace) return;
    const key = keyOf(refOf(object));
    const wasSeen = this.#seen.has(key);
    const isSeen = type !== 'DELETED' && hasLabels(object, this.#labels);
    if (isSeen) this.#seen.add(key);
    else this.#seen.delete(key);
    if (isSeen || wasSeen)
      this.#hand({ type: isSeen ? (wasSeen ? 'MODIFIED' : 'ADDED') : 'DELETED', resource: object });
  }

  #hand({ type, resource }: WatchEvent): void {
    const event = { type, resource: structuredClone(resource) };
    this.#line = this.#line
      .then(() => (this.#isOver ? undefined : this.#callback(event)))
      // An error of a callback is its owner's; the watch goes on.
      .catch(() => undefined);
  }

  end(): void {
    this.#isOver = true;
  }

  async settled(): Promise<void> {
    await this.#line;
  }
}
