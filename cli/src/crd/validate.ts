import { celRules } from '@slipway/crd/cel';
import { ALL_TARGETS, checkReject } from '@slipway/crd/compatibility';
import { printYaml } from '@slipway/crd/definition';
import { type Admission, admitMetadata, isJsonObject, type JsonObject, nameOf } from '@slipway/crd/schema';
import type { ClusterOptions } from '../cluster/index.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { crdsIn } from './docs.ts';
import { ManifestLines } from './manifest-lines.ts';
import { objectsIn, type PlacedObject, titleOf } from './placed-object.ts';
import { SchemaBook } from './schema-book.ts';
import { type CrdSet, readable, templateWarnings } from './sources.ts';
import { readTexts } from './texts.ts';

export interface ValidateOptions extends ClusterOptions {
  readonly fieldValidation: 'strict' | 'warn' | 'ignore';
  readonly output: 'text' | 'yaml';
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
  const { crds } = set;
  const faults = readable(crdArgument, () => refusals(set));
  if (faults.length > 0) return { stderr: lines(faults), exitCode: 3 };
  if (objectArguments.length === 0) {
    const stdout = lines(crds.map((crd) => `${crd.source}: ${nameOf(crd)} is valid`));
    return { stdout, stderr: templateWarnings([set]), exitCode: 0 };
  }
  const book = new SchemaBook(crds);
  const verdicts: ObjectVerdict[] = [];
  for (const argument of objectArguments) {
    const { texts } = await readTexts(argument);
    verdicts.push(...readable(argument, () => texts.flatMap(objectsIn).map((object) => judge(object, book, options))));
  }
  if (verdicts.length === 0) throw new CliError('CLI_INPUT', `${objectArguments.join(', ')}: holds no object`);
  const { stderr = '', ...rest } = summary(verdicts, options);
  return { ...rest, stderr: `${templateWarnings([set])}${stderr}` };
}

/** What the newest server would refuse in the CRDs themselves, with the rule of the catalogue. */
function refusals(set: CrdSet): string[] {
  const places = new ManifestLines(set);
  const target = ALL_TARGETS.at(-1) ?? '1.36';
  return set.crds.flatMap((crd) =>
    checkReject(crd, null, target, celRules).map(
      (finding) => `slipway: ${places.place(finding)}: ${nameOf(crd)}: ${finding.message} [${finding.rule}]`,
    ),
  );
}

interface ObjectVerdict {
  readonly title: string;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  readonly object?: JsonObject;
}

function judge({ value, at }: PlacedObject, book: SchemaBook, { fieldValidation }: ValidateOptions): ObjectVerdict {
  if (!isJsonObject(value)) return refused(`${at()}: is no Kubernetes object [CLI_INPUT]`);
  const schema = book.schemaFor(value);
  if (typeof schema === 'string') return refused(`${at('apiVersion')}: ${titleOf(value)}: ${schema}`);
  const { status: _status, ...created } = value;
  const metadata = admitMetadata(value);
  // A server drops the status of an object that is created before it looks at its values; its names are looked at.
  const admission = schema.admit(book.hasStatusApart(value) ? created : value);
  const unknownFields = schema.unknownFields(value);
  const unknown = [...metadata.unknownFields, ...unknownFields].map(
    (field) => `${at(field)}: ${field}: unknown field [UnknownField]`,
  );
  return {
    title: `${at()}: ${titleOf(value)} is valid`,
    faults: [
      ...problemLines(metadata, at),
      ...problemLines(admission, at),
      ...(fieldValidation === 'strict' ? unknown : []),
    ],
    warnings: fieldValidation === 'warn' ? unknown.map((line) => `warning: ${line}`) : [],
    object: { ...admission.object, metadata: metadata.metadata },
  };
}

function refused(line: string): ObjectVerdict {
  return { title: '', faults: [line], warnings: [] };
}

function problemLines(
  { problems, undecodable }: Pick<Admission, 'problems' | 'undecodable'>,
  at: PlacedObject['at'],
): string[] {
  const all = undecodable === undefined ? problems : [undecodable];
  return all.map(({ field, message, reason }) => `${at(field)}: ${field}: ${message} [${reason}]`);
}

function summary(verdicts: readonly ObjectVerdict[], { output }: ValidateOptions): Outcome {
  const valid = verdicts.filter(({ faults }) => faults.length === 0);
  const stdout =
    output === 'yaml'
      ? valid.map(({ object = {} }) => printYaml(object)).join('---\n')
      : lines(valid.map(({ title }) => title));
  return {
    stdout,
    stderr: lines(verdicts.flatMap(({ faults, warnings }) => [...faults, ...warnings])),
    exitCode: valid.length === verdicts.length ? 0 : 1,
  };
}

/** One line for each, whatever line breaks a message has. */
function lines(all: readonly string[]): string {
  return all.map((line) => `${line.replaceAll(/\s*\n\s*/g, ' ')}\n`).join('');
}
