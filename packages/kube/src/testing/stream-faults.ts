import { type Body, interrupted, onBody, type Place, pieces } from './body-stages.ts';
import { type Ending, ExchangeEnd, type Stage } from './exchange.ts';
import { statusOf } from './request-faults.ts';
import { lines, type WatchEvent, watchEvent, writeEvent } from './watch-lines.ts';

/** Which events of one stream, counted from 1 over those of `types` (any type if not given). */
export interface EventRange {
  readonly types?: readonly string[];
  /** @default 1 */
  readonly from?: number;
  /** @default all from there on */
  readonly count?: number;
}

/** Faults of a body while it streams, most of them of watches (P-5). Pieces of lines count as lines. */
export const streamFaults = {
  /** The stream breaks off at a place; bytes before it still arrive. */
  cut: ({ how = 'close', ...place }: Place & { readonly how?: Ending } = {}): Stage =>
    onBody((body) => interrupted(body, place, () => Promise.reject(new ExchangeEnd(how)))),

  /** The stream falls silent at a place and stays open. */
  hold: (place: Place = {}): Stage =>
    onBody((body) => interrupted(body, place, () => Promise.reject(new ExchangeEnd('silence')))),

  /** The stream stands still at a place, for `ms` or until the proxy's watches are released, and then goes on. */
  freeze: ({ ms, ...place }: Place & { readonly ms?: number } = {}): Stage =>
    onBody((body, { clock, signal, released }) =>
      interrupted(body, place, () => (ms === undefined ? released() : clock.sleep(ms, signal))),
    ),

  /** Every chunk arrives in pieces of at most `bytes`. */
  split: ({ bytes }: { readonly bytes: number }): Stage =>
    onBody(async function* (body) {
      for await (const piece of pieces(body, bytes)) {
        yield piece;
        await turn(); // Else the kernel may join what was just split.
      }
    }),

  /** Events arrive `events` at a time, in one chunk. */
  join: ({ events }: { readonly events: number }): Stage =>
    onBody(async function* (body) {
      for await (const batch of batches(body, events)) yield Buffer.concat(batch);
    }),

  /** Of each batch of `events`, an object that was added and deleted within it is not seen at all. */
  mergeAddedAndDeleted: ({ events }: { readonly events: number }): Stage =>
    onBody(async function* (body) {
      for await (const batch of batches(body, events)) yield* withoutShortLived(batch);
    }),

  /** Events go missing. */
  dropEvents: (range: EventRange = {}): Stage => onEvents(range, () => []),

  /** Events come twice. */
  repeatEvents: (range: EventRange = {}): Stage => onEvents(range, (line) => [line, line]),

  /** After an event come `bookmarks` of its resource version. */
  insertBookmarks: ({ afterEvents = 1, bookmarks = 1 }: { afterEvents?: number; bookmarks?: number } = {}): Stage =>
    onEvents({ from: afterEvents, count: 1 }, (line, { object }) => {
      const { apiVersion, kind, metadata } = object;
      const bookmark = { apiVersion, kind, metadata: { resourceVersion: metadata?.resourceVersion } };
      return [line, ...Array<Uint8Array>(bookmarks).fill(writeEvent({ type: 'BOOKMARK', object: bookmark }))];
    }),

  /** After so many events comes an ERROR event with a Status, and the stream ends, as API servers do it. */
  insertError: ({
    code,
    afterEvents = 0,
    ...status
  }: {
    code: number;
    afterEvents?: number;
    [field: string]: unknown;
  }): Stage =>
    onBody(async function* (body) {
      yield* take(body, afterEvents);
      yield writeEvent({ type: 'ERROR', object: statusOf(code, status) });
      throw new ExchangeEnd('end');
    }),
};

function onEvents(
  { types, from = 1, count = Infinity }: EventRange,
  change: (line: Uint8Array, event: WatchEvent) => readonly Uint8Array[],
): Stage {
  return onBody(async function* (body) {
    let seen = 0;
    for await (const line of lines(body)) {
      const event = watchEvent(line);
      const isChosen = event && (!types || types.includes(event.type)) && ++seen >= from && seen < from + count;
      if (isChosen) yield* change(line, event);
      else yield line;
    }
  });
}

async function* take(body: Body, events: number): AsyncGenerator<Uint8Array> {
  if (events === 0) return;
  let seen = 0;
  for await (const line of lines(body)) {
    yield line;
    if (++seen === events) return;
  }
}

async function* batches(body: Body, events: number): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = [];
  for await (const line of lines(body)) {
    batch.push(line);
    if (batch.length < events) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function withoutShortLived(batch: readonly Uint8Array[]): readonly Uint8Array[] {
  const events = batch.map((line) => ({ line, event: watchEvent(line) }));
  const uidsOf = (type: string): Set<string | undefined> =>
    new Set(events.flatMap(({ event }) => (event?.type === type ? [event.object.metadata?.uid] : [])));
  const added = uidsOf('ADDED');
  const gone = uidsOf('DELETED');
  const isShortLived = (uid: string | undefined): boolean => uid !== undefined && added.has(uid) && gone.has(uid);
  return events.filter(({ event }) => !isShortLived(event?.object.metadata?.uid)).map(({ line }) => line);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
