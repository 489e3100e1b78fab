import type { Known, VersionRef } from '@gati-framework/contracts/deployment';
import type { VersionSchema } from '../types/index.ts';

/** What the built-in detector and coordinator read of a version. */
export interface CataloguedVersion {
  readonly versionId: string;
  readonly transformers: readonly string[];
  /** Absent: it publishes none. Unknown: it says where, and nothing can be read there. */
  readonly schema?: Known<VersionSchema> | undefined;
}

/** All versions of the handler that a version belongs to, oldest first, retired ones included. */
export type VersionCatalogue = (
  version: VersionRef,
) => readonly CataloguedVersion[] | Promise<readonly CataloguedVersion[]>;

/** A schema as a ConfigMap holds it: `{"request": …, "response": …, "statusCode": 200}`. */
export function readSchema(text: string, at: number): Known<VersionSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { unknown: `the schema is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? { value: value as VersionSchema, at } : { unknown: 'the schema is no JSON object' };
}
