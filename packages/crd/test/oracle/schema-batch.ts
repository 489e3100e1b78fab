import { celRules } from '../../src/cel/index.ts';
import {
  type CompiledSchema,
  compileSchema,
  type JsonObject,
  type JsonValue,
  parseCrd,
  structuralProblems,
} from '../../src/schema/index.ts';
import { Random } from '../random.ts';
import { crdOf } from '../random-schema.ts';
import { randomChange, randomValue } from '../random-value.ts';
import type { RealServer } from '../real-server.ts';
import { canonical, engineOutcome } from '../server-outcome.ts';
import { checkUnhurt, compareOutcomes, enforce, objectOf, outcomeOf, pathOf } from './live-objects.ts';
import { CRDS, checkUpdate, nameOf, PAIRS_PER_BATCH, type Tally } from './oracle.ts';
import { randomSchemaChange, type SchemaChange } from './schema-changes.ts';

const VERSION = 'v1';
const VALID_OBJECTS = 3;
const TRIES = 12;

/** One pair, in a field of its own: what happens in it is not seen by the others. */
interface Field {
  readonly name: string;
  readonly change: SchemaChange;
}

interface Stored {
  readonly field: Field;
  readonly object: JsonObject;
}

/**
 * Twenty pairs of schema and change in one CRD. Each change is first tried alone, without doing it; those
 * that are accepted are then made all at once, below objects that were stored before.
 */
export async function runSchemaBatch(server: RealServer, seed: number, tally: Tally): Promise<void> {
  const random = new Random(seed);
  const fields = Array.from({ length: PAIRS_PER_BATCH }, (_, index) => randomField(`f${index}`, random));
  const plural = `schemas${`${seed}`.replace('.', 'x')}`;
  const old = crdWith(plural, fields, () => 'old');
  await server.install(old);
  const { body: live } = await server.send('GET', `${CRDS}/${nameOf(old)}`);
  const reports = await Promise.all(
    fields.map((field) => {
      const now = crdWith(plural, fields, (other) => (other === field ? 'new' : 'old'));
      return checkUpdate(server, live, now, tally, [field.change.old, field.change.new]);
    }),
  );
  const reportOf = new Map(fields.map((field, index) => [field, reports[index]]));
  const accepted = fields.filter((field) => reportOf.get(field) !== undefined);
  const stored = await createObjects(server, old, accepted, random, tally, 'old');

  const now = crdWith(plural, fields, (field) => (reportOf.get(field) === undefined ? 'old' : 'new'));
  await enforce(server, live, now, VERSION);
  const engine = compileSchema(parseCrd(now), VERSION, { rules: celRules });
  const written = stored.map((one) => ({
    ...one,
    spec: randomChange(one.object['spec'] ?? null, specOf(now), random),
  }));
  await Promise.all(
    written.map(async ({ field, object, spec }) => {
      const { change } = field;
      const after = await checkRead(server, now, engine, field, object, tally);
      const report = reportOf.get(field);
      if (after === undefined || report === undefined) return;
      const survivor = { version: VERSION, before: object, after };
      await checkUnhurt(server, now, report, survivor, tally, [change.old, change.new]);
      const metadata = { ...(after['metadata'] as JsonObject), annotations: { touched: 'true' } };
      for (const update of [after, { ...after, spec }]) {
        const given = { ...update, metadata };
        const answer = await server.send('PUT', pathOf(now, VERSION, `/${nameOf(object)}?dryRun=All`), given);
        const ours = engineOutcome(engine.admit(given, { old: object }));
        compareOutcomes(outcomeOf(answer), ours, tally, () => ['WRITE', change.old, change.new, object, given]);
      }
    }),
  );
  await createObjects(server, now, accepted, random, tally, 'new');
  await server.remove(nameOf(now));
}

function randomField(name: string, random: Random): Field {
  for (;;) {
    const change = randomSchemaChange(random);
    const problems = structuralProblems(parseCrd(crdOf('tries', { spec: holder(change.old) })), { rules: celRules });
    if (problems.length === 0) return { name, change };
  }
}

/** Absent in all objects but those of this field, so that no default below it is seen in the others. */
function holder(schema: JsonObject): JsonObject {
  return { type: 'object', properties: { f: schema } };
}

function crdWith(plural: string, fields: readonly Field[], sideOf: (field: Field) => 'old' | 'new'): JsonObject {
  const properties: JsonObject = {};
  for (const field of fields) properties[field.name] = holder(field.change[sideOf(field)]);
  return crdOf(plural, { spec: { type: 'object', properties } });
}

/** Creates some objects that are valid and some that may not be; the engine has to say the same of each. */
async function createObjects(
  server: RealServer,
  crd: JsonObject,
  fields: readonly Field[],
  random: Random,
  tally: Tally,
  side: 'old' | 'new',
): Promise<Stored[]> {
  const engine = compileSchema(parseCrd(crd), VERSION, { rules: celRules });
  const objects = fields.flatMap((field) => {
    const holding = specOf(crd).properties[field.name] as { properties: { f: JsonObject } };
    const make = (name: string, value: JsonValue) => objectOf(crd, VERSION, name, { [field.name]: { f: value } });
    return randomValues(holding.properties.f, random, (value) => isValid(engine, make('x', value))).map(
      (value, index) => ({ field, object: make(`${side}-${field.name}-${index}`, value) }),
    );
  });
  const stored = await Promise.all(
    objects.map(async ({ field, object }): Promise<Stored[]> => {
      const { change } = field;
      const answer = await server.send('POST', pathOf(crd, VERSION, '?fieldValidation=Warn'), object);
      const ours = engineOutcome(engine.admit(object));
      compareOutcomes(outcomeOf(answer), ours, tally, () => ['CREATE', change[side], object]);
      return answer.status === 201 ? [{ field, object: answer.body }] : [];
    }),
  );
  return stored.flat();
}

function isValid(engine: CompiledSchema, object: JsonObject): boolean {
  const { problems, unknownFields, undecodable } = engine.admit(object);
  return problems.length === 0 && unknownFields.length === 0 && undecodable === undefined;
}

/** Mostly valid ones, and the first two that are not. */
function randomValues(schema: JsonObject, random: Random, isGood: (value: JsonValue) => boolean): JsonValue[] {
  const [good, bad]: [JsonValue[], JsonValue[]] = [[], []];
  for (let tries = 0; tries < TRIES && good.length < VALID_OBJECTS; tries++) {
    const value = randomValue(schema, random);
    (isGood(value) ? good : bad).push(value);
  }
  return [...good, ...bad.slice(0, 2)];
}

/** What is stored is read as the engine says. */
async function checkRead(
  server: RealServer,
  crd: JsonObject,
  engine: CompiledSchema,
  { change }: Field,
  object: JsonObject,
  tally: Tally,
): Promise<JsonObject | undefined> {
  const { body } = await server.send('GET', pathOf(crd, VERSION, `/${nameOf(object)}`));
  const [theirs, ours] = [canonical(body['spec']), canonical(engine.normalize(object)['spec'])];
  tally.count('objects read');
  if (theirs === ours) return body;
  tally.differ('READ', change.old, change.new, object, 'server', theirs, 'here', ours);
  return undefined;
}

function specOf(crd: JsonObject): { readonly properties: JsonObject } {
  const { versions } = crd['spec'] as {
    versions: [{ schema: { openAPIV3Schema: { properties: { spec: { properties: JsonObject } } } } }];
  };
  return versions[0].schema.openAPIV3Schema.properties.spec;
}
