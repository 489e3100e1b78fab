import type { Instant } from '@gati-framework/contracts/deployment';
import type { GatiHandlerStatus } from '../types/index.ts';
import type { HandlerDecision } from './decide.ts';

/** How one look at a handler ended. */
export interface Outcome {
  /** What was written changes what is decided next: look again at once. */
  readonly again: boolean;
  readonly wakeAt: Instant | null;
  readonly phase: GatiHandlerStatus['phase'];
  /** What is wanted of the target. */
  readonly objects: HandlerDecision['objects'];
  /** Why the spec is refused, or an object was. */
  readonly code?: string;
}
