import type { Actor } from './plan.ts';

interface By {
  readonly actor: Actor;
  readonly reason: string;
  /** The same key again does nothing. */
  readonly key: string;
}

export type Command = By &
  (
    | { readonly type: 'pause' | 'resume' | 'retry' | 'replace' | 'hold' | 'unhold' }
    /** `full` goes to the last stage. */
    | { readonly type: 'promote'; readonly full?: boolean }
    /** Exactly one of them. */
    | { readonly type: 'skip'; readonly gate?: string; readonly member?: string; readonly stage?: string }
    /** `rollback` undoes members that were updated. */
    | { readonly type: 'abort'; readonly rollback?: boolean }
    /** `approved`: what is lost was shown and accepted (one-way). */
    | { readonly type: 'rollback'; readonly approved?: boolean }
  );
