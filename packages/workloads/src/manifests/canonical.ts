/** A literal of an API type in which a field may be undefined, which is as if it were not there. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? readonly Draft<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Draft<T[Key]> | undefined }
    : T;

/**
 * The one form of a manifest: keys in order, nothing undefined. Whatever order the description was
 * written in, equal descriptions give equal bytes; and no part of one is shared with the result.
 */
export function canonical<T>(draft: Draft<T>): T {
  return ordered(draft) as T;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, content]) => content !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, content]) => [key, ordered(content)]),
  );
}
