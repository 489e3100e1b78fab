import { groupOf } from '@slipway/apimachinery/references';
import { decodedCustom } from '../custom/index.ts';
import { typeOfKind } from '../field-managers/index.ts';
import { shapeMetadata } from '../metadata/index.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  type KubeObject,
  textAt,
  without,
} from '../objects/index.ts';
import type { Target } from '../operations/index.ts';
import { apiVersion, conversionOf, type Resource } from '../resources/index.ts';
import { builtInType, decoded, type Type, UndecodableValue } from '../schemas/index.ts';
import { badRequest, invalid, invalidValue } from '../status/index.ts';

/** How much of a body a complaint about it repeats. */
const SUMMARY_LENGTH = 30;

export interface BodyOptions {
  /** The message for a patch whose result has a value that the kind cannot hold; absent: it is no patch. */
  readonly unfit?: (error: UndecodableValue) => Error;
  readonly onUnknown?: (path: string) => void;
  /** Of a custom object, nulls that its schema does not allow are not dropped but an error. @default false */
  readonly keepsNulls?: boolean;
  /** What was sent, for complaints that repeat it. */
  readonly sent?: Buffer;
}

/** A body that is not even an object. */
export function unrecognized({ resource }: Pick<Target, 'resource'>, why: string, body: Buffer): Error {
  return badRequest(
    `the object provided is unrecognized (must be of type ${resource.kind}): ${why} (${summary(body)})`,
  );
}

/** The beginning of a body: as it is where it may be JSON, else in figures. */
function summary(body: Buffer): string {
  if (body.length === 0) return '<empty>';
  const begin = body.subarray(0, SUMMARY_LENGTH).toString(body[0] === 0x7b ? 'utf8' : 'hex');
  return body.length > SUMMARY_LENGTH ? `${begin} ...` : begin;
}

/** The object of a request body, or of what a patch made, in the form in which it is stored. */
export function objectFromBody(
  body: Json,
  { resource, served }: Pick<Target, 'resource' | 'served'>,
  { unfit, onUnknown = () => {}, keepsNulls = false, sent = Buffer.alloc(0) }: BodyOptions = {},
): KubeObject {
  const expected = apiVersion(resource.group, served.version);
  if (body === null && !resource.custom) return { metadata: {} };
  if (!isJsonObject(body)) {
    const kind = Array.isArray(body) ? 'array' : typeof body === 'boolean' ? 'bool' : typeof body;
    const type =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    const why = `json parse error: json: cannot unmarshal ${kind} into Go value of type ${type}`;
    throw unrecognized({ resource }, `couldn't get version/kind; ${why}`, sent);
  }
  checkKind(body, resource, expected, unfit !== undefined);
  const given = `${textAt(body, 'kind') || resource.kind} in version "${served.version}" cannot be handled as a ${resource.kind}`;
  const refuse = unfit ?? ((error: UndecodableValue): Error => badRequest(`${given}: ${error.message}`));
  const type = typeOfKind(resource, served);
  const { metadata, ...fields } = resource.custom
    ? customFields(body, { resource, served }, type, { given, refuse, onUnknown, keepsNulls })
    : fitting(() => decoded(body, type, onUnknown), refuse);
  const shaped = shapeMetadata({ ...(metadata as JsonObject), ...owners(body['metadata']) }, given);
  const object = { ...without(fields, 'kind', 'apiVersion'), metadata: shaped } as KubeObject;
  return conversionOf(resource, served)?.toStored(object) ?? object;
}

/** Built-in kinds are Go structs on the server: what they cannot hold is refused or dropped (K-72, K-89). */
function fitting<T>(decode: () => T, refuse: (error: UndecodableValue) => Error): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof UndecodableValue ? refuse(error) : error;
  }
}

/** Empty ones are a wish (K-61), which a Go struct would not show. */
function owners(metadata: Json | undefined): JsonObject {
  const managedFields = isJsonObject(metadata) ? metadata['managedFields'] : undefined;
  return managedFields === undefined ? {} : { managedFields };
}

