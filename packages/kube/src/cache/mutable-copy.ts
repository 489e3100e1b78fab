/** The opposite of `DeepReadonly`. */
export type DeepMutable<T> = T extends readonly (infer Item)[]
  ? DeepMutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: DeepMutable<T[Key]> }
    : T;

/** A copy that may be changed, of an object that is shared. */
export function mutableCopy<T>(value: T): DeepMutable<T> {
  return copy(value) as DeepMutable<T>;
}

/** Objects of the API are plain JSON, so this can be simpler and is several times faster than `structuredClone`. */
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  // Not by assignment: `__proto__` is a valid key of a ConfigMap.
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copy(field)]));
}
