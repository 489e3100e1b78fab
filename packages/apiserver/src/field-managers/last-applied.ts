import { compare, difference, type Fields, fieldsOf, LEAF } from '../apply/index.ts';
import { isJsonObject, type Json, type JsonObject, type KubeObject, textAt, without } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';

/** Where client-side apply keeps the file it applied last. */
const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** The manager of `kubectl apply --server-side`: the only one for which the annotation counts. */
const KUBECTL = 'kubectl';

/**
 * The fields that client-side apply set and that still have its values. kubectl may take them
 * without a conflict, so that an object goes over from the one way of applying to the other.
 */
export function takenOverFields(manager: string, live: JsonObject, apiVersion: string, type: Type): Fields {
  if (manager !== KUBECTL) return LEAF;
  const last = parsed(textAt(live, 'metadata', 'annotations', ANNOTATION));
  if (!last || last['apiVersion'] !== apiVersion) return LEAF;
  const before = without(last, 'apiVersion', 'kind');
  const { added, modified, removed } = compare(before, live, type);
  return [added, modified, removed].reduce(difference, fieldsOf(before, type));
}

/** The object with its annotation, where it has one, as if this intent had been applied by the client. */
export function withLastApplied(object: KubeObject, intent: JsonObject, manager: string): KubeObject {
  const { annotations } = object.metadata;
  if (manager !== KUBECTL || !annotations?.[ANNOTATION]) return object;
  const text = `${encoded(withoutAnnotation(intent))}\n`;
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [ANNOTATION]: text } } };
}

function withoutAnnotation(intent: JsonObject): JsonObject {
  const { metadata } = intent;
  if (!isJsonObject(metadata) || !isJsonObject(metadata['annotations'])) return intent;
  return { ...intent, metadata: { ...metadata, annotations: without(metadata['annotations'], ANNOTATION) } };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Whatever it is, it is not a file that kubectl applied.
    return undefined;
  }
}

/** JSON as Go writes it: keys in order, nothing that a browser would take for markup. */
function encoded(value: Json): string {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    isJsonObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
  return text.replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
