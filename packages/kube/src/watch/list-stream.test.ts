import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomlyCut } from '../../test/random-chunks.ts';
import { isKubeError } from '../errors.ts';
import { parseJsonBytes } from './byte-pieces.ts';
import { type ListEnvelope, ListSplitter } from './list-stream.ts';

interface Read {
  readonly items: unknown[];
  readonly envelope: ListEnvelope;
}

function read(text: string, sizes: Iterable<number> = [], options = {}): Read {
  const splitter = new ListSplitter(options);
  const items: unknown[] = [];
  for (const chunk of randomlyCut(Buffer.from(text), sizes)) {
    for (const item of splitter.push(chunk)) items.push(parseJsonBytes(item));
  }
  return { items, envelope: splitter.finish() };
}

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'no error';
  } catch (error) {
    return isKubeError(error) ? error.code : String(error);
  }
}

const tricky = fc.constantFrom('items', '"items":[', '\\', '"', '[', '}', '\\"', 'é', '🏔', '');
// No key is a lone backslash: newer versions of V8 take an escaped character for it in an object of the same shape.
const anyObject = fc.dictionary(
  fc.oneof(fc.string({ maxLength: 5 }), tricky).filter((key) => key !== '\\'),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), tricky),
  { maxKeys: 4 },
);

describe('ListSplitter', () => {
  it('R-24: the items and the rest equal one parse of the whole, for any list, order of keys, spacing and cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyObject, { maxLength: 5 }),
        anyObject,
        anyObject,
        fc.constantFrom(undefined, 1, '\t'),
        fc.infiniteStream(fc.integer({ min: 1, max: 30 })),
        (items, before, after, spacing, sizes) => {
          const rest = { ...before, ...after };
          delete rest['items'];
          const { items: _a, ...first } = before;
          const { items: _b, ...second } = after;
          const whole = JSON.stringify({ ...first, items, ...second }, null, spacing);
          const list = read(whole, sizes);
          expect(list.items).toEqual((JSON.parse(whole) as { items: unknown[] }).items);
          expect(list.envelope).toEqual({ ...JSON.parse(JSON.stringify(rest)), items: [] });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('R-24: metadata is read before and after the items', () => {
    const metadata = '"metadata":{"resourceVersion":"7","continue":"next"}';
    for (const text of [`{${metadata},"items":[{"a":1}]}`, `{"items":[{"a":1}],${metadata}}`]) {
      expect(read(text)).toMatchObject({
        items: [{ a: 1 }],
        envelope: { metadata: { resourceVersion: '7', continue: 'next' } },
      });
    }
  });

  it('R-24: an empty list, items: null and no items at all are empty lists', () => {
    for (const text of ['{"items":[]}', '{"items":null}', '{"items": [ \n ]}', '{"kind":"items"}']) {
      expect(read(text).items).toEqual([]);
    }
  });

  it('R-24: keys named items deeper in the list are not taken for its items', () => {
    const text = '{"metadata":{"items":[{"no":1}]},"items":[{"items":[{"x":1}]}]}';
    expect(read(text).items).toEqual([{ items: [{ x: 1 }] }]);
  });

  it('R-24: no list is mistaken for a shorter one when it is cut off or its items are something else', () => {
    const whole = '{"kind":"List","items":[{"a":1},{"b":2}],"metadata":{}}';
    for (let length = 0; length < whole.length; length++) {
      expect(codeOf(() => read(whole.slice(0, length)))).toMatch(/^KUBE_BAD_/);
    }
    for (const items of ['{"a":1}', '"x"', '7', '[7]', '[{},"x"]', '[null]']) {
      expect(codeOf(() => read(`{"items":${items}}`))).toBe('KUBE_BAD_RESPONSE');
    }
  });

  it('R-24: an item over the limit is refused', () => {
    const text = `{"items":[{"a":"${'x'.repeat(50)}"}]}`;
    expect(codeOf(() => read(text, [10, 10, 10], { maxItemBytes: 40 }))).toBe('KUBE_BAD_EVENT');
  });
});
