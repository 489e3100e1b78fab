import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKubeError } from '../errors.ts';
import { readBeginning, readBody } from './index.ts';

/** A body that counts what was taken from it, and whether it was given up. */
function bodyOf(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> & { taken: number; isClosed: boolean } {
  const state = { taken: 0, isClosed: false };
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (const chunk of chunks) {
        state.taken += chunk.length;
        yield chunk;
      }
    } finally {
      state.isClosed = true;
    }
  }
  return Object.assign(state, { [Symbol.asyncIterator]: () => pieces() });
}

const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 20 });

test('however a body is cut, it is read whole up to the limit, and one chunk past it at the most', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, fc.nat(200), async (chunks, maxBytes) => {
      const whole = Buffer.concat(chunks);
      const body = bodyOf(chunks);
      const read = await readBody(body, { maxBytes }).catch((error: unknown) => error);
      if (whole.length <= maxBytes) expect(read).toEqual(whole);
      else expect(isKubeError(read, 'BODY_TOO_LARGE')).toBe(true);
      expect(body.taken).toBeLessThanOrEqual(maxBytes + 20);
      expect(body.isClosed).toBe(true);
    }),
  );
});

test('the beginning of a body is never longer than asked, and the rest is given up', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, fc.nat(200), async (chunks, maxBytes) => {
      const body = bodyOf(chunks);
      expect(await readBeginning(body, maxBytes)).toEqual(Buffer.concat(chunks).subarray(0, maxBytes));
      expect(body.taken).toBeLessThanOrEqual(maxBytes + 20);
      expect(body.isClosed).toBe(true);
    }),
  );
});
