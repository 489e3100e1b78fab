import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Entry, Store } from './index.ts';

const keys = fc.tuple(fc.constantFrom('a', 'a-b', 'b'), fc.nat(99)).map(([namespace, n]) => `${namespace}/${n}`);
const labels = fc.dictionary(fc.constantFrom('app', 'tier', '__proto__'), fc.constantFrom('x', 'y', 'z', ''));
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ key: keys, labels: fc.option(labels, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ key: keys }) },
);

test('L-4: objects are found by label as a look at all of them would, in their order', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 400 }), fc.nat(400), (changes, asked) => {
      const store = new Store();
      changes.forEach((one, index) => {
        // Asked for early, so that the index lives through changes.
        if (index === asked) store.labelled('things', { name: 'app', value: 'x' });
        if ('labels' in one) store.put('things', one.key, { metadata: { labels: one.labels } as object });
        else store.remove('things', one.key);
      });
      for (const namespace of [undefined, 'a', 'b', 'c']) {
        const all = store.list('things', namespace);
        expect(store.lastKey('things', namespace)).toBe(all.at(-1)?.key);
        for (const name of ['app', 'tier']) {
          for (const value of ['x', '', 'never']) {
            const has = ({ object }: Entry): boolean => object.metadata.labels?.[name] === value;
            const found = store.labelled('things', { name, value }, namespace);
            if (found) expect(found).toEqual(all.filter(has));
          }
        }
      }
    }),
  );
});

test('L-4: a label that few of many objects have is found without a look at all', () => {
  const store = new Store();
  for (let n = 0; n < 1000; n++) store.put('things', `a/${n}`, { metadata: { labels: { app: String(n % 100) } } });
  expect(store.labelled('things', { name: 'app', value: '7' })).toHaveLength(10);
});
