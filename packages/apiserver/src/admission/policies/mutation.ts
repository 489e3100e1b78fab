import { applyJsonPatch, PatchFailure, PatchTestFailure } from '@slipway/apimachinery/json-patch';
import {
  APPLY_CONFIGURATION,
  Breakdown,
  CelList,
  CelStruct,
  EvaluationError,
  type Expression,
  JSON_PATCH,
  jsonOf,
  listOf,
  misplacedParts,
  nativeOf,
  type Type,
  type Value,
} from '@slipway/crd/cel';
import { atomicParts, intentErrors, merge, NoJson } from '../../apply/index.ts';
import { typeOfKind } from '../../field-managers/index.ts';
import { isJsonObject, type Json, type JsonObject, type KubeObject } from '../../objects/index.ts';
import { apiVersion } from '../../resources/index.ts';
import { UndecodableValue } from '../../schemas/index.ts';
import { internalError, StatusError } from '../../status/index.ts';
import { defaultedFrom, shownIn } from '../object-version.ts';
import type { Requested } from '../requested.ts';

/** Why a mutation cannot be carried out. Whether that matters is up to the policy. */
export class MutationFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MutationFailure';
  }
}

/** How a policy changes an object: its form, and the field of a mutation that holds the expression. */
export interface PatchForm {
  readonly field: string;
  /** What the expression gives. */
  readonly type: Type;
  /** The object, as a version shows it, after what the expression gave. Throws a `MutationFailure`. */
  readonly apply: (shown: JsonObject, value: Value, seen: Requested) => Json;
  /** What to answer when a field of the result has another type than the kind wants. */
  readonly unfit: (why: string, seen: Requested) => Error;
}

export const PATCH_FORMS: Readonly<Record<string, PatchForm>> = {
  ApplyConfiguration: {
    field: 'applyConfiguration',
    type: APPLY_CONFIGURATION,
    apply: applyConfiguration,
    unfit: (why, { resource, served }) => {
      const kind = `${apiVersion(resource.group, served.version)}, Kind=${resource.kind}`;
      return new MutationFailure(`unable to convert unstructured object to ${kind}: ${why}`);
    },
  },
  JSONPatch: { field: 'jsonPatch', type: listOf(JSON_PATCH), apply: applyPatch, unfit: internalError },
};

export interface Mutation {
  readonly form: PatchForm;
  readonly expression: Expression;
}

/** What a mutation is about while it runs. */
export interface Subject {
  readonly object: KubeObject;
  readonly old: KubeObject | undefined;
  readonly seen: Requested;
  /** The version of the request, which may be another one than the policy sees. */
  readonly version: string;
}

/** The object after a mutation gave this value, with the defaults of its kind. */
export function mutatedBy({ form }: Mutation, value: Value, { object, old, seen, version }: Subject): KubeObject {
  const { resource, served } = seen;
  const shown = shownIn(resource, served, object);
  const changed = form.apply(shown, value, seen);
  if (served.version !== version && !resource.custom) {
    // A server converts what a policy made to the version of the request, and knows no direct way between two.
    const [from, to] = [served.version, version].map((one) => `(${one}.${resource.kind})`);
    throw new MutationFailure(`converting ${from} to ${to}: unknown conversion`);
  }
  if (changed === shown) return object;
  if (!isJsonObject(changed)) throw internalError('the patched object is no object');
  if (changed['kind'] !== undefined && changed['kind'] !== shown['kind']) {
    throw internalError(`the kind of an object cannot be changed to ${JSON.stringify(changed['kind'])}`);
  }
  const unknown: string[] = [];
  try {
    const result = defaultedFrom(seen, changed, old, (path) => unknown.push(`unknown field "${path}"`));
    if (unknown.length === 0 || resource.custom) return result;
  } catch (error) {
    if (error instanceof UndecodableValue) throw form.unfit(error.message, seen);
    // Metadata that cannot be read is the fault of a request, and here of none.
    throw error instanceof StatusError ? form.unfit(error.message, seen) : error;
  }
  throw internalError(`strict decoding error: ${unknown.join(', ')}`);
}

/** Everything that the configuration sets, merged as server-side apply merges it; no owners are tracked. */
function applyConfiguration(shown: JsonObject, value: Value, { resource, served }: Requested): Json {
  checkPlaces(value);
  const given = nativeOf(value, ({ type, text }) => new NoJson(type, text));
  const intent: JsonObject = {
    ...(isJsonObject(given) ? given : {}),
    apiVersion: apiVersion(resource.group, served.version),
    kind: resource.kind,
  };
  const type = typeOfKind(resource, served);
  const errors = intentErrors(intent, type);
  if (errors.length > 0) {
    const list = errors.length === 1 ? errors[0] : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
    throw new MutationFailure(`error applying patch: failed to convert patch object to typed object: ${list}`);
  }
  const atomic = atomicParts(intent, type);
  if (atomic.length > 0) {
    const what = `may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`;
    throw new MutationFailure(`error applying patch: invalid ApplyConfiguration: ${what}`);
  }
  return merge(shown, intent, type);
}

function applyPatch(shown: JsonObject, value: Value): Json {
  const operations = Array.from(value instanceof CelList ? value : [], operationOf);
  try {
    return applyJsonPatch(shown, operations, { isNullUnequal: true });
  } catch (error) {
    // A test that fails says that the patch is not to be applied.
    if (error instanceof PatchTestFailure) return shown;
    throw error instanceof PatchFailure ? new MutationFailure(`JSON Patch: ${error.message}`) : error;
  }
}

function operationOf(operation: Value): JsonObject {
  const find = (name: string): Value | undefined =>
    operation instanceof CelStruct ? operation.fields.get(name) : undefined;
  const text = (name: string): string => {
    const value = find(name);
    return typeof value === 'string' ? value : '';
  };
  const from = text('from');
  const value = find('value');
  return {
    op: text('op'),
    path: text('path'),
    ...(from !== '' && { from }),
    ...(value !== undefined && { value: json(value) }),
  };
}

function json(value: Value): Json {
  checkPlaces(value);
  try {
    return jsonOf(value) as Json;
  } catch (error) {
    // What a server does not survive is no matter of the policy's failures.
    if (error instanceof Breakdown) throw internalError(`${error.message}: write a map instead`);
    const what = 'JSONPath valueExpression evaluated to a type that could not marshal to JSON';
    throw error instanceof EvaluationError ? new MutationFailure(`${what}: ${error.message}`) : error;
  }
}

function checkPlaces(value: Value): void {
  const misplaced = misplacedParts(value);
  if (misplaced.length > 0) throw new MutationFailure(`type mismatch: ${misplaced.join('\n')}`);
}
