/**
 * The unit of work: a plain value that names it, `{cluster, namespace, name}` unless a controller
 * declares another. Compared by content, so that the same object is never worked on twice at once.
 */
export type Key = string | number | { readonly [part: string]: string | number | boolean | undefined };

/** What tells keys apart: equal content gives equal text, whatever the order of the parts. */
export function keyId(key: Key): string {
  if (typeof key !== 'object') return `${typeof key}:${key}`;
  // As `JSON.stringify` writes pairs. By hand: several times for each event of each controller.
  let text = '';
  for (const part of Object.keys(key).toSorted()) {
    const value = key[part];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}[${JSON.stringify(part)},${JSON.stringify(value)}]`;
  }
  return `[${text}]`;
}

/** Which cluster a key belongs to, for fair turns; keys without one are of the own cluster. */
export function clusterOf(key: Key): string {
  return typeof key === 'object' && typeof key['cluster'] === 'string' ? key['cluster'] : '';
}
