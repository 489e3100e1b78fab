/** JSON with sorted keys and without fields that are undefined: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    // From pairs: assigned one by one, a key named __proto__ would be lost.
    const fields = Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(fields);
  });
}
