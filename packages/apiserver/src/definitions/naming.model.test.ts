import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { isTrue, withConditions, withStatus } from './conditions.ts';
import { namingOf } from './naming.ts';

const word = fc.constantFrom('a', 'b', 'c', 'd');
const names = fc.record({
  plural: word,
  singular: word,
  kind: word,
  listKind: word,
  shortNames: fc.uniqueArray(word, { maxLength: 2 }),
});

interface Names {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
}

const definitionOf = (name: string, wanted: JsonObject): KubeObject => ({
  metadata: { name },
  spec: { names: wanted },
  status: { acceptedNames: { plural: '', kind: '' } },
});

function decided(definition: KubeObject, others: readonly KubeObject[]): KubeObject {
  const naming = namingOf(definition, others);
  if (!naming) return definition;
  return withConditions(withStatus(definition, { acceptedNames: naming.acceptedNames }), naming.conditions, 'NOW');
}

/** Each definition in turn, until nobody has anything to say. */
function settled(definitions: readonly KubeObject[]): readonly KubeObject[] {
  let state = definitions;
  for (let round = 0; round <= definitions.length; round++) {
    state = state.map((definition, index) => {
      const others = state.filter((_, other) => other !== index);
      return decided(definition, others);
    });
  }
  return state;
}

const resourcesOf = (definition: KubeObject): string[] => {
  const { acceptedNames } = definition['status'] as { acceptedNames: Partial<Names> };
  const { plural = '', singular = '', shortNames = [] } = acceptedNames;
  return [...new Set([plural, singular, ...shortNames].filter((name) => name !== ''))];
};

describe('the naming of definitions', () => {
  test('L-9: no two definitions of a group are granted the same name, and the one that is granted all gets its conditions', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 4 }), (wanted) => {
        const start = wanted.map((one, index) => definitionOf(`d${index}`, one as unknown as JsonObject));
        // One after the other, as they come.
        const state = start.reduce<readonly KubeObject[]>((known, one) => [...known, decided(one, known)], []);
        const granted = state.flatMap(resourcesOf);
        expect(granted).toHaveLength(new Set(granted).size);
        for (const [index, definition] of state.entries()) {
          const { acceptedNames } = definition['status'] as { acceptedNames: object };
          if (isTrue(definition, 'NamesAccepted')) expect(acceptedNames).toEqual(wanted[index]);
        }
      }),
    );
  });

  test('L-9: what is decided stays decided', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 4 }), (wanted) => {
        const state = settled(wanted.map((one, index) => definitionOf(`d${index}`, one as unknown as JsonObject)));
        for (const [index, definition] of state.entries()) {
          const others = state.filter((_, other) => other !== index);
          expect(namingOf(definition, others)).toBeUndefined();
        }
      }),
    );
  });
});
