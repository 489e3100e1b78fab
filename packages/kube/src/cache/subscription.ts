import type { AnyObject, DeepReadonly, Stored } from '../kinds/index.ts';
import type { Slices } from '../watch/index.ts';
import type { Content } from './content.ts';
import type { CacheEvent, CacheEventHandler } from './event.ts';
import { added } from './event.ts';

/**
 * One handler of a store's events. It first receives all objects that are there, in slices; what changes
 * meanwhile is delivered in between, so that the handler's view is right at every moment.
 */
export class Subscription<Obj extends AnyObject> {
  readonly #handler: CacheEventHandler<Obj>;
  readonly #onError: (error: unknown) => void;
  #isClosed = false;
  /** What the handler has received, while it has not received everything. */
  #delivered: Map<string, Stored<DeepReadonly<Obj>>> | undefined;

  constructor(handler: CacheEventHandler<Obj>, onError: (error: unknown) => void) {
    this.#handler = handler;
    this.#onError = onError;
  }

  close(): void {
    this.#isClosed = true;
  }

  deliver(key: string, event: CacheEvent<Obj>): void {
    if (this.#isClosed || (this.#delivered !== undefined && !this.#isNews(this.#delivered, key, event))) return;
    this.#call(event);
  }

  /** Tells of the objects that are there. `content` may be replaced by a sync on the way. */
  async replay(content: () => Content<Obj>, slices: Slices): Promise<void> {
    const delivered = new Map<string, Stored<DeepReadonly<Obj>>>();
    this.#delivered = delivered;
    let walked: Content<Obj>;
    do {
      walked = content();
      for (const [key, object] of walked.objects) {
        if (this.#isClosed) return;
        if (delivered.has(key)) continue;
        delivered.set(key, object);
        this.#call(added(object, true));
        if (slices.isOver) await slices.turn();
        if (content() !== walked) break;
      }
    } while (content() !== walked);
    this.#delivered = undefined;
  }

  /** Of an object that it has not received, the handler learns by its add, or when the replay comes to it. */
  #isNews(delivered: Map<string, Stored<DeepReadonly<Obj>>>, key: string, event: CacheEvent<Obj>): boolean {
    const known = delivered.get(key);
    if (event.type === 'deleted') {
      return known !== undefined && known.metadata?.uid === event.old.metadata?.uid && delivered.delete(key);
    }
    if (known === event.object) return event.type === 'updated' && event.replay;
    if (known === undefined && event.type === 'updated') return false;
    delivered.set(key, event.object);
    return true;
  }

  #call(event: CacheEvent<Obj>): void {
    try {
      this.#handler(event);
    } catch (error) {
      this.#onError(error);
    }
  }
}
