import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContinueToken, writeContinueToken } from './continue-token.ts';

describe('continue tokens', () => {
  test('K-42: what is written is read back, and it goes into a URL as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1 }), fc.string({ minLength: 1 }), (revision, start) => {
        const text = writeContinueToken({ revision, start });
        expect(text).toBe(encodeURIComponent(text));
        expect(readContinueToken(text)).toEqual({ revision, start });
      }),
    );
  });

  test('K-42: any other text is a 400', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (text) => {
          expect(() => readContinueToken(text)).toThrow(expect.objectContaining({ code: 400 }) as Error);
        },
      ),
    );
  });
});
