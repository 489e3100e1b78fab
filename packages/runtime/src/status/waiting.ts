import { timestamp } from '@slipway/apimachinery/clock';
import type { ConditionInput } from '@slipway/apimachinery/conditions';

/** A wait that can be read by people and machines: what for, until when, and who can act. */
export interface Wait {
  /** What must happen: `Deployment web to have 3 available replicas`. */
  readonly for: string;
  /** When waiting ends and something else is decided. Absolute, so that the status stays equal meanwhile. */
  readonly until: Date;
  /** Who can act: `the cluster's scheduler`, `the owner of Secret db`. */
  readonly owner: string;
  /** @default 'Ready' */
  readonly type?: string;
  /** @default 'Waiting' */
  readonly reason?: string;
}

export interface Waiting {
  readonly condition: ConditionInput;
  /** No later than `until`, in milliseconds from now. */
  readonly requeueAfterMs: number;
}

/** The condition that tells of a wait, and when to look again at the latest. */
export function waiting(wait: Wait, observedGeneration: number | undefined, now: Date): Waiting {
  const until = timestamp(wait.until.getTime());
  return {
    condition: {
      type: wait.type ?? 'Ready',
      status: 'False',
      reason: wait.reason ?? 'Waiting',
      message: `Waiting for ${wait.for} until ${until}; ${wait.owner} can act.`,
      ...(observedGeneration !== undefined && { observedGeneration }),
    },
    requeueAfterMs: Math.max(0, wait.until.getTime() - now.getTime()),
  };
}
