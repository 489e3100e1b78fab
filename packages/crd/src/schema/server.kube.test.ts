import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORMAT_CASES, FORMAT_TEXTS } from '../../test/format-cases.ts';
import { Random } from '../../test/random.ts';
import { damage } from '../../test/random-fault.ts';
import { crdOf, randomSchema } from '../../test/random-schema.ts';
import { randomChange, randomValue, TEXTS } from '../../test/random-value.ts';
import { RealServer, type ServerAnswer } from '../../test/real-server.ts';
import { canonical, causesOf, engineOutcome, problemTexts, serverOutcome } from '../../test/server-outcome.ts';
import {
  type Admission,
  compileSchema,
  type JsonObject,
  type JsonValue,
  parseCrd,
  printProblem,
  stringifyJson,
  structuralProblems,
} from './index.ts';

/**
 * Pairs of schema and object that the engine and a real API server judge, each kind of test its share:
 * `SCHEMA_PAIRS=20000 npm run test:kube -- packages/crd/src/schema` for a long run, `SCHEMA_SEED` for others.
 */
const PAIRS = Number(process.env['SCHEMA_PAIRS'] ?? 600);
const SEED = Number(process.env['SCHEMA_SEED'] ?? 1);
const SCHEMAS_PER_CRD = 20;
const OBJECTS_PER_SCHEMA = 10;
const ROUNDS = Math.ceil(PAIRS / (SCHEMAS_PER_CRD * OBJECTS_PER_SCHEMA));
const TIMEOUT_MS = 60_000 + PAIRS * 100;

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describeCluster('the schema engine beside a real API server', {}, (cluster) => {
  let server: RealServer;
  beforeAll(() => {
    server = new RealServer(cluster().kubeconfig);
  });
  afterAll(() => server.close());

  it('CRD-V02: every format takes and refuses the same texts', async () => {
    const formats = FORMAT_CASES.map(([format]) => format);
    const maps = formats.map((format) => [
      format,
      { type: 'object', additionalProperties: { type: 'string', format } },
    ]);
    const crd = crdOf('formatted', { spec: { type: 'object', properties: Object.fromEntries(maps) as JsonObject } });
    await server.install(crd);
    const compiled = compileSchema(parseCrd(crd), 'v1');
    const texts = [...TEXTS, ...FORMAT_TEXTS, ...FORMAT_CASES.flatMap(([, valid, wrong]) => [...valid, ...wrong])];
    const differences: string[] = [];
    for (const format of formats) {
      const values = Object.fromEntries(texts.map((text, index) => [`k${index}`, text]));
      const object = objectOf(crd, 'x', { [format]: values });
      const answer = await server.send('POST', `${pathOf(crd)}?dryRun=All`, object);
      const refused = new Set(causesOf(answer));
      const ours = new Set(compiled.admit(object).problems.map((one) => `${one.reason} ${printProblem(one)}`));
      differences.push(...[...refused].filter((text) => !ours.has(text)).map((text) => `only the server: ${text}`));
      differences.push(...[...ours].filter((text) => !refused.has(text)).map((text) => `only here: ${text}`));
    }
    await server.remove('formatted.schema.example.com');
    expect(differences).toEqual([]);
  });

  it('L-9: keywords at the root see the whole object', async () => {
    const differences: string[] = [];
    for (const [index, root] of ROOTS.entries()) {
      const plural = `roots${index}`;
      const crd = crdOf(plural, {}, root);
      await server.install(crd);
      const compiled = compileSchema(parseCrd(crd), 'v1');
      for (const more of [
        {},
        { spec: 1 },
        { spec: {}, other: { a: null } },
        { spec: null },
        { status: { b: 1 } },
      ] as JsonObject[]) {
        const object = { ...objectOf(crd, 'name-1', {}), spec: 'text', ...more };
        const answer = await server.send('POST', `${pathOf(crd)}?dryRun=All&fieldValidation=Warn`, object);
        differences.push(...difference(answer, compiled.admit(object), root, object));
      }
      await server.remove(`${plural}.schema.example.com`);
    }
    expect(differences).toEqual([]);
  });

  for (let round = 0; round < ROUNDS; round++) {
    const seed = SEED * 1000 + round;

    it(`L-9 K-90: creates are accepted, changed and refused alike (seed ${seed})`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const random = new Random(seed);
      const specs = randomSpecs(random);
      const plural = `creates${seed}`;
      const crd = crdOf(plural, { spec: { type: 'object', properties: specs } });
      await server.install(crd);
      const compiled = compileSchema(parseCrd(crd), 'v1');
      const differences: string[] = [];
      for (const { name, value } of randomObjects(specs, random)) {
        const object = objectOf(crd, 'x', { [name]: value });
        const answer = await server.send('POST', `${pathOf(crd)}?dryRun=All&fieldValidation=Warn`, object);
        differences.push(...difference(answer, compiled.admit(object), specs[name], object));
      }
      await server.remove(`${plural}.schema.example.com`);
      expect(differences).toEqual([]);
    });

    it(`L-9: stored objects are read and updated alike after a stricter schema (seed ${seed})`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const random = new Random(seed + 0.5);
      const specs: JsonObject = { ...randomSpecs(random), isStrict: { type: 'string', maxLength: 0 } };
      const anything = Object.keys(specs).map(
        (name) => [name, { 'x-kubernetes-preserve-unknown-fields': true }] as const,
      );
      const plural = `updates${seed}`;
      const crd = crdOf(plural, { spec: { type: 'object', properties: specs } });
      await server.install(crdOf(plural, { spec: { type: 'object', properties: Object.fromEntries(anything) } }));
      const stored: { readonly name: string; readonly object: JsonObject }[] = [];
      for (const { name, value } of randomObjects(specs, random)) {
        const object = objectOf(crd, `o-${stored.length}`, { [name]: value });
        const { status, body } = await server.send('POST', pathOf(crd), object);
        if (status === 201) stored.push({ name, object: body });
      }
      await server.replace(crd, async () => {
        const probe = objectOf(crd, 'probe', { isStrict: 'x' });
        return (await server.send('POST', `${pathOf(crd)}?dryRun=All`, probe)).status === 422;
      });
      const compiled = compileSchema(parseCrd(crd), 'v1');
      const differences: string[] = [];
      for (const { name, object: old } of stored) {
        const path = `${pathOf(crd)}/${(old['metadata'] as { name: string }).name}`;
        const { body: read } = await server.send('GET', path);
        if (canonical(read['spec']) !== canonical(compiled.normalize(old)['spec'])) {
          differences.push(`read differs: ${stringifyJson(read)} from ${stringifyJson(old)}`);
          continue;
        }
        const metadata = { ...(read['metadata'] as JsonObject), annotations: { touched: 'true' } };
        const spec = random.chance(0.3)
          ? read['spec']
          : randomChange(read['spec'] ?? null, { properties: specs }, random);
        const object: JsonObject = { ...read, metadata, spec: spec ?? null };
        const answer = await server.send('PUT', `${path}?dryRun=All`, object);
        differences.push(...difference(answer, compiled.admit(object, { old }), specs[name], object));
      }
      await server.remove(`${plural}.schema.example.com`);
      expect(differences).toEqual([]);
    });

    it(`L-9: schemas that are not structural are refused alike (seed ${seed})`, { timeout: TIMEOUT_MS }, async () => {
      const random = new Random(seed + 0.25);
      const differences: string[] = [];
      for (let count = 0; count < SCHEMAS_PER_CRD * OBJECTS_PER_SCHEMA; count++) {
        const crd = damagedCrd(random);
        const answer = await server.send('POST', `${CRDS}?dryRun=All`, crd);
        // A CRD without a storable version has one more cause, about its status.
        const theirs = causesOf(answer).filter((cause) => !cause.includes('status.storedVersions'));
        const ours = problemTexts(structuralProblems(parseCrd(crd)));
        if (theirs.join() !== ours.join()) {
          differences.push([stringifyJson(crd), 'server', ...theirs, 'here', ...ours].join('\n'));
        }
      }
      expect(differences).toEqual([]);
    });
  }
});

