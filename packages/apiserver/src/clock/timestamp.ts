/** The time as objects carry it: whole seconds. */
export function timestamp(wallMs: number): string {
  return `${new Date(wallMs).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since a time that an object carries; a time that is not there is infinitely long ago. */
export function elapsedMs(since: string | undefined, wallMs: number): number {
  return since === undefined ? Number.POSITIVE_INFINITY : wallMs - Date.parse(since);
}
