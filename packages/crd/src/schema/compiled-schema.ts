import { CrdError } from '../errors.ts';
import type { Crd, CrdScale, JsonSchema } from './crd.ts';
import { byBytes } from './go-text.ts';
import type { JsonObject } from './json.ts';
import { compileNode, type SchemaNode } from './node.ts';
import type { Problem, ProblemReason } from './problem.ts';
import { RULES_NOT_CHECKED, RuleBook } from './rule-walk.ts';
import type { RuleCompiler } from './rules.ts';
import { scaleProblems } from './scale.ts';
import { Validation } from './validation.ts';
import { type Findings, Walk } from './walk.ts';

export interface CompileOptions {
  /** Evaluates `x-kubernetes-validations`. Without it rules are not checked. @default none */
  readonly rules?: RuleCompiler;
}

export interface NormalizeOptions {
  /**
   * Nulls that the schema does not allow stay, and are problems. A server takes them out of what is sent to it, not of
   * what it made by a server-side apply, which leaves null where it took the last field of a map.
   * @default false
   */
  readonly keepsNulls?: boolean;
}

export interface AdmitOptions extends NormalizeOptions {
  /** The stored object, on an update: unchanged invalid values are then tolerated as the server does (KEP-4008). */
  readonly old?: JsonObject | undefined;
  /** `status`: a write to `/status`, which validates only the status. @default the object itself */
  readonly subresource?: 'status';
}

/** What the API server makes of a written object. */
export interface Admission {
  /** Pruned and defaulted; shares whatever stayed the same with the object that was given. */
  readonly object: JsonObject;
  /** Why the write is refused with 422; empty means accepted. */
  readonly problems: readonly Problem[];
  /** Paths that were dropped, sorted: the warnings or, with `fieldValidation=Strict`, the refusal. */
  readonly unknownFields: readonly string[];
  /** An embedded resource that cannot be decoded: refused with 400, and nothing else was looked at. */
  readonly undecodable?: Problem;
}

export interface CompiledSchema {
  readonly version: string;
  /** Prunes, defaults and validates in one pass. The root's apiVersion, kind and metadata are left as they are. */
  admit(object: JsonObject, options?: AdmitOptions): Admission;
  /** Prunes and defaults only: what the server does to an object that it reads from its store. */
  normalize(object: JsonObject, options?: NormalizeOptions): JsonObject;
  /** Paths of fields that the schema does not know, for `fieldValidation` Strict and Warn. */
  unknownFields(object: JsonObject): readonly string[];
}

/**
 * Compiles the schema of one version. Do it once per CRD and keep it: compiling reads the whole schema,
 * admitting reads only what the object holds.
 *
 * Assumptions: `structuralProblems(crd)` is empty; a schema that the server refuses is compiled as far
 * as it makes sense. A version without schema keeps no field but apiVersion, kind and metadata.
 *
 * Errors: `CRD_NO_VERSION`.
 */
export function compileSchema(crd: Crd, version: string, options: CompileOptions = {}): CompiledSchema {
  const found = crd.spec.versions.find(({ name }) => name === version);
  if (found === undefined) {
    const names = crd.spec.versions.map(({ name }) => name).join(', ');
    const text = `${crd.spec.names.plural}.${crd.spec.group} has no version ${version}; it has ${names || 'none'}`;
    throw new CrdError('CRD_NO_VERSION', text, { source: crd.source, path: 'spec.versions' });
  }
  const preservesUnknown = crd.spec.preserveUnknownFields === true;
  return new Compiled(
    version,
    found.schema?.openAPIV3Schema ?? {},
    preservesUnknown,
    found.subresources?.scale,
    options,
  );
}

class Compiled implements CompiledSchema {
  readonly version: string;
  readonly #root: SchemaNode;
  readonly #preservesUnknown: boolean;
  readonly #scale: CrdScale | undefined;
  readonly #rules: RuleBook | undefined;

  constructor(
    version: string,
    schema: JsonSchema,
    preservesUnknown: boolean,
    scale: CrdScale | undefined,
    { rules }: CompileOptions,
  ) {
    this.version = version;
    this.#root = compileNode(schema);
    this.#preservesUnknown = preservesUnknown;
    this.#scale = scale;
    this.#rules = rules === undefined || !this.#root.hasRules ? undefined : new RuleBook(rules);
  }

