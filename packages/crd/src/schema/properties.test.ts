import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../test/random.ts';
import { crdOf, randomSchema } from '../../test/random-schema.ts';
import { randomChange, randomValue } from '../../test/random-value.ts';
import { compileSchema, type JsonObject, parseCrd, structuralProblems } from './index.ts';

/** A schema and a value for it, from one seed, which fast-check prints on failure. */
const pairs = fc.integer({ min: 0, max: 2 ** 31 }).map((seed) => {
  const random = new Random(seed);
  const spec = randomSchema(random);
  return { random, spec, object: { spec: randomValue(spec, random) } };
});

function engine(spec: JsonObject) {
  return compileSchema(parseCrd(crdOf('things', { spec })), 'v1');
}

const RUNS = { numRuns: 300 };

describe('properties of the schema engine', () => {
  it('L-9: generated schemas are structural', () => {
    fc.assert(
      fc.property(pairs, ({ spec }) => {
        expect(structuralProblems(parseCrd(crdOf('things', { spec })))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('L-9: pruning and defaulting twice is the same as once', () => {
    fc.assert(
      fc.property(pairs, ({ spec, object }) => {
        const compiled = engine(spec);
        const once = compiled.normalize(object);
        expect(compiled.unknownFields(once)).toEqual([]);
        expect(compiled.normalize(once)).toEqual(once);
      }),
      RUNS,
    );
  });

  it('L-9: what was admitted is admitted again, unchanged', () => {
    fc.assert(
      fc.property(pairs, ({ spec, object }) => {
        const compiled = engine(spec);
        const first = compiled.admit(compiled.normalize(object));
        if (first.problems.length > 0 || first.undecodable !== undefined) return;
        const second = compiled.admit(first.object);
        expect(second.problems).toEqual([]);
        expect(second.object).toEqual(first.object);
      }),
      RUNS,
    );
  });

  it('L-9: the given object is never changed', () => {
    fc.assert(
      fc.property(pairs, ({ spec, object }) => {
        const before = structuredClone(object);
        engine(spec).admit(object, { old: object });
        expect(object).toEqual(before);
      }),
      RUNS,
    );
  });

  it('KEP-4008: an old object only takes problems away', () => {
    fc.assert(
      fc.property(pairs, ({ spec, object, random }) => {
        const compiled = engine(spec);
        const old = { ...object, metadata: { name: 'old' } };
        const changed: JsonObject = { ...old, spec: randomChange(object['spec'] ?? null, spec, random) };
        const strict = new Set(compiled.admit(changed).problems.map(({ field, message }) => `${field} ${message}`));
        const lenient = compiled.admit(changed, { old }).problems.map(({ field, message }) => `${field} ${message}`);
        expect(lenient.filter((text) => !strict.has(text))).toEqual([]);
      }),
      RUNS,
    );
  });
});
