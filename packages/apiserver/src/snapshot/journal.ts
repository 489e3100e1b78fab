import { closeSync, fsync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import type { Clock, Timer } from '@slipway/apimachinery/clock';
import type { Change, Store, StoreState } from '../store/index.ts';
import { decodeRecords, encodeRecord, type LogRecord } from './record.ts';
import { recordsOf, stateOf } from './state.ts';

/** A log is rewritten when it has grown to this many times what its objects need, and is not small. */
const GROWTH = 3;
const SMALL_BYTES = 4 * 1024 * 1024;
const SYNC_AFTER_MS = 1000;

/**
 * The log of one store: a line per commit, rewritten now and then without what is gone.
 *
 * A commit is handed to the operating system before it is seen: the end of the process loses nothing.
 * It is forced to the disk within a second, and when the log is rewritten or closed: a power failure
 * loses at most that second, and never more than the tail.
 */
export class Journal {
  readonly #path: string;
  readonly #clock: Pick<Clock, 'timer'>;
  #file: number | undefined;
  #bytes = 0;
  #rewriteAt = 0;
  #sync: Timer | undefined;

  constructor(path: string, clock: Pick<Clock, 'timer'>) {
    this.#path = path;
    this.#clock = clock;
  }

  /** What an earlier log adds up to, and how many bytes at its end were no use. Undefined without one. */
  read(): { readonly state: StoreState; readonly lostBytes: number } | undefined {
    let bytes: Buffer;
    try {
      bytes = readFileSync(this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const { records, goodBytes } = decodeRecords(bytes);
    const state = stateOf(records);
    if (!state) throw new Error(`${this.#path} does not begin like the log of a cluster`);
    return { state, lostBytes: bytes.length - goodBytes };
  }

  /** Writes the store anew and from now on every change of it. */
  begin(store: Store): void {
    this.#rewrite(store);
    store.keepIn((change, collection) => {
      this.#append(recordOf(change, collection));
      if (this.#bytes <= this.#rewriteAt) return;
      this.#rewriteAt = Infinity;
      // After the change: the store is not yet as it will be.
      queueMicrotask(() => this.#tidy(store));
    });
  }

  close(): void {
    this.#sync?.cancel();
    if (this.#file === undefined) return;
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#file = undefined;
  }

  #append(record: LogRecord): void {
    const file = this.#file;
    if (file === undefined) return;
    const line = encodeRecord(record);
    try {
      writeAll(file, line, this.#bytes);
    } catch (error) {
      // Half a line would hide all that follow it.
      ftruncateSync(file, this.#bytes);
      throw error;
    }
    this.#bytes += line.length;
    this.#sync ??= this.#clock.timer(SYNC_AFTER_MS, () => this.#syncLater());
  }

  #syncLater(): void {
    this.#sync = undefined;
    // Nobody waits for it: a disk that cannot do it will refuse the next write too.
    if (this.#file !== undefined) fsync(this.#file, () => {});
  }

  #tidy(store: Store): void {
    if (this.#file === undefined) return;
    try {
      this.#rewrite(store);
    } catch {
      // The old log is whole and goes on; there may be room later.
      this.#rewriteAt = this.#bytes * 2;
    }
  }

  /** Beside the old one, then in its place: at every moment one of the two is whole. */
  #rewrite(store: Store): void {
    const aside = `${this.#path}.new`;
    const file = openSync(aside, 'w', 0o600);
    let bytes = 0;
    try {
      for (const record of recordsOf(store)) {
        const line = encodeRecord(record);
        writeAll(file, line, bytes);
        bytes += line.length;
      }
      fsyncSync(file);
      renameSync(aside, this.#path);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = file;
    this.#bytes = bytes;
    this.#rewriteAt = Math.max(SMALL_BYTES, bytes * GROWTH);
  }
}

function recordOf({ key, revision, current }: Change, collection: string): LogRecord {
  if (!current) return { remove: collection, key, revision };
  const { object, storedAs } = current;
  return { put: collection, key, object, ...(storedAs !== undefined && { as: storedAs }) };
}

function writeAll(file: number, bytes: Buffer, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
