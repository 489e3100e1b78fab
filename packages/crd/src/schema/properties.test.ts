import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../test/random.ts';
import { damage } from '../../test/random-fault.ts';
import { crdOf, randomSchema } from '../../test/random-schema.ts';
import { randomChange, randomValue } from '../../test/random-value.ts';
import { isCrdError } from '../errors.ts';
import {
  type Crd,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseCrd,
  parseCrds,
  structuralProblems,
} from './index.ts';

/** A schema and a value for it, from one seed, which fast-check prints on failure. */
const pairs = fc.integer({ min: 0, max: 2 ** 31 }).map((seed) => {
  const random = new Random(seed);
  const spec = randomSchema(random);
  return { random, spec, object: { spec: randomValue(spec, random) } };
});

function engine(spec: JsonObject) {
  return compileSchema(parseCrd(crdOf('things', { spec })), 'v1');
}

function problemsOf(crd: JsonValue): unknown {
  try {
    return structuralProblems(parseCrd(crd as object));
  } catch (error) {
    return isCrdError(error) ? error.code : error;
  }
}

/** The same with an empty pattern, which says nothing, at every property, item and value of a map. */
function unplain(value: JsonValue, key = ''): JsonValue {
  if (Array.isArray(value)) return value.map((item) => unplain(item));
  if (!isJsonObject(value)) return value;
  const isMap = key === 'properties';
  const entries = Object.entries(value).map(([name, part]): [string, JsonValue] => {
    const below = unplain(part, isMap ? '' : name);
    const isSchema = isMap || name === 'items' || name === 'additionalProperties';
    return [
      name,
      isSchema && isJsonObject(below) && below['pattern'] === undefined ? { ...below, pattern: '' } : below,
    ];
  });
  return Object.fromEntries(entries);
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

  it('L-9: a schema is judged alike whether or not it is plain enough to be passed over', () => {
    fc.assert(
      fc.property(pairs, ({ random, spec }) => {
        damage(spec, random);
        const crd = crdOf('things', { spec });
        expect(problemsOf(unplain(crd))).toEqual(problemsOf(crd));
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

  it('CRD section 18: any text ends in a CRD or a CrdError, and any CRD in a verdict', () => {
    const lines = [
      'apiVersion: apiextensions.k8s.io/v1|kind: CustomResourceDefinition|spec:|  versions:|  - name: v1',
      '    schema: {openAPIV3Schema: {type: object, properties: {a: {type: [x]}}}}|---|&a|*a|<<: *a|"|[|}|\t|- ? :',
    ];
    const words = fc.constantFrom(...lines.flatMap((line) => line.split('|')));
    const texts = fc.oneof(
      fc.string(),
      fc.array(words).map((lines) => lines.join('\n')),
      fc.array(words).map((lines) => lines.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parseCrds(text).forEach(judge);
        } catch (error) {
          expect(isCrdError(error)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('CRD section 18: any object ends in a CRD or a CrdError, and any CRD in a verdict', () => {
    const seeds = fc.integer({ min: 0, max: 2 ** 31 });
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const schema = randomSchema(random, 2);
        for (let faults = 0; faults < 4; faults++) damage(schema, random);
        try {
          judge(parseCrd(crdOf('things', { spec: schema })));
        } catch (error) {
          expect(isCrdError(error)).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

function judge(crd: Crd): void {
  structuralProblems(crd);
  for (const { name } of crd.spec.versions) compileSchema(crd, name).admit({ spec: { a: [{ b: null }] } });
}
