import { celRules } from '@slipway/crd/cel';
import { printYaml } from '@slipway/crd/definition';
import {
  type Admission,
  type CompiledSchema,
  type Crd,
  compileSchema,
  isJsonObject,
  type JsonObject,
  readYaml,
  structuralProblems,
  type YamlDocument,
} from '@slipway/crd/schema';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { crdsIn } from './docs.ts';
import { fieldSteps } from './field-steps.ts';
import { type ClusterOptions, nameOf } from './sources.ts';
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
  const crds = await crdsIn(crdArgument, options);
  const faults = crds.flatMap(schemaFaults);
  if (faults.length > 0) return { stderr: lines(faults), exitCode: 3 };
  if (objectArguments.length === 0) {
    return { stdout: lines(crds.map((crd) => `${crd.source}: ${nameOf(crd)} is valid`)), exitCode: 0 };
  }
  const book = new SchemaBook(crds);
  const verdicts: ObjectVerdict[] = [];
  for (const argument of objectArguments) {
    for (const { source, text } of (await readTexts(argument)).texts) {
      for (const document of readYaml(text, source)) verdicts.push(judge(document, source, book, options));
    }
  }
  if (verdicts.length === 0) throw new CliError('CLI_INPUT', `${objectArguments.join(', ')}: holds no object`);
  return summary(verdicts, options);
}

function schemaFaults(crd: Crd): string[] {
  return structuralProblems(crd, { rules: celRules }).map(
    ({ field, message }) => `slipway: ${crd.source}: ${nameOf(crd)}: ${field}: ${message} [CRD_NOT_STRUCTURAL]`,
  );
}

interface ObjectVerdict {
  readonly title: string;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  readonly object?: JsonObject;
}

function judge(document: YamlDocument, source: string, book: SchemaBook, options: ValidateOptions): ObjectVerdict {
  const at = (field: string): string => `${source}:${document.lineOf(fieldSteps(field))}`;
  const { value } = document;
  const title = `${at('')}: `;
  if (!isJsonObject(value)) return { title, faults: [`${title}is no Kubernetes object [CLI_INPUT]`], warnings: [] };
  const schema = book.schemaFor(value);
  const name = isJsonObject(value['metadata']) ? value['metadata']['name'] : undefined;
  const what = `${String(value['kind'])} ${typeof name === 'string' ? name : '(without name)'}`;
  if (typeof schema === 'string') return { title, faults: [`${at('apiVersion')}: ${what}: ${schema}`], warnings: [] };
  const admission = schema.admit(value);
  const unknown = admission.unknownFields.map((field) => `${at(field)}: ${field}: unknown field [UnknownField]`);
  return {
    title: `${title}${what} is valid`,
    faults: [...problemLines(admission, at), ...(options.fieldValidation === 'strict' ? unknown : [])],
    warnings: options.fieldValidation === 'warn' ? unknown.map((line) => `warning: ${line}`) : [],
    object: admission.object,
  };
}

function problemLines({ problems, undecodable }: Admission, at: (field: string) => string): string[] {
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

/** Schemas by group, kind and version, each compiled once. */
class SchemaBook {
  readonly #crds: readonly Crd[];
  readonly #compiled = new Map<string, CompiledSchema>();

  constructor(crds: readonly Crd[]) {
    this.#crds = crds;
  }

  /** The schema for an object, or why there is none. */
  schemaFor({ apiVersion, kind }: JsonObject): CompiledSchema | string {
    const [, group = '', version = ''] = /^(.*)\/([^/]*)$/.exec(String(apiVersion)) ?? [];
    const crd = this.#crds.find(({ spec }) => spec.group === group && spec.names.kind === kind);
    if (crd === undefined) return `none of the CRDs defines ${String(kind)} of ${String(apiVersion)} [CLI_INPUT]`;
    if (!crd.spec.versions.some(({ name, served }) => name === version && served)) {
      return `${nameOf(crd)} does not serve the version ${version} [CRD_NO_VERSION]`;
    }
    const key = `${nameOf(crd)}/${version}`;
    const schema = this.#compiled.get(key) ?? compileSchema(crd, version, { rules: celRules });
    this.#compiled.set(key, schema);
    return schema;
  }
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