interface Refusals {
  /** How complaints begin. */
  readonly given: string;
  readonly refuse: (error: UndecodableValue) => Error;
  readonly onUnknown: (path: string) => void;
  readonly keepsNulls: boolean;
}

/** Of a custom object only the metadata are a Go struct, read by themselves. */
function customFields(
  body: JsonObject,
  target: Pick<Target, 'resource' | 'served'>,
  type: Type,
  { given, refuse, onUnknown, keepsNulls }: Refusals,
): JsonObject {
  const { metadata } = body;
  const field = type.map?.fields.get('metadata');
  if (metadata !== undefined && metadata !== null && field) {
    if (!isJsonObject(metadata)) {
      const kind = Array.isArray(metadata) ? 'array' : typeof metadata === 'boolean' ? 'bool' : typeof metadata;
      throw refuse(new UndecodableValue(`json: cannot unmarshal ${kind} into Go value of type v1.ObjectMeta`));
    }
    const kept = fitting(() => decoded(metadata, field.type, (path) => onUnknown(`metadata.${path}`)), refuse);
    return { ...decodedCustom(body, target, given, onUnknown, keepsNulls), metadata: kept };
  }
  return decodedCustom(body, target, given, onUnknown, keepsNulls);
}

/** A patch whose result the kind cannot hold. */
export function unfitPatch(shown: string, why: string): Error {
  return invalid({ group: '', kind: '' }, '', [invalidValue('patch', shown, why)]);
}

/** K-91: built-in kinds may leave out what the path says already, custom kinds may not. */
function checkKind(body: JsonObject, resource: Resource, expected: string, patched: boolean): void {
  const kind = textAt(body, 'kind');
  const version = textAt(body, 'apiVersion');
  if (resource.custom) checkCustomKind(body, resource, expected, patched);
  else if (kind && kind !== resource.kind) {
    const given = lastPart(version || expected);
    const why = builtInType(version || expected, kind)
      ? `converting (${given}.${kind}) to (${internalName(resource)}): unknown conversion`
      : `no kind "${kind}" is registered for version "${version || expected}" in scheme "pkg/runtime/scheme.go:111"`;
    throw badRequest(`${kind} in version "${given}" cannot be handled as a ${resource.kind}: ${why}`);
  } else if (version && version !== expected) {
    throw badRequest(
      `${resource.kind} in version "${lastPart(version)}" cannot be handled as a ${resource.kind}: no kind "${resource.kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
}

function checkCustomKind(body: JsonObject, resource: Resource, expected: string, patched: boolean): void {
  const kind = textAt(body, 'kind');
  const version = textAt(body, 'apiVersion');
  if (!kind) {
    const text = jsonText(body);
    const summary = text.length > SUMMARY_LENGTH ? `${text.slice(0, SUMMARY_LENGTH)} ...` : text;
    throw badRequest(
      `the object provided is unrecognized (must be of type ${resource.kind}): Object 'Kind' is missing in '${text}' (${summary})`,
    );
  }
  const wrong = (field: string, value: string, wanted: string): Error => {
    const group = groupOf(version);
    return invalid({ group, kind }, textAt(body, 'metadata', 'name'), [
      invalidValue(field, value, `must be ${wanted}`),
    ]);
  };
  if (version !== expected) {
    throw patched
      ? wrong('apiVersion', version, expected)
      : badRequest(`the API version in the data (${version}) does not match the expected API version (${expected})`);
  }
  if (kind !== resource.kind) throw wrong('kind', kind, resource.kind);
}

/** The name of a kind's Go type in a real server, as its messages show it. */
function internalName({ group, kind }: Resource): string {
  return `${group === '' ? 'core' : group.split('.')[0]}.${kind}`;
}

export function goTypeName(resource: Resource, list: boolean): string {
  const suffix = list ? 'List' : '';
  return resource.custom ? `*unstructured.Unstructured${suffix}` : `*${internalName(resource)}${suffix}`;
}

function lastPart(version: string): string {
  return version.split('/').pop() ?? '';
}
