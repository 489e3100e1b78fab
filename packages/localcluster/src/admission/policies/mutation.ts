import {
  APPLY_CONFIGURATION,
  CelList,
  CelStruct,
  EvaluationError,
  type Expression,
  JSON_PATCH,
  jsonOf,
  listOf,
  misplacedParts,
  type Type,
  type Value,
} from '@slipway/crd/cel';
import { atomicParts, intentErrors, merge } from '../../apply/index.ts';
import { typeOfKind } from '../../field-managers/index.ts';
import { isJsonObject, type Json, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import { applyJsonPatch, PatchFailure, PatchTestFailure } from '../../patch/index.ts';
import { apiVersion } from '../../resources/index.ts';
import { UndecodableValue } from '../../schemas/index.ts';
import { internalError } from '../../status/index.ts';
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
}

export const PATCH_FORMS: Readonly<Record<string, PatchForm>> = {
  ApplyConfiguration: { field: 'applyConfiguration', type: APPLY_CONFIGURATION, apply: applyConfiguration },
  JSONPatch: { field: 'jsonPatch', type: listOf(JSON_PATCH), apply: applyPatch },
};

export interface Mutation {
  readonly form: PatchForm;
  readonly expression: Expression;
}

/** The object after a mutation gave this value, with the defaults of its kind. */
export function mutatedBy(
  { form }: Mutation,
  value: Value,
  object: KubeObject,
  old: KubeObject | undefined,
  seen: Requested,
): KubeObject {
  const shown = shownIn(seen.resource, seen.served, object);
  const changed = form.apply(shown, value, seen);
  if (changed === shown) return object;
  if (!isJsonObject(changed)) throw internalError('the patched object is no object');
  const unknown: string[] = [];
  try {
    const result = defaultedFrom(seen, changed, old, (path) => unknown.push(`unknown field "${path}"`));
    if (unknown.length === 0 || seen.resource.custom) return result;
  } catch (error) {
    throw error instanceof UndecodableValue ? internalError(error.message) : error;
  }
  throw internalError(`strict decoding error: ${unknown.join(', ')}`);
}

/** Everything that the configuration sets, merged as server-side apply merges it; no owners are tracked. */
function applyConfiguration(shown: JsonObject, value: Value, { resource, served }: Requested): Json {
  checkPlaces(value);
  const given = json(value, (why) => why);
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
    return applyJsonPatch(shown, operations);
  } catch (error) {
    // A test that fails says that the patch is not to be applied.
    if (error instanceof PatchTestFailure) return shown;
    throw error instanceof PatchFailure ? new MutationFailure(`JSON Patch: ${error.message}`) : error;
  }
}

function operationOf(operation: Value): JsonObject {
  const given = json(operation, (why) => {
    return `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${why}`;
  });
  const own = operation instanceof CelStruct ? operation.find('value') : undefined;
  if (own !== undefined) checkPlaces(own);
  return {
    ...(isJsonObject(given) ? given : {}),
    op: textAt(given, 'op'),
    path: textAt(given, 'path'),
  };
}

function json(value: Value, words: (why: string) => string): Json {
  try {
    return jsonOf(value) as Json;
  } catch (error) {
    throw error instanceof EvaluationError ? new MutationFailure(words(error.message)) : error;
  }
}

function checkPlaces(value: Value): void {
  const misplaced = misplacedParts(value);
  if (misplaced.length > 0) throw new MutationFailure(`type mismatch: ${misplaced.join('\n')}`);
}
