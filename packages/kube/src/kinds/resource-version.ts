const ORDERED = /^[1-9][0-9]*$/;

/**
 * Orders two resource versions: negative, 0 or positive, as a sort function returns. `undefined`
 * means that they differ and no order is known.
 *
 * They are compared by length and then as strings, never as numbers: they may have 39 digits. A value
 * with a leading zero or with anything but digits comes from a server that makes no promise of order.
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (a === b) return 0;
  if (!ORDERED.test(a) || !ORDERED.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

/** Whether something that has reached `seen` contains `wanted`; `undefined` if the two cannot be compared. */
export function reachesResourceVersion(seen: string, wanted: string): boolean | undefined {
  const order = compareResourceVersions(seen, wanted);
  return order === undefined ? undefined : order >= 0;
}
