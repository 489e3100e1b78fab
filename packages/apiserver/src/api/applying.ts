import { type ApplyWrite, applied } from '../field-managers/index.ts';
import { isJsonObject, type Json, type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import type { Target } from '../operations/index.ts';
import { apiVersion } from '../resources/index.ts';
import type { UndecodableValue } from '../schemas/index.ts';
import { badRequest, StatusError } from '../status/index.ts';
import { parseYaml } from '../yaml/index.ts';
import { type JsonReader, readerFor } from './body.ts';
import { encoderFor } from './encoder.ts';
import type { FieldValidation } from './field-validation.ts';
import { objectFromBody } from './object-body.ts';

export const APPLY_PATCH = 'application/apply-patch+yaml';

/** What an apply makes of the stored object, or of nothing. The body is understood when that is known, and once. */
export function applyChange(
  write: ApplyWrite,
  target: Target,
  body: Buffer,
  validation: FieldValidation,
): (old?: KubeObject) => KubeObject {
  const { typeMeta } = encoderFor(target.resource, target.served);
  let intent: JsonObject | undefined;
  return (old) => {
    const named = intent ?? intentFrom(body, target);
    const object = { ...applied(write, old, named), ...typeMeta };
    // After the merge, as there: what the schema refuses is reported first. Once, however often it is merged again.
    if (!intent) validation.concludeApply(body);
    intent = named;
    return objectFromBody(object, target, {
      unfit: (error) => inconvertible(named, target, error),
      keepsNulls: true,
    });
  };
}

/** Unlike other patches, what an apply makes is known to fit its schema; few values are found wrong after that. */
function inconvertible(object: JsonObject, { resource, served }: Target, { inConversion }: UndecodableValue): Error {
  const kind = `${apiVersion(resource.group, served.version)}, Kind=${resource.kind}`;
  const subject = `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}; ${resource.group ? '' : '/'}${kind}`;
  const why = `unable to convert unstructured object to ${resource.group ? '' : '/'}${kind}: ${inConversion}`;
  return new StatusError(500, '', `failed to convert new object (${subject}) to proper version: ${why}`);
}

function intentFrom(body: Buffer, target: Target): JsonObject {
  const intent = objectIn(body, readerFor(target));
  checkKind(intent, target);
  return intent;
}

function objectIn(body: Buffer, read: JsonReader): JsonObject {
  const value = parsed(body.toString('utf8'), read);
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  const given = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  throw badRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${given} into Go value of type map[string]interface {}`,
  );
}

/** YAML, which JSON is too; clients send mostly JSON, and that is read faster as such. */
function parsed(text: string, read: JsonReader): Json {
  try {
    return read(text) as Json;
  } catch {
    // Not JSON, so it is YAML or nothing.
  }
  try {
    return parseYaml(text) as Json;
  } catch (error) {
    throw badRequest(`error decoding YAML: yaml: ${(error as Error).message}`);
  }
}

/** Unlike other patches, an intent says what it is. */
function checkKind(intent: JsonObject, { resource, served }: Target): void {
  const version = textAt(intent, 'apiVersion');
  const kind = textAt(intent, 'kind');
  if (version === apiVersion(resource.group, served.version) && kind === resource.kind) return;
  throw badRequest(`invalid object type: ${version.includes('/') ? version : `/${version}`}, Kind=${kind}`);
}
