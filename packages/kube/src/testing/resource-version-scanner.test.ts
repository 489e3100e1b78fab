import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResourceVersionScanner } from './resource-version-scanner.ts';

function scanned(text: string, size = 1 << 20): string | undefined {
  const scanner = new ResourceVersionScanner();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
  return scanner.last;
}

describe('ResourceVersionScanner', () => {
  it('P-8: finds the version of an object, a list and the last event, and not those of items', () => {
    expect(scanned('{"metadata":{"name":"a","resourceVersion":"5"},"spec":{"metadata":{"resourceVersion":"6"}}}')).toBe(
      '5',
    );
    const items = '"items":[{"metadata":{"resourceVersion":"4"}}]';
    expect(scanned(`{${items},"metadata":{"resourceVersion":"9"}}`)).toBe('9');
    expect(scanned(`{"metadata":{"resourceVersion":"9"},${items}}`)).toBe('9');
    const event = (version: string): string =>
      `{"type":"ADDED","object":{"metadata":{"resourceVersion":"${version}"}}}\n`;
    expect(scanned(event('7') + event('8'))).toBe('8');
    expect(scanned('k8s\0\n\x0c binary {"[')).toBeUndefined();
  });

  it('P-8: agrees with a parser on any JSON in any chunks', () => {
    const anything = fc.dictionary(fc.constantFrom('metadata', 'resourceVersion', 'object', 'x"\\'), fc.jsonValue());
    const meta = fc.record(
      { resourceVersion: fc.stringMatching(/^[1-9]\d{0,20}$/), other: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anything, meta, fc.integer({ min: 1, max: 9 }), (rest, metadata, size) => {
        const body = { ...rest, metadata, object: null };
        expect(scanned(JSON.stringify(body, null, 1), size)).toBe(metadata.resourceVersion);
      }),
    );
  });
});
