import type { CrdReport } from '../../src/compatibility/index.ts';
import { type JsonObject, type JsonValue, stringifyJson } from '../../src/schema/index.ts';
import type { RealServer, ServerAnswer } from '../real-server.ts';
import { canonical, serverOutcome } from '../server-outcome.ts';
import { nameOf, type Tally, update } from './oracle.ts';

const IN_FORCE = 'in force';

/** Where objects of a version are; `suffix` is a name or a query. */
export function pathOf(crd: JsonObject, version: string, suffix = ''): string {
  const { group, scope, names } = crd['spec'] as { group: string; scope: string; names: { plural: string } };
  const place = scope === 'Namespaced' ? 'namespaces/default/' : '';
  return `/apis/${group}/${version}/${place}${names.plural}${suffix}`;
}

export function objectOf(crd: JsonObject, version: string, name: string, spec: JsonValue): JsonObject {
  const { group, names } = crd['spec'] as { group: string; names: { kind: string } };
  return { apiVersion: `${group}/${version}`, kind: names.kind, metadata: { name }, spec };
}

/**
 * Makes a change and waits until the server goes by it, which it tells by the warning that comes with
 * every answer of a deprecated version.
 */
export async function enforce(
  server: RealServer,
  live: JsonObject,
  now: JsonObject,
  version: string,
): Promise<JsonObject> {
  const warning = { deprecated: true, deprecationWarning: IN_FORCE };
  const spec = now['spec'] as { versions: JsonObject[] };
  const versions = spec.versions.map((one) => ({ ...one, ...warning }));
  const answer = await update(server, live, { ...now, spec: { ...spec, versions } }, '');
  if (answer.status !== 200) throw new Error(`refused only when done: ${stringifyJson(answer.body['message'] ?? '')}`);
  const list = pathOf(now, version, '?limit=1');
  await server.until(async () => (await server.send('GET', list)).warnings.includes(IN_FORCE));
  return answer.body;
}

/** What the server made of an object, without warnings about its version. */
export function outcomeOf(answer: ServerAnswer): string {
  return serverOutcome({
    ...answer,
    warnings: answer.warnings.filter((warning) => warning.startsWith('unknown field')),
  });
}

export function compareOutcomes(
  theirs: string,
  ours: string,
  tally: Tally,
  shown: () => (string | JsonObject)[],
): void {
  tally.count(ours.startsWith('accepted') ? 'objects accepted' : 'objects refused');
  if (theirs !== ours) tally.differ(...shown(), 'server', theirs, 'here', ours);
}

/** One object around a change: as it was answered when it was created, and as it is read now. */
export interface Survivor {
  readonly version: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** An object valid before a SAFE change is valid after and reads the same; whom no finding names is not refused. */
export async function checkUnhurt(
  server: RealServer,
  crd: JsonObject,
  { verdict, findings }: CrdReport,
  { version, before, after }: Survivor,
  tally: Tally,
  change: readonly JsonObject[],
): Promise<void> {
  const isSafe = verdict === 'SAFE' || verdict === 'INFO';
  const stated = findings.map(({ rule, verdict: one, message }) => `${rule} ${one} ${message}`);
  const differ = (...texts: (string | undefined)[]): void =>
    tally.differ(`${verdict}, but ${texts.join(' ')}`, ...change, before, after, ...stated);
  if (isSafe && contents(before) !== contents(after)) differ('it is read otherwise');
  // A oneOf with one more member may match twice, which is what its review is about (V31).
  const isHurt = findings.some(({ rule, parties }) => rule === 'V31' || parties.includes('W') || parties.includes('S'));
  if (isHurt) return;
  tally.count(isSafe ? 'objects under SAFE' : 'objects of the unhurt');
  const copy = { ...before, metadata: { name: `${nameOf(before)}-copy` } };
  const query = `?dryRun=All&fieldValidation=${isSafe ? 'Strict' : 'Ignore'}`;
  const created = await server.send('POST', pathOf(crd, version, query), copy);
  const refusal = stringifyJson(created.body['message'] ?? '');
  // Servers take a list for a string with format, and no longer when the format goes (V03): nobody relies on it.
  if (/must be of type string: \\+"array/.test(refusal) && findings.some(({ rule }) => rule === 'V03')) return;
  if (created.status !== 201) differ('a copy is refused:', refusal);
  const touched = { ...after, metadata: { ...(after['metadata'] as JsonObject), annotations: { touched: 'true' } } };
  const updated = await server.send('PUT', pathOf(crd, version, `/${nameOf(before)}?dryRun=All`), touched);
  if (updated.status !== 200) differ('an annotation is refused:', stringifyJson(updated.body['message'] ?? ''));
}

/** Everything but what the server keeps for itself. */
function contents({ metadata: _metadata, ...rest }: JsonObject): string {
  return canonical(rest);
}
