/** `metav1.Time`: whole seconds. More would be cut by the server and look like a change. */
export function timestamp(wallMs: number): string {
  return `${new Date(wallMs).toISOString().slice(0, 19)}Z`;
}

/** `metav1.MicroTime`: six digits after the point. `micros` are the last three, beyond what a clock knows. */
export function microTime(wallMs: number, micros = 0): string {
  return new Date(wallMs).toISOString().replace('Z', `${String(micros % 1000).padStart(3, '0')}Z`);
}

/** Undefined for what is missing or no time: neither is 1970. */
export function instantOf(time: string | undefined): number | undefined {
  const instant = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Milliseconds since a time that an object carries; a time that is not there is infinitely long ago. */
export function elapsedMs(since: string | undefined, wallMs: number): number {
  return since === undefined ? Number.POSITIVE_INFINITY : wallMs - Date.parse(since);
}

/** The first of those instants that there are; null for never. */
export function earliest(instants: readonly (number | null | undefined)[]): number | null {
  const known = instants.filter((at) => at !== null && at !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}
