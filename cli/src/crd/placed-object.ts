import { isJsonObject, type JsonObject, type JsonValue, readYaml } from '@slipway/crd/schema';
import { fieldSteps } from './field-steps.ts';
import type { SourceText } from './texts.ts';

/** A value of a text that should be an object, and where its fields stand. */
export interface PlacedObject {
  readonly value: JsonValue;
  readonly source: string;
  /** Line of the deepest field on a path that exists. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
  /** `file.yaml:12` for a field as the server names it; for the object itself without one. */
  readonly at: (field?: string) => string;
}

/** Every object of a text; a `List`, as `kubectl get -o yaml` prints it, counts as its items. */
export function objectsIn({ text, source }: SourceText): PlacedObject[] {
  return readYaml(text, source).flatMap((document) => {
    const { value } = document;
    if (!isList(value)) return [placed(value, source, (path) => document.lineOf(path))];
    return value.items.map((item, at) => placed(item, source, (path) => document.lineOf(['items', at, ...path])));
  });
}

function isList(value: JsonValue): value is JsonObject & { items: JsonValue[] } {
  if (!isJsonObject(value) || typeof value['kind'] !== 'string') return false;
  return value['kind'].endsWith('List') && Array.isArray(value['items']);
}

function placed(value: JsonValue, source: string, lineOf: PlacedObject['lineOf']): PlacedObject {
  return { value, source, lineOf, at: (field = '') => `${source}:${lineOf(fieldSteps(field))}` };
}

/** `Certificate web`, as messages name an object. */
export function titleOf({ kind, metadata }: JsonObject): string {
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  return `${typeof kind === 'string' ? kind : 'object'} ${typeof name === 'string' ? name : '(without name)'}`;
}
