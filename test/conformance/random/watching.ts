import type { Server } from '../server.ts';

/** What is watched of a sequence: from when, and which of its objects. */
export interface Watched {
  /**
   * `live` and `streamed`: opened before the first request. `history`: after the last, from before
   * the first. `late`: after the last, from whatever is there.
   */
  readonly from: 'live' | 'streamed' | 'history' | 'late';
  readonly selector: string;
  readonly accept?: string;
}

/** The last object of a sequence: who has seen it has seen everything. Every selector of a watch lets it through. */
export const SENTINEL = 'zz-end';

interface Event {
  readonly type: string;
  readonly object: { readonly metadata?: { readonly name?: string; readonly annotations?: object } };
}

export const isEarly = ({ from }: Watched): boolean => from === 'live' || from === 'streamed';

/** Begins to watch: what happens from now on is seen. Gives what reads all events up to the sentinel. */
export async function watch(server: Server, collection: string, watched: Watched, start: string) {
  const { from, selector, accept } = watched;
  const streamed = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const begin = { live: '', late: '', streamed, history: `resourceVersion=${start}` }[from];
  const parameters = ['watch=true&timeoutSeconds=60', begin, selector].filter((part) => part !== '').join('&');
  const lines = await server.lines(`${collection}?${parameters}`, accept ? { accept } : {});
  const events: Event[] = [];
  const readUntil = async (isLast: (event: Event) => boolean): Promise<readonly unknown[]> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return events;
      const event = JSON.parse(value) as Event;
      // Bookmarks come when they come, but for the one that ends a streamed list.
      if (event.type !== 'BOOKMARK' || event.object.metadata?.annotations) events.push(event);
      if (isLast(event)) return events;
    }
  };
  if (from === 'streamed') await readUntil(({ type }) => type !== 'ADDED');
  return async (): Promise<readonly unknown[]> => {
    const seen = await readUntil(({ object }) => object.metadata?.name === SENTINEL);
    await lines.return(undefined);
    return seen;
  };
}
