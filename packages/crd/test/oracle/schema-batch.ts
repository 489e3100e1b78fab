import { celRules } from '../../src/cel/index.ts';
import type { CrdReport } from '../../src/compatibility/index.ts';
import {
  type CompiledSchema,
  compileSchema,
  type JsonObject,
  type JsonValue,
  parseCrd,
  stringifyJson,
  structuralProblems,
} from '../../src/schema/index.ts';
import { Random } from '../random.ts';
import { crdOf } from '../random-schema.ts';
import { randomChange, randomValue } from '../random-value.ts';
import type { RealServer } from '../real-server.ts';
import { canonical, engineOutcome, serverOutcome } from '../server-outcome.ts';
import { CRDS, checkUpdate, nameOf, type Tally, update } from './oracle.ts';
import { randomSchemaChange, type SchemaChange } from './schema-changes.ts';

const PAIRS = 20;
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
  const fields = Array.from({ length: PAIRS }, (_, index) => randomField(`f${index}`, random));
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

  const now = crdWith(plural, fields, (field) => (reportOf.get(field) === undefined ? 'old' : 'new'), 0);
  await enforce(server, live, now);
  const engine = compileSchema(parseCrd(now), 'v1', { rules: celRules });
  const changes = stored.map((one) => ({
    ...one,
    value: randomChange(one.object['spec'] ?? null, specOf(now), random),
  }));
  await Promise.all(
    changes.map(async ({ field, object, value }) => {
      const read = await checkRead(server, now, engine, field, object, tally);
      const report = reportOf.get(field);
      if (read === undefined || report === undefined) return;
      await checkUnhurt(server, now, field, report, object, read, tally);
      const metadata = { ...(read['metadata'] as JsonObject), annotations: { touched: 'true' } };
      for (const spec of [read['spec'] ?? null, value]) {
        const written = { ...read, metadata, spec };
        const answer = await server.send('PUT', `${pathOf(now)}/${nameOf(object)}?dryRun=All`, written);
        const here = engineOutcome(engine.admit(written, { old: object }));
        compare('WRITE', serverOutcome(answer), here, field, written, tally);
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

/** The field `probe` tells by what it accepts which CRD is in force. */
function crdWith(
  plural: string,
  fields: readonly Field[],
  sideOf: (field: Field) => 'old' | 'new',
  probeLength = 100,
): JsonObject {
  const properties: JsonObject = { probe: { type: 'string', maxLength: probeLength } };
  for (const field of fields) properties[field.name] = holder(field.change[sideOf(field)]);
  return crdOf(plural, { spec: { type: 'object', properties } });
}

async function enforce(server: RealServer, live: JsonObject, now: JsonObject): Promise<void> {
  const answer = await update(server, live, now, '');
  if (answer.status !== 200) throw new Error(`accepted one by one, but not together: ${stringifyJson(answer.body)}`);
  await server.until(async () => {
    const probe = objectOf(now, 'probe', { probe: 'x' });
    return (await server.send('POST', `${pathOf(now)}?dryRun=All`, probe)).status === 422;
  });
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
  const engine = compileSchema(parseCrd(crd), 'v1', { rules: celRules });
  const objects = fields.flatMap((field) => {
    const schema = (specOf(crd)['properties'] as JsonObject)[field.name] as { properties: { f: JsonObject } };
    return randomValues(schema.properties.f, random, (value) =>
      isValid(engine, objectOf(crd, 'x', inside(field, value))),
    ).map((value, index) => ({ field, object: objectOf(crd, `${side}-${field.name}-${index}`, inside(field, value)) }));
  });
  const stored = await Promise.all(
    objects.map(async ({ field, object }): Promise<Stored[]> => {
      const answer = await server.send('POST', `${pathOf(crd)}?fieldValidation=Warn`, object);
      compare('CREATE', serverOutcome(answer), engineOutcome(engine.admit(object)), field, object, tally);
      return answer.status === 201 ? [{ field, object: answer.body }] : [];
    }),
  );
  return stored.flat();
}

function inside(field: Field, value: JsonValue): JsonObject {
  return { [field.name]: { f: value } };
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

function compare(what: string, server: string, here: string, field: Field, object: JsonObject, tally: Tally): void {
  tally.count('objects');
  tally.count(here.startsWith('accepted') ? 'objects accepted' : 'objects refused');
  if (server === here) return;
  tally.differ(what, field.change.old, field.change.new, object, 'server', server, 'here', here);
}

/** What is stored is read as the engine says. */
async function checkRead(
  server: RealServer,
  crd: JsonObject,
  engine: CompiledSchema,
  field: Field,
  object: JsonObject,
  tally: Tally,
): Promise<JsonObject | undefined> {
  const { body } = await server.send('GET', `${pathOf(crd)}/${nameOf(object)}`);
  const [theirs, ours] = [canonical(body['spec']), canonical(engine.normalize(object)['spec'])];
  tally.count('objects read');
  if (theirs === ours) return body;
  tally.differ('READ', field.change.old, field.change.new, object, 'server', theirs, 'here', ours);
  return undefined;
}

/** An object valid before a SAFE change is valid after, and whom no finding names is not refused. */
async function checkUnhurt(
  server: RealServer,
  crd: JsonObject,
  { change }: Field,
  { verdict, findings }: CrdReport,
  before: JsonObject,
  after: JsonObject,
  tally: Tally,
): Promise<void> {
  const isSafe = verdict === 'SAFE' || verdict === 'INFO';
  // A oneOf with one more member may match twice, and the review is about that (V31).
  const isHurt = findings.some(({ rule, parties }) => rule === 'V31' || parties.includes('W') || parties.includes('S'));
  const said = findings.map(({ rule, verdict: one, message }) => `${rule} ${one} ${message}`);
  const differ = (text: string): void => tally.differ(text, change.old, change.new, before, after, ...said);
  if (isSafe && canonical(before['spec']) !== canonical(after['spec'])) differ('SAFE, but read otherwise');
  if (isHurt) return;
  tally.count(isSafe ? 'objects under SAFE' : 'objects of the unhurt');
  const copy = objectOf(crd, `${nameOf(before)}-copy`, (before['spec'] ?? {}) as JsonObject);
  const strictness = isSafe ? 'Strict' : 'Ignore';
  const created = await server.send('POST', `${pathOf(crd)}?dryRun=All&fieldValidation=${strictness}`, copy);
  if (created.status !== 201)
    differ(`${verdict}, but a copy is refused: ${stringifyJson(created.body['message'] ?? '')}`);
  const touched = { ...after, metadata: { ...(after['metadata'] as JsonObject), annotations: { touched: 'true' } } };
  const updated = await server.send('PUT', `${pathOf(crd)}/${nameOf(before)}?dryRun=All`, touched);
  if (updated.status !== 200)
    differ(`${verdict}, but an annotation is refused: ${stringifyJson(updated.body['message'] ?? '')}`);
}

function specOf(crd: JsonObject): JsonObject {
  const { versions } = crd['spec'] as {
    versions: [{ schema: { openAPIV3Schema: { properties: { spec: JsonObject } } } }];
  };
  return versions[0].schema.openAPIV3Schema.properties.spec;
}

function objectOf(crd: JsonObject, name: string, spec: JsonObject): JsonObject {
  const { kind } = (crd['spec'] as { names: { kind: string } }).names;
  return { apiVersion: 'schema.example.com/v1', kind, metadata: { name, namespace: 'default' }, spec };
}

function pathOf(crd: JsonObject): string {
  return `/apis/schema.example.com/v1/namespaces/default/${(crd['spec'] as { names: { plural: string } }).names.plural}`;
}
