import { RuntimeError } from '../errors.ts';

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
const TYPE =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$/;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;

/**
 * The list with this condition in it, ordered by type. The same list when nothing changed.
 *
 * `lastTransitionTime` moves only with `status`. A condition that was decided on an older
 * generation than the one already reported changes nothing. A message over the server's
 * limit is cut and marked; a type or reason that the server would refuse is an error of the caller.
 */
export function setCondition(conditions: readonly Condition[], input: ConditionInput, now: Date): readonly Condition[] {
  const present = conditions.find((condition) => condition.type === input.type);
  if ((present?.observedGeneration ?? 0) > (input.observedGeneration ?? Number.POSITIVE_INFINITY)) return conditions;

  const transition = present?.status === input.status ? present.lastTransitionTime : secondsOf(now);
  const next: Condition = { ...checked(input), lastTransitionTime: transition };
  if (present && sameCondition(present, next)) return conditions;
  return [...conditions.filter((condition) => condition.type !== input.type), next].toSorted((a, b) =>
    a.type < b.type ? -1 : 1,
  );
}

function checked(input: ConditionInput): ConditionInput {
  const { type, reason, message } = input;
  if (!TYPE.test(type) || type.length > LONGEST.type) {
    throw new RuntimeError(
      'STATUS_INVALID',
      `condition type "${type}": use CamelCase of at most ${LONGEST.type} characters`,
    );
  }
  if (!REASON.test(reason) || reason.length > LONGEST.reason) {
    throw new RuntimeError(
      'STATUS_INVALID',
      `condition ${type}: reason "${reason}" must be CamelCase or an error code, at most ${LONGEST.reason} characters`,
    );
  }
  return message.length <= LONGEST.message ? input : { ...input, message: `${message.slice(0, LONGEST.message - 1)}…` };
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

/** `metav1.Time` has whole seconds; more would be cut by the server and look like a change. */
function secondsOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
