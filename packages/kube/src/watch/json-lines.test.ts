import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomlyCut } from '../../test/random-chunks.ts';
import { isKubeError } from '../errors.ts';
import { parseJsonBytes } from './byte-pieces.ts';
import { LineSplitter } from './json-lines.ts';

function readAll(splitter: LineSplitter, chunks: Iterable<Uint8Array>): unknown[] {
  return [...chunks].flatMap((chunk) => [...splitter.push(chunk)].map(parseJsonBytes));
}

function errorOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('LineSplitter', () => {
  it('R-30: events come out whole however the stream is cut, inside UTF-8 characters too', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (events, sizes) => {
        const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
        const expected = events.map((event) => JSON.parse(JSON.stringify(event)) as unknown);
        expect(readAll(new LineSplitter(), randomlyCut(bytes, sizes))).toEqual(expected);
      }),
    );
  });

  it('R-30: an event split inside a UTF-8 character is read whole', () => {
    const bytes = Buffer.from('{"city":"Zürich 🏔"}\n');
    const splitter = new LineSplitter();
    expect(readAll(splitter, randomlyCut(bytes, Array<number>(bytes.length).fill(1)))).toEqual([{ city: 'Zürich 🏔' }]);
    expect(splitter.isInsideLine).toBe(false);
  });

  it('R-30: the part of a line at the end of a stream is known to be a part', () => {
    const splitter = new LineSplitter();
    expect(readAll(splitter, [Buffer.from('{"a":1}\n{"b"')])).toEqual([{ a: 1 }]);
    expect(splitter.isInsideLine).toBe(true);
  });

  it('R-30: a line over the limit is refused, in one chunk or in many; one at the limit is not', () => {
    for (const size of [1, 7, 64]) {
      const line = Buffer.from(`"${'x'.repeat(30)}"\n`);
      const sizes = Array<number>(64).fill(size);
      expect(readAll(new LineSplitter({ maxLineBytes: 32 }), randomlyCut(line, sizes))).toHaveLength(1);
      const error = errorOf(() => readAll(new LineSplitter({ maxLineBytes: 31 }), randomlyCut(line, sizes)));
      expect(isKubeError(error, 'KUBE_BAD_EVENT')).toBe(true);
    }
  });

  it('R-30 R-19: a line that is not JSON is refused, and its text is not in the error', () => {
    const error = errorOf(() => readAll(new LineSplitter(), [Buffer.from('{"password":"hunter2"\n')])) as Error;
    expect(isKubeError(error, 'KUBE_BAD_EVENT')).toBe(true);
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain('hunter2');
  });
});
