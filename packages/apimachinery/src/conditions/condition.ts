import { timestamp } from '../clock/index.ts';
import { isLabelKey } from '../names/index.ts';

/** One entry of `status.conditions`, as `metav1.Condition` has it. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** CamelCase, or an error code. */
  readonly reason: string;
  readonly message: string;
  /** The generation that was looked at. */
  readonly observedGeneration?: number;
  /** When `status` last changed, RFC 3339. */
  readonly lastTransitionTime: string;
}

export type ConditionInput = Omit<Condition, 'lastTransitionTime'>;

/** The API server's limits and patterns for conditions. */
const LONGEST = { type: 316, reason: 1024, message: 32_768 } as const;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;

/** Of these, the one of a type. Built-in kinds have conditions of other fields too. */
export function conditionOf<C extends { readonly type?: string | undefined }>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function withoutCondition<C extends { readonly type?: string | undefined }>(
  conditions: readonly C[] | undefined,
  type: string,
): C[] {
  return (conditions ?? []).filter((condition) => condition.type !== type);
}

/** Why a server would refuse a condition; undefined where it would not. A message that is too long is cut instead. */
export function conditionFault({ type, reason }: Pick<Condition, 'type' | 'reason'>): string | undefined {
  if (!isLabelKey(type)) return `condition type "${type}": use CamelCase of at most ${LONGEST.type} characters`;
  if (REASON.test(reason) && reason.length <= LONGEST.reason) return undefined;
  return `condition ${type}: reason "${reason}" must be CamelCase or an error code, at most ${LONGEST.reason} characters`;
}

/**
 * The list with this condition in it, ordered by type. The same list when nothing changed.
 *
 * `lastTransitionTime` moves only with `status`. A condition that was decided on an older generation than the one
 * already reported changes nothing. A message over the server's limit is cut and marked. Nothing is refused here:
 * `conditionFault` says what a server would refuse, and the `setCondition` of `@slipway/runtime/status` throws it.
 */
export function setCondition(conditions: readonly Condition[], input: ConditionInput, now: Date): readonly Condition[] {
  const present = conditionOf(conditions, input.type);
  if ((present?.observedGeneration ?? 0) > (input.observedGeneration ?? Number.POSITIVE_INFINITY)) return conditions;

  const transition = present?.status === input.status ? present.lastTransitionTime : timestamp(now.getTime());
  const next: Condition = { ...input, message: shortened(input.message), lastTransitionTime: transition };
  if (present && sameCondition(present, next)) return conditions;
  return [...withoutCondition(conditions, input.type), next].toSorted((a, b) => (a.type < b.type ? -1 : 1));
}

/** Cut between characters: half of a surrogate pair is stored as U+FFFD, and would be written again and again. */
function shortened(message: string): string {
  if (message.length <= LONGEST.message) return message;
  const end = LONGEST.message - 1;
  const isInsidePair = (message.codePointAt(end - 1) ?? 0) > 0xffff;
  return `${message.slice(0, isInsidePair ? end - 1 : end)}…`;
}

function sameCondition(a: Condition, b: Condition): boolean {
  return (
    a.status === b.status &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.observedGeneration === b.observedGeneration &&
    a.lastTransitionTime === b.lastTransitionTime
  );
}
