import type { Instant } from '@gati-framework/contracts/deployment';
import type { MemberState, Plan, State, VersionState } from '../model/index.ts';

/** The state of a plan that passed `validatePlan`, before its first step. */
export function startDelivery(plan: Plan, now: Instant): State {
  const weights = plan.split?.baseline ?? {};
  const serving = Object.keys(weights).filter((version) => (weights[version] ?? 0) > 0);
  const inactive: VersionState = { phase: 'Inactive', since: now };
  return {
    planId: plan.id,
    attempt: 1,
    seq: 0,
    phase: 'Pending',
    since: now,
    stage: 0,
    stageSince: now,
    isStarted: false,
    wakeAt: now,
    failures: 0,
    weights,
    members: Object.fromEntries(
      plan.members.map(({ id }): [string, MemberState] => [id, { phase: 'Pending', since: now }]),
    ),
    versions: {
      ...(plan.from !== null && { [plan.from]: { phase: 'Current', since: now } satisfies VersionState }),
      ...Object.fromEntries(
        serving.map((version): [string, VersionState] => [version, { phase: 'Current', since: now }]),
      ),
      [plan.to]: serving.includes(plan.to) ? { phase: 'Ramping', since: now } : inactive,
    },
    gates: {},
    waits: [],
    commands: [],
  };
}