const named = (name: JsonObject) => ({
  metadata: { type: 'object', properties: { name: { type: 'string', ...name } } },
});

const ROOTS: readonly JsonObject[] = [
  { type: 'object', properties: named({ pattern: '^[a-z]+$', maxLength: 3 }) },
  { type: 'object', required: ['spec', 'status', 'metadata'], properties: { spec: { type: 'string' } } },
  { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { other: { type: 'object' } } },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'object', minProperties: 5, maxProperties: 3 },
  {
    type: 'object',
    properties: { spec: { type: 'string', default: 'x' }, kind: { type: 'string', maxLength: 2 } },
    oneOf: [{ required: ['spec'] }, { properties: { spec: { maxLength: 2 } } }],
  },
];

/** Twenty schemas in one CRD: an object fills one of them, so each pair stands by itself. */
function randomSpecs(random: Random): JsonObject {
  return Object.fromEntries(Array.from({ length: SCHEMAS_PER_CRD }, (_, index) => [`s${index}`, randomSchema(random)]));
}

function randomObjects(specs: JsonObject, random: Random): { readonly name: string; readonly value: JsonValue }[] {
  return Object.keys(specs).flatMap((name) =>
    Array.from({ length: OBJECTS_PER_SCHEMA }, () => ({ name, value: randomValue(specs[name] as JsonObject, random) })),
  );
}

function damagedCrd(random: Random): JsonObject {
  const schema = randomSchema(random, 2);
  const isRoot = random.chance(0.2) && schema['type'] === 'object';
  const root: JsonObject = isRoot ? schema : { type: 'object', properties: { spec: schema } };
  damage(random.chance(0.8) ? schema : root, random);
  const crd = crdOf('damaged', {}, {});
  const versions = (crd['spec'] as JsonObject)['versions'] as JsonObject[];
  const [version] = versions as [JsonObject];
  version['schema'] = { openAPIV3Schema: root };
  if (random.chance(0.3)) version['subresources'] = { status: {} };
  if (random.chance(0.2)) {
    versions.push({ name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object' } } });
  }
  return crd;
}

function objectOf(crd: JsonObject, name: string, spec: JsonObject): JsonObject {
  const { kind } = (crd['spec'] as { names: { kind: string } }).names;
  return { apiVersion: 'schema.example.com/v1', kind, metadata: { name, namespace: 'default' }, spec };
}

function pathOf(crd: JsonObject): string {
  return `/apis/schema.example.com/v1/namespaces/default/${(crd['spec'] as { names: { plural: string } }).names.plural}`;
}

function difference(
  answer: ServerAnswer,
  admission: Admission,
  schema: JsonValue | undefined,
  object: JsonObject,
): string[] {
  const theirs = serverOutcome(answer);
  const ours = engineOutcome(admission);
  if (theirs === ours) return [];
  return [[stringifyJson(schema ?? null), stringifyJson(object), 'server', theirs, 'here', ours].join('\n')];
}
