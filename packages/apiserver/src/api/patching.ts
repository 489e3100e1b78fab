import { applyJsonPatch, MalformedPatch, PatchFailure } from '@slipway/apimachinery/json-patch';
import { typeOfKind } from '../field-managers/index.ts';
import { goText, isJsonObject, type Json, type JsonObject, jsonText, type KubeObject } from '../objects/index.ts';
import type { Target } from '../operations/index.ts';
import { applyMergePatch, applyStrategicMergePatch, UnmergeablePatch } from '../patch/index.ts';
import type { UndecodableValue } from '../schemas/index.ts';
import { badRequest, rejectedPatch, StatusError, unsupportedMediaType } from '../status/index.ts';
import { Entry } from '../store/index.ts';
import { APPLY_PATCH } from './applying.ts';
import { parseJson, patchError, readerFor } from './body.ts';
import { encoderFor } from './encoder.ts';
import type { FieldValidation } from './field-validation.ts';
import { objectFromBody, unfitPatch } from './object-body.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

/** The change that a patch body stands for. The body is understood when there is an object to change, and once. */
export function patchChange(
  target: Target,
  type: string,
  body: Buffer,
  validation: FieldValidation,
): (old: KubeObject) => KubeObject {
  const apply = operationFor(target, type);
  const encoder = encoderFor(target.resource, target.served);
  let patch: Json | undefined;
  return (old) => {
    patch ??= patchFrom(body, type, target, validation.isIgnored);
    // A custom object comes in the version that is patched, a built-in one as it is stored.
    const view = target.resource.custom ? old : encoder.view(new Entry('', old, 0));
    const shown = { ...encoder.typeMeta, ...view } as unknown as Json;
    const result = patched(apply, shown, patch, type === STRATEGIC ? badRequest : patchError);
    const unfit = (error: UndecodableValue): Error =>
      type === STRATEGIC
        ? unfitPatch(goText(patch), error.inConversion)
        : unfitPatch(jsonText(sortedJson(result)), firstIn(result, target, error).message);
    const object = objectFromBody(result, target, { unfit, onUnknown: validation.onUnknown });
    validation.conclude(() => jsonText(target.resource.custom ? sortedJson(result) : result));
    return object;
  };
}

/** The first complaint in the order of keys, which is the order of what a Go server has patched. */
function firstIn(result: Json, target: Target, otherwise: UndecodableValue): UndecodableValue {
  let first: UndecodableValue | undefined;
  const unfit = (error: UndecodableValue): Error => (first = error);
  try {
    objectFromBody(sortedJson(result), target, { unfit });
  } catch {
    // It was not going to fit.
  }
  return first ?? otherwise;
}

function patchFrom(body: Buffer, type: string, target: Target, isTrusted: boolean): Json {
  const onError = (reason: string): Error => patchError(reason.replace(/^json parse error: /, ''));
  const patch = parseJson(body, onError, readerFor(target));
  const given = Array.isArray(patch) ? 'array' : typeof patch === 'boolean' ? 'bool' : typeof patch;
  if (type === JSON_PATCH) {
    if (patch === null) return [];
    if (Array.isArray(patch) || !isTrusted) return patch;
    throw badRequest(`json: cannot unmarshal ${given} into Go value of type jsonpatch.Patch`);
  }
  if (isJsonObject(patch)) return patch;
  // Without a look before, it is the merging that finds out.
  if (type === MERGE_PATCH && (patch === null || isTrusted)) throw badRequest('Invalid JSON Patch');
  if (patch === null) return {};
  const why = `json: cannot unmarshal ${given} into Go value of type map[string]interface {}`;
  throw type === MERGE_PATCH ? patchError(why) : badRequest(why);
}

function patched(
  apply: (target: Json, patch: Json) => Json,
  shown: Json,
  patch: Json,
  malformed: (why: string) => Error,
): Json {
  try {
    return apply(shown, patch);
  } catch (error) {
    if (error instanceof PatchFailure) throw rejectedPatch();
    if (error instanceof MalformedPatch) throw malformed(error.message);
    if (error instanceof UnmergeablePatch) throw new StatusError(500, '', error.message);
    throw error;
  }
}

/** K-95: reported before anything else of the request is looked at. */
export function checkPatchType(target: Target, type: string): void {
  if (type !== APPLY_PATCH) operationFor(target, type);
}

function operationFor({ resource, served }: Target, type: string): (target: Json, patch: Json) => Json {
  if (type === JSON_PATCH) return applyJsonPatch;
  if (type === MERGE_PATCH) return applyMergePatch;
  if (type === STRATEGIC && !resource.custom) {
    const kind = typeOfKind(resource, served);
    return (target, patch) => applyStrategicMergePatch(target as JsonObject, patch as JsonObject, kind);
  }
  if (!resource.custom) throw new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${JSON_PATCH}, ${MERGE_PATCH}, ${APPLY_PATCH}`,
  );
}

/** Custom objects are maps on the server, and maps are printed in the order of their keys. */
function sortedJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortedJson(value[key] as Json)]));
}
