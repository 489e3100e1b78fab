/** The field where it has a value: one that is undefined is not the same as none. */
export function defined<Key extends string, T>(key: Key, value: T | undefined): { [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: T });
}
