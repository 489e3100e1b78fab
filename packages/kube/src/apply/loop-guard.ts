/** What is remembered of the applies of one object. */
export interface LoopState {
  /** The desired state that the counts belong to. */
  readonly intent: string;
  /** When applies of it changed the object, in clock milliseconds. */
  readonly changes: readonly number[];
  /** The last block: applies wait until then. */
  readonly block: { readonly until: number; readonly ms: number } | undefined;
}

/** Three changes of one desired state in a minute: someone rewrites what we write. */
const WINDOW_MS = 60_000;
const MOST_CHANGES = 3;
const LONGEST_BLOCK_MS = 600_000;

/** How long the object's applies still wait, in milliseconds; 0 when they need not. */
export function blockedForMs(state: LoopState | undefined, intent: string, now: number): number {
  if (!state?.block || state.intent !== intent) return 0;
  return Math.max(0, state.block.until - now);
}

/**
 * The state after one apply. A block has just been set when `blockedForMs` of the result is above 0.
 * An apply that changes the object soon after a block doubles it; one that changes nothing ends it.
 */
export function afterApply(
  state: LoopState | undefined,
  apply: { readonly intent: string; readonly changed: boolean; readonly now: number },
): LoopState {
  const { intent, changed, now } = apply;
  if (!changed || state?.intent !== intent) return { intent, changes: changed ? [now] : [], block: undefined };

  const previous = state.block && now - state.block.until < LONGEST_BLOCK_MS ? state.block : undefined;
  const changes = [...state.changes.filter((at) => now - at < WINDOW_MS), now];
  if (!previous && changes.length < MOST_CHANGES) return { intent, changes, block: undefined };
  const ms = Math.min(LONGEST_BLOCK_MS, previous ? previous.ms * 2 : WINDOW_MS);
  return { intent, changes: [], block: { until: now + ms, ms } };
}
