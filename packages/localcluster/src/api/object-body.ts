import { shapeMetadata } from '../metadata/index.ts';
import { isJsonObject, type Json, type KubeObject, textAt, without, withoutNulls } from '../objects/index.ts';
import { type Target } from '../operations/index.ts';
import { apiVersion, conversionOf } from '../resources/index.ts';
import { badRequest } from '../status/index.ts';

/** The object of a request body in the form in which it is stored. */
export function objectFromBody(body: Json, { resource, served }: Pick<Target, 'resource' | 'served'>): KubeObject {
  const expected = apiVersion(resource.group, served.version);
  if (body === null && !resource.custom) return { metadata: {} };
  if (!isJsonObject(body)) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${resource.kind}): couldn't get version/kind; json parse error: json: cannot unmarshal ${Array.isArray(body) ? 'array' : typeof body} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    );
  }
  checkKind(body, resource, expected);
  const { metadata, ...rest } = body;
  const given = `${textAt(body, 'kind') || resource.kind} in version "${served.version}" cannot be handled as a ${resource.kind}`;
  const fields = without(rest, 'kind', 'apiVersion');
  const object = {
    metadata: shapeMetadata(metadata, given),
    // Built-in kinds are Go structs on the server, where a null field is an absent one.
    ...(resource.custom ? fields : withoutNulls(fields)),
  } as KubeObject;
  return conversionOf(resource)?.toStored(object) ?? object;
}

/** K-91: built-in kinds may leave out what the path says already, custom kinds may not. */
function checkKind(body: { readonly [key: string]: Json }, resource: Target['resource'], expected: string): void {
  const kind = textAt(body, 'kind');
  const version = textAt(body, 'apiVersion');
  const { kind: wanted, custom } = resource;
  if (custom) {
    const missing = kind ? (version ? undefined : 'apiVersion') : 'Kind';
    if (missing) {
      const text = JSON.stringify(body);
      throw badRequest(
        `the object provided is unrecognized (must be of type ${wanted}): Object '${missing}' is missing in '${text}'`,
      );
    }
  }
  if (kind && kind !== wanted) {
    throw badRequest(
      `${kind} in version "${lastPart(version || expected)}" cannot be handled as a ${wanted}: converting (${lastPart(version || expected)}.${kind}) to (${internalName(resource)}): unknown conversion`,
    );
  }
  if (version && version !== expected) {
    throw custom
      ? badRequest(`the API version in the data (${version}) does not match the expected API version (${expected})`)
      : badRequest(
          `${wanted} in version "${lastPart(version)}" cannot be handled as a ${wanted}: no kind "${wanted}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`,
        );
  }
}

/** The name of a kind's Go type in a real server, as its messages show it. */
function internalName({ group, kind }: Target['resource']): string {
  return `${group === '' ? 'core' : group.split('.')[0]}.${kind}`;
}

export function goTypeName(resource: Target['resource'], list: boolean): string {
  const suffix = list ? 'List' : '';
  return resource.custom ? `*unstructured.Unstructured${suffix}` : `*${internalName(resource)}${suffix}`;
}

function lastPart(version: string): string {
  return version.split('/').pop() ?? '';
}
