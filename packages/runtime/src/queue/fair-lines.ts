import { Heap } from './heap.ts';

/** A ready key's place in line. It is left behind, not moved, when the key gets a better one. */
export interface Place {
  readonly id: string;
  readonly cluster: string;
  readonly priority: number;
  /** Order within the priority. */
  readonly seq: number;
  /** Order of becoming ready: the lowest has waited longest. */
  readonly readySeq: number;
}

/** The ready keys of one cluster, by priority and by age. */
class Line {
  readonly byPriority = new Heap<Place>((a, b) =>
    a.priority === b.priority ? a.seq < b.seq : a.priority > b.priority,
  );
  readonly byAge = new Heap<Place>((a, b) => a.readySeq < b.readySeq);
  inFlight = 0;
  /** When this cluster last had its turn, as a count of hand-outs. */
  servedAt: number;

  constructor(servedAt: number) {
    this.servedAt = servedAt;
  }
}

/** Every how many hand-outs the longest waiting key comes first, whatever its priority. */
const OLDEST_EVERY = 10;

/**
 * Which ready key is next: highest priority, then first in, and between clusters turn by turn
 * . A cluster that holds its share of the workers is passed over while another one has
 * a ready key, so that a flood in one cluster slows no other.
 */
export class FairLines {
  readonly #lines = new Map<string, Line>();
  readonly #isCurrent: (place: Place) => boolean;
  readonly #share: number;
  #handOuts = 0;

  constructor(isCurrent: (place: Place) => boolean, share: number) {
    this.#isCurrent = isCurrent;
    this.#share = share;
  }

  push(place: Place): void {
    const line = this.#line(place.cluster);
    line.byPriority.push(place);
    line.byAge.push(place);
  }

  /** Removes and returns the next place, which is then in flight until `finished`. */
  take(): Place | undefined {
    const wantsOldest = (this.#handOuts + 1) % OLDEST_EVERY === 0;
    let best: { line: Line; place: Place } | undefined;
    for (const line of this.#lines.values()) {
      const place = this.#top(wantsOldest ? line.byAge : line.byPriority);
      if (place && (!best || this.#comesFirst({ line, place }, best, wantsOldest))) best = { line, place };
    }
    if (!best) return undefined;
    best.line.inFlight++;
    best.line.servedAt = ++this.#handOuts;
    return best.place;
  }

  finished(cluster: string): void {
    const line = this.#line(cluster);
    line.inFlight--;
    // Clusters come and go; one with nothing to do is not kept.
    if (line.inFlight === 0 && !this.#top(line.byPriority)) this.#lines.delete(cluster);
  }

  #comesFirst(a: { line: Line; place: Place }, b: { line: Line; place: Place }, byAge: boolean): boolean {
    const [aFull, bFull] = [a.line.inFlight >= this.#share, b.line.inFlight >= this.#share];
    if (aFull !== bFull) return bFull;
    if (byAge) return a.place.readySeq < b.place.readySeq;
    if (a.place.priority !== b.place.priority) return a.place.priority > b.place.priority;
    return a.line.servedAt < b.line.servedAt;
  }

  #top(heap: Heap<Place>): Place | undefined {
    for (let place = heap.peek(); place; place = heap.peek()) {
      if (this.#isCurrent(place)) return place;
      heap.pop();
    }
    return undefined;
  }

  #line(cluster: string): Line {
    let line = this.#lines.get(cluster);
    if (!line) {
      // At the end of the turn: a cluster that comes back at once does not push ahead of the others.
      line = new Line(this.#handOuts);
      this.#lines.set(cluster, line);
    }
    return line;
  }
}
