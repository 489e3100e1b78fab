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
import { type Target } from '../operations/index.ts';
import { apiVersion, conversionOf, type Resource } from '../resources/index.ts';
import { builtInType, decoded, type Type, UndecodableValue } from '../schemas/index.ts';
import { badRequest, invalid, invalidValue } from '../status/index.ts';

/** How much of a body a complaint about it repeats. */
const SUMMARY_LENGTH = 30;

/** The object of a request body, or of what a patch made, in the form in which it is stored. */
export function objectFromBody(
  body: Json,
  { resource, served }: Pick<Target, 'resource' | 'served'>,
  patched = false,
  onUnknown: (path: string) => void = () => {},
): KubeObject {
  const expected = apiVersion(resource.group, served.version);
  if (body === null && !resource.custom) return { metadata: {} };
  if (!isJsonObject(body)) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${resource.kind}): couldn't get version/kind; json parse error: json: cannot unmarshal ${Array.isArray(body) ? 'array' : typeof body} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    );
  }
  checkKind(body, resource, expected, patched);
  const { metadata } = body;
  const given = `${textAt(body, 'kind') || resource.kind} in version "${served.version}" cannot be handled as a ${resource.kind}`;
  if (resource.custom) checkMetadata(metadata, typeOfKind(resource, served), given, onUnknown);
  const shaped = shapeMetadata(metadata, given);
  const fields = resource.custom
    ? decodedCustom(body, { resource, served }, given, onUnknown)
    : decodedBody(body, typeOfKind(resource, served), given, patched, onUnknown);
  const object = { ...without(fields, 'kind', 'apiVersion'), metadata: shaped } as KubeObject;
  return conversionOf(resource, served)?.toStored(object) ?? object;
}

/** Built-in kinds are Go structs on the server: what they cannot hold is refused or dropped (K-72, K-89). */
function decodedBody(
  body: JsonObject,
  type: Type,
  subject: string,
  patched: boolean,
  onUnknown: (path: string) => void,
): JsonObject {
  try {
    return decoded(body, type, onUnknown);
  } catch (error) {
    if (!(error instanceof UndecodableValue)) throw error;
    if (!patched) throw badRequest(`${subject}: ${error.message}`);
    throw unfitPatch(jsonText(body), error.message);
  }
}

/** Of a custom object only the metadata are a Go struct, read by themselves. */
function checkMetadata(
  metadata: Json | undefined,
  type: Type,
  subject: string,
  onUnknown: (path: string) => void,
): void {
  const field = type.map?.fields.get('metadata');
  if (metadata === undefined || metadata === null || !field) return;
  if (!isJsonObject(metadata)) {
    const given = Array.isArray(metadata) ? 'array' : typeof metadata === 'boolean' ? 'bool' : typeof metadata;
    throw badRequest(`${subject}: json: cannot unmarshal ${given} into Go value of type v1.ObjectMeta`);
  }
  try {
    decoded(metadata, field.type, (path) => onUnknown(`metadata.${path}`));
  } catch (error) {
    if (!(error instanceof UndecodableValue)) throw error;
    throw badRequest(`${subject}: ${error.message}`);
  }
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
    const group = version.includes('/') ? (version.split('/')[0] ?? '') : '';
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
