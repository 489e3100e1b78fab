import { celRules } from '@slipway/crd/cel';
import { ALL_TARGETS, checkReject } from '@slipway/crd/compatibility';
import {
  type Admission,
  admitMetadata,
  isJsonObject,
  type JsonObject,
  nameOf,
  type Problem,
} from '@slipway/crd/schema';
import type { ClusterOptions } from '../cluster/index.ts';
import { CliError } from '../errors.ts';
import { definitionName, nameLines, nameOfObject } from '../object-name.ts';
import type { Outcome } from '../outcome.ts';
import type { OutputOf } from '../output.ts';
import { crdsIn } from './docs.ts';
import { fieldSteps } from './field-steps.ts';
import { ManifestLines } from './manifest-lines.ts';
import { objectsIn, type PlacedObject, titleOf } from './placed-object.ts';
import { isValid, type Judged, placeOf, type Remark, remarkLine } from './remark.ts';
import { SchemaBook } from './schema-book.ts';
import { type CrdSet, readable, templateWarnings } from './sources.ts';
import { readTexts } from './texts.ts';
import { refusedThings, validationJson, validationSarif, validationTable } from './validation-report.ts';

export interface ValidateOptions extends ClusterOptions {
  readonly fieldValidation: 'strict' | 'warn' | 'ignore';
  readonly output: OutputOf<'validation'>;
}

/** `slipway crd validate`: what the API server would say to each object, with file, line and path. */
export async function validateObjects(
  crdArgument: string,
  objectArguments: readonly string[],
  options: ValidateOptions,
): Promise<Outcome> {
  if ([crdArgument, ...objectArguments].filter((one) => one === '-').length > 1) {
    throw new CliError('CLI_USAGE', 'only one argument can come from standard input');
  }
  const set = await crdsIn(crdArgument, options);
  const definitions = readable(crdArgument, () => judgeDefinitions(set));
  const warnings = templateWarnings([set]);
  if (!definitions.every(isValid)) {
    const broken = definitions.filter((one) => !isValid(one));
    // Where objects are asked for, none was looked at, and the CRD is nothing that xargs should get in their place.
    const isAside = options.output === 'name' && objectArguments.length > 0;
    const printed = await summary(
      broken,
      isAside ? 'text' : options.output,
      (remark) => `slipway: ${remarkLine(remark)}`,
    );
    return { ...printed, exitCode: 3 };
  }
  if (objectArguments.length === 0) {
    const { stderr = '', ...rest } = await summary(definitions, options.output);
    return { ...rest, stderr: `${warnings}${stderr}` };
  }
  const book = new SchemaBook(set.crds);
  const verdicts: JudgedObject[] = [];
  for (const argument of objectArguments) {
    const { texts } = await readTexts(argument);
    verdicts.push(...readable(argument, () => texts.flatMap(objectsIn).map((object) => judge(object, book, options))));
  }
  if (verdicts.length === 0) throw new CliError('CLI_INPUT', `${objectArguments.join(', ')}: holds no object`);
  const { stderr = '', ...rest } = await summary(verdicts, options.output);
  return { ...rest, stderr: `${warnings}${stderr}` };
}

/** An object as a server would store it, where it takes it. */
interface JudgedObject extends Judged {
  readonly object?: JsonObject;
}

/** What the newest server would refuse in the CRDs themselves, with the rule of the catalogue. */
function judgeDefinitions(set: CrdSet): Judged[] {
  const places = new ManifestLines(set);
  const target = ALL_TARGETS.at(-1) ?? '1.36';
  return set.crds.map((crd) => {
    const source = crd.source ?? '';
    const remarks = checkReject(crd, null, target, celRules).map((finding): Remark => {
      const line = places.ofFinding(finding);
      const where = { source, ...(line !== undefined && { line }) };
      return { level: 'error', ...where, field: nameOf(crd), message: finding.message, reason: finding.rule };
    });
    return { title: nameOf(crd), name: definitionName(nameOf(crd)), source, remarks };
  });
}

function judge(placed: PlacedObject, book: SchemaBook, { fieldValidation }: ValidateOptions): JudgedObject {
  const { value, source, lineOf } = placed;
  const isObject = isJsonObject(value);
  const [title, name] = isObject ? [titleOf(value), nameOfObject(value)] : ['object', ''];
  const at = (field = ''): Pick<Remark, 'source' | 'line'> => ({ source, line: lineOf(fieldSteps(field)) });
  const refused = (field: string, remark: Pick<Remark, 'field' | 'message' | 'reason'>): JudgedObject => ({
    title,
    name,
    ...at(),
    remarks: [{ level: 'error', ...at(field), ...remark }],
  });
  if (!isObject) return refused('', { message: 'is no Kubernetes object', reason: 'CLI_INPUT' });
  const schema = book.schemaFor(value);
  if (typeof schema === 'string') return refused('apiVersion', { field: title, ...withReason(schema) });
  const { status: _status, ...created } = value;
  const metadata = admitMetadata(value);
  // A server drops the status of an object that is created before it looks at its values; its names are looked at.
  const admission = schema.admit(book.hasStatusApart(value) ? created : value);
  const unknown = [...metadata.unknownFields, ...schema.unknownFields(value)].map((field) => ({
    ...at(field),
    field,
    message: 'unknown field',
    reason: 'UnknownField',
  }));
  const level = fieldValidation === 'strict' ? 'error' : 'warning';
  return {
    title,
    name,
    ...at(),
    remarks: [
      ...[...problemsOf(metadata), ...problemsOf(admission)].map(
        ({ field, message, reason }): Remark => ({ level: 'error', ...at(field), field, message, reason }),
      ),
      ...(fieldValidation === 'ignore' ? [] : unknown.map((remark): Remark => ({ level, ...remark }))),
    ],
    object: { ...admission.object, metadata: metadata.metadata },
  };
}

/** `does not serve the version v2 [CRD_NO_VERSION]`, taken apart. */
function withReason(text: string): Pick<Remark, 'message' | 'reason'> {
  const [, message = text, reason = 'CLI_INPUT'] = /^(.*) \[(\w+)\]$/s.exec(text) ?? [];
  return { message, reason };
}

function problemsOf({ problems, undecodable }: Pick<Admission, 'problems' | 'undecodable'>): readonly Problem[] {
  return undecodable === undefined ? problems : [undecodable];
}

async function summary(
  judged: readonly JudgedObject[],
  output: ValidateOptions['output'],
  lineOf = remarkLine,
): Promise<Outcome> {
  const valid = judged.filter(isValid);
  const exitCode = valid.length === judged.length ? 0 : 1;
  // A report has all of it; what is for people would be there twice.
  if (output === 'json') return { stdout: validationJson(judged), exitCode };
  if (output === 'sarif') return { stdout: validationSarif(judged), exitCode };
  if (output === 'wide') return { stdout: validationTable(judged), exitCode };
  if (output === 'name') return { ...nameLines(refusedThings(judged)), exitCode };
  const objects = valid.flatMap(({ object }) => (object === undefined ? [] : [object]));
  return {
    stdout:
      output === 'yaml' && objects.length > 0
        ? await yamlOf(objects)
        : valid.map((one) => `${placeOf(one)}: ${one.title} is valid\n`).join(''),
    stderr: judged.flatMap(({ remarks }) => remarks.map((remark) => lineOf(remark))).join(''),
    exitCode,
  };
}

/** What prints YAML brings zod along; most runs print none. */
async function yamlOf(objects: readonly JsonObject[]): Promise<string> {
  const { printYaml } = await import('@slipway/crd');
  return objects.map((object) => printYaml(object)).join('---\n');
}
