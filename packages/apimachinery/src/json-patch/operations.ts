import type { Json } from '../json/index.ts';
import { applyJsonPatch } from './json-patch.ts';

/** One operation of RFC 6902. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** An object with all operations carried out; or a `PatchFailure`, and the object is as it was. */
export function patched<T extends object>(value: T, operations: readonly JsonPatchOperation[]): T {
  const list: object = operations;
  return applyJsonPatch(value as object as Json, list as Json) as object as T;
}
