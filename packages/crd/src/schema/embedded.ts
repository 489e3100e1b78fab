import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { readMetadata, Unreadable } from './object-meta.ts';
import { invalid, type Problem } from './problem.ts';

// An embedded resource: its apiVersion, kind and metadata are read as those of any object are.

/** An embedded resource with its metadata read, or why it cannot be read at all. */
export type Coercion =
  | { readonly value: JsonObject; readonly unknown: readonly string[] }
  | { readonly fault: Problem };

/** Drops what ObjectMeta does not have. `field` prints a path below the embedded resource. */
export function coerceEmbedded(value: JsonObject, field: (below: string) => string): Coercion {
  for (const key of ['apiVersion', 'kind']) {
    const given = Object.hasOwn(value, key) ? value[key] : '';
    if (typeof given !== 'string') return { fault: invalid(field(key), given ?? null, 'must be a string') };
  }
  if (!Object.hasOwn(value, 'metadata')) return { value, unknown: [] };
  const metadata = value['metadata'] as JsonValue;
  const unknown: string[] = [];
  try {
    const read = readMetadata(metadata, unknown);
    return { value: { ...value, metadata: read }, unknown: unknown.map((path) => field(`metadata.${path}`)) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fault: invalid(field('metadata'), metadata, error.message) };
  }
}

/** The same for an object that is stored already: what cannot be read is dropped, too. */
export function repairEmbedded(value: JsonObject): JsonObject {
  const repaired = { ...value };
  for (const key of ['apiVersion', 'kind']) {
    if (Object.hasOwn(value, key) && typeof value[key] !== 'string') delete repaired[key];
  }
  const { metadata } = value;
  if (metadata === null) repaired['metadata'] = {};
  if (!isJsonObject(metadata)) return repaired;
  const kept: JsonObject = {};
  for (const key of Object.keys(metadata)) {
    try {
      Object.assign(kept, readMetadata({ [key]: metadata[key] as JsonValue }, []));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }
  repaired['metadata'] = kept;
  return repaired;
}
