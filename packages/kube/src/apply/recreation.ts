/** How often one desired state of an object had to be created again, because something had deleted it. */
export interface Recreations {
  readonly intent: string;
  readonly count: number;
  /** When it was created again last, in clock milliseconds. */
  readonly at: number;
}

/** So many are at once. After them the wait doubles, from that of a queue to seconds: never longer, pods need it. */
const AT_ONCE = 5;
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 5_000;
/** After so long without one, counting begins anew. */
const QUIET_MS = 60_000;

/** How long the next creation still waits, in milliseconds. The wait runs from the last one: what lived longer has none. */
export function recreationWaitMs(state: Recreations | undefined, intent: string, now: number): number {
  if (!state || state.intent !== intent || state.count < AT_ONCE) return 0;
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (state.count - AT_ONCE));
  return Math.max(0, state.at + waitMs - now);
}

/** The state after an object was created again. */
export function afterRecreation(state: Recreations | undefined, intent: string, now: number): Recreations {
  const goesOn = state?.intent === intent && now - state.at < QUIET_MS;
  return { intent, count: goesOn ? state.count + 1 : 1, at: now };
}
