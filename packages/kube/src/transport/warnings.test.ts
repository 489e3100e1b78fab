import { expect, test } from 'vitest';
import { silentLogger } from '../log/index.ts';
import { Warnings, warningTexts } from './warnings.ts';

test.each([
  ['299 - "simple"', ['simple']],
  ['299 kube-apiserver "one", 299 - "two"', ['one', 'two']],
  ['299 - "with \\"quotes\\" and, comma"', ['with "quotes" and, comma']],
  ['110 cache "stale"', []],
  ['garbage', []],
])('R-11: the warnings of %s are %j', (header, expected) => {
  expect(warningTexts(header)).toEqual(expected);
});

test('R-11: however many texts come, memory stays bounded and a text of late is logged once', () => {
  const logged: unknown[] = [];
  const warnings = new Warnings({ ...silentLogger, warn: ({ warning }) => logged.push(warning) });
  for (let index = 0; index < 2500; index++) {
    warnings.note([`299 - "text ${index}"`], 'GET /x');
    warnings.note([`299 - "text ${index}"`], 'GET /x');
  }
  expect(logged).toHaveLength(2500);
});
