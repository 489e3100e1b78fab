import { describe, expect, test } from 'vitest';
import { qualifiedName, Registry } from '../resources/index.ts';
import { builtInKinds } from './registry.ts';

const twice = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

describe('the rooms of built-in kinds', () => {
  test('each is of a kind that is served, and of no other room', () => {
    const served = new Set(new Registry().resources().map(qualifiedName));
    const names = builtInKinds.map(({ name }) => name);
    expect(names.filter((name) => !served.has(name))).toEqual([]);
    expect(twice(names)).toEqual([]);
  });

  test('each type has its defaults in one room', () => {
    expect(twice(builtInKinds.flatMap(({ defaults }) => Object.keys(defaults?.constants ?? {})))).toEqual([]);
    expect(twice(builtInKinds.flatMap(({ defaults }) => Object.keys(defaults?.computed ?? {})))).toEqual([]);
  });
});