  admit(given: JsonObject, { old: stored, subresource, keepsNulls }: AdmitOptions = {}): Admission {
    const { object, problems: found, findings } = this.#walk(given, undefined, keepsNulls);
    const unknownFields = sorted(findings.unknown);
    if (findings.undecodable !== undefined) {
      return { object, problems: [], unknownFields, undecodable: findings.undecodable };
    }
    const old = new Old(stored, (object) => this.normalize(object));
    const problems = distinct([
      ...(subresource === 'status'
        ? this.#statusProblems(object, old)
        : this.#ratcheted(given, found, old, keepsNulls)),
      ...(this.#scale === undefined ? [] : scaleProblems(this.#scale, object, subresource ?? 'all')),
    ]);
    if (subresource !== 'status') problems.push(...findings.embedded);
    if (findings.lists.length > 0 && !this.#hasListProblems(old)) problems.push(...findings.lists);
    if (this.#rules !== undefined) {
      if (problems.some(({ reason }) => BLOCKING.has(reason))) problems.push(RULES_NOT_CHECKED);
      else problems.push(...this.#rules.problems(this.#root, object, old.object));
    }
    return { object, problems, unknownFields };
  }

  normalize(object: JsonObject, { keepsNulls }: NormalizeOptions = {}): JsonObject {
    return this.#read(object, keepsNulls).object;
  }

  unknownFields(object: JsonObject): readonly string[] {
    return sorted(this.#read(object).findings.unknown);
  }

  #read(object: JsonObject, keepsNulls?: boolean): { object: JsonObject; findings: Findings } {
    const walk = new Walk('read', keepsNulls);
    return { object: walk.resource(this.#root, object, undefined, this.#preservesUnknown), findings: walk.findings };
  }

  #walk(given: JsonObject, old?: JsonObject, keepsNulls?: boolean) {
    const validation = new Validation();
    const walk = new Walk(validation, keepsNulls);
    const object = walk.resource(this.#root, given, old, this.#preservesUnknown);
    return { object, problems: validation.problems, findings: walk.findings };
  }

  /** Ratcheting only takes problems away, so an object without any is never compared with its old state. */
  #ratcheted(given: JsonObject, found: readonly Problem[], old: Old, keepsNulls?: boolean): readonly Problem[] {
    return found.length === 0 || old.object === undefined ? found : this.#walk(given, old.object, keepsNulls).problems;
  }

  /** A write to `/status` validates the status as if it were an object of its own. */
  #statusProblems(object: JsonObject, { object: old }: Old): Problem[] {
    const node = this.#root.properties.get('status');
    const { status } = object;
    if (node === undefined || status === undefined) return [];
    const validation = new Validation('status');
    validation.validate(node, status, old?.['status']);
    validation.ratchet(0, node, status, old?.['status']);
    return validation.problems;
  }

  /** The old object's own duplicates excuse those of the new one, wherever they are. */
  #hasListProblems({ object: old }: Old): boolean {
    return old !== undefined && this.#walk(old).findings.lists.length > 0;
  }
}

/** The stored object as the server reads it, which is seldom needed. */
class Old {
  readonly #stored: JsonObject | undefined;
  readonly #read: (object: JsonObject) => JsonObject;
  #object: JsonObject | undefined;

  constructor(stored: JsonObject | undefined, read: (object: JsonObject) => JsonObject) {
    this.#stored = stored;
    this.#read = read;
  }

  get object(): JsonObject | undefined {
    if (this.#stored !== undefined) this.#object ??= this.#read(this.#stored);
    return this.#object;
  }
}

/** After one of these the values may not have the types that rules are compiled for. */
const BLOCKING: ReadonlySet<ProblemReason> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** The same sentence may come from a schema and from a combinator in it; it is reported once. */
function distinct(problems: Problem[]): Problem[] {
  if (problems.length < 2) return problems;
  return [...new Map(problems.map((one) => [`${one.field}\n${one.message}`, one] as const)).values()];
}

function sorted(paths: readonly string[]): readonly string[] {
  return paths.length < 2 ? paths : paths.toSorted(byBytes);
}
