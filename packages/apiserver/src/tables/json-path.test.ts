import { describe, expect, test } from 'vitest';
import { parseJsonPath } from './json-path.ts';

const value = {
  spec: {
    size: 3,
    'a.b': 'dotted',
    list: [
      { type: 'Ready', status: 'True', n: 1 },
      { type: 'Old', status: 'False', n: 5 },
    ],
    tags: ['x', 'y', 'z'],
  },
};

describe('JSONPath of printer columns', () => {
  test.each([
    ['.spec.size', [3]],
    ["['spec'].size", [3]],
    ['.spec.a\\.b', ['dotted']],
    ["['spec']['a.b']", ['dotted']],
    ['.spec.tags[0]', ['x']],
    ['.spec.tags[-1]', ['z']],
    ['.spec.tags[-1:]', ['z']],
    ['.spec.tags[0:2]', ['x', 'y']],
    ['.spec.tags[::2]', ['x', 'z']],
    ['.spec.tags[*]', ['x', 'y', 'z']],
    ['.spec.list[?(@.type=="Ready")].status', ['True']],
    ["..list[?(@.type != 'Ready')].status", ['False']],
    ['.spec.list[?(@.n>1)].n', [5]],
    ['.spec.list[?(@.n<=1)].n', [1]],
    ['.spec.list[?(@.missing)].n', []],
    ['..type', ['Ready', 'Old']],
    ['.spec.nothing.there', []],
    ['.spec.size.below', []],
  ])('L-9: %s', (path, expected) => {
    expect(parseJsonPath(path)?.(value)).toEqual(expected);
  });

  test.each(['spec', '.spec[', '.spec.list[?(x == 1)]', '.spec.tags[]'])('L-9: %s is none', (path) => {
    expect(parseJsonPath(path)).toBeUndefined();
  });
});
