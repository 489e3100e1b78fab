/** What is remembered of the applies of one object. */
export interface LoopState {
  /** The desired state that the counts belong to. */
  readonly intent: string;
  /** When applies of it wrote over another's value, in clock milliseconds. */
  readonly overwrites: readonly number[];
  /** The last block: applies wait until then. */
  readonly block: { readonly until: number; readonly ms: number } | undefined;
}

/** Three times in a minute one desired state had to be written over another value: two writers fight. */
const WINDOW_MS = 60_000;
const MOST_OVERWRITES = 3;
const LONGEST_BLOCK_MS = 600_000;

/** How long the object's applies still wait, in milliseconds; 0 when they need not. */
export function blockedForMs(state: LoopState | undefined, intent: string, now: number): number {
  if (!state?.block || state.intent !== intent) return 0;
  return Math.max(0, state.block.until - now);
}

/**
 * The state after one apply. A block has just been set when `blockedForMs` of the result is above 0.
 * An apply that writes over another value soon after a block doubles it; one that does not, because nothing differed or
 * the object was made anew, ends it.
 */
export function afterApply(
  state: LoopState | undefined,
  apply: { readonly intent: string; readonly overwritten: boolean; readonly now: number },
): LoopState {
  const { intent, overwritten, now } = apply;
  if (!overwritten || state?.intent !== intent) return { intent, overwrites: [], block: undefined };

  const previous = state.block && now - state.block.until < LONGEST_BLOCK_MS ? state.block : undefined;
  const overwrites = [...state.overwrites.filter((at) => now - at < WINDOW_MS), now];
  if (!previous && overwrites.length < MOST_OVERWRITES) return { intent, overwrites, block: undefined };
  const ms = Math.min(LONGEST_BLOCK_MS, previous ? previous.ms * 2 : WINDOW_MS);
  return { intent, overwrites: [], block: { until: now + ms, ms } };
}
