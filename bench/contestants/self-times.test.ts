import { expect, it } from 'vitest';
import { selfTimes } from './self-times.ts';

const frame = (
  functionName: string,
  url = '',
  lineNumber = 0,
): { functionName: string; url: string; lineNumber: number } => ({
  functionName,
  url,
  lineNumber,
});

it('adds up samples per function over all stacks, and leaves waiting out', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('parse', 'file:///a/b/watch/bytes.js', 9) },
      { id: 3, callFrame: frame('parse', 'file:///a/b/watch/bytes.js', 9) },
      { id: 4, callFrame: frame('(garbage collector)') },
    ],
    samples: [1, 2, 3, 4],
    timeDeltas: [9_000, 2_000, 3_000, 1_000],
  };
  expect(selfTimes(profile)).toEqual([
    { where: 'parse b/watch/bytes.js:10', ms: 5 },
    { where: '(garbage collector)', ms: 1 },
  ]);
});
