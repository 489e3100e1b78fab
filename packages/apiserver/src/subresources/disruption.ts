import { fieldAt, isJsonObject, type KubeObject, textAt } from '../objects/index.ts';

/** How many evictions may wait to be seen by the controller of budgets. */
const MOST_DISRUPTED = 2000;

/** What a PodDisruptionBudget says about one more eviction. */
export interface Budget {
  readonly name: string;
  readonly isObserved: boolean;
  readonly disruptionsAllowed: number;
  readonly disruptedPods: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly unhealthyPolicy: string;
  /** Why it allows none, where its controller says so. */
  readonly condition: { readonly reason: string; readonly message: string } | undefined;
}

export function budgetOf(object: KubeObject): Budget {
  const count = (...path: string[]): number => {
    const value = fieldAt(object, path);
    return typeof value === 'number' ? value : 0;
  };
  const pods = fieldAt(object, ['status', 'disruptedPods']);
  const conditions = fieldAt(object, ['status', 'conditions']);
  const reported = (Array.isArray(conditions) ? conditions : []).find(
    (one) => textAt(one, 'type') === 'DisruptionAllowed' && textAt(one, 'status') === 'False',
  );
  const message = textAt(reported, 'message');
  return {
    name: object.metadata.name ?? '',
    isObserved: count('status', 'observedGeneration') >= count('metadata', 'generation'),
    disruptionsAllowed: count('status', 'disruptionsAllowed'),
    disruptedPods: isJsonObject(pods) ? Object.keys(pods).length : 0,
    currentHealthy: count('status', 'currentHealthy'),
    desiredHealthy: count('status', 'desiredHealthy'),
    unhealthyPolicy: textAt(object, 'spec', 'unhealthyPodEvictionPolicy'),
    condition: message === '' ? undefined : { reason: textAt(reported, 'reason'), message },
  };
}

export type Refusal =
  | { readonly kind: 'later'; readonly why: string; readonly retryAfterSeconds?: number }
  | { readonly kind: 'forbidden'; readonly why: string };

/** Why a budget does not allow an eviction, in a real server's words; undefined when it does. */
export function refusalOf(budget: Budget): Refusal | undefined {
  const { name, condition, currentHealthy, desiredHealthy } = budget;
  if (!budget.isObserved) {
    const why = `The disruption budget ${name} is still being processed by the server.`;
    return { kind: 'later', why, retryAfterSeconds: 10 };
  }
  if (budget.disruptionsAllowed < 0) return { kind: 'forbidden', why: 'pdb disruptions allowed is negative' };
  if (budget.disruptedPods > MOST_DISRUPTED) {
    return {
      kind: 'forbidden',
      why: 'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    };
  }
  if (budget.disruptionsAllowed > 0) return undefined;
  const refused = `The disruption budget ${name} does not allow evicting pods currently`;
  if (condition?.reason === 'SyncFailed') {
    return { kind: 'later', why: `${refused} because it failed sync: ${condition.message}` };
  }
  if (currentHealthy <= desiredHealthy) {
    const why = `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
    return { kind: 'later', why };
  }
  return { kind: 'later', why: condition ? `${refused} (${condition.reason}): ${condition.message}` : refused };
}

/** The budget after one more eviction, which its controller will see confirmed by the pod's end. */
export function disrupted(budget: KubeObject, pod: string, now: string): KubeObject {
  const status = isJsonObject(budget['status']) ? budget['status'] : {};
  const disruptionsAllowed = budgetOf(budget).disruptionsAllowed - 1;
  const pods = isJsonObject(status['disruptedPods']) ? status['disruptedPods'] : {};
  const next = { ...status, disruptionsAllowed, disruptedPods: { ...pods, [pod]: now } };
  return { ...budget, status: disruptionsAllowed === 0 ? { ...next, ...exhausted(budget, now) } : next };
}

function exhausted(budget: KubeObject, now: string): object {
  const given = fieldAt(budget, ['status', 'conditions']);
  const conditions = Array.isArray(given) ? given : [];
  const old = conditions.find((one) => textAt(one, 'type') === 'DisruptionAllowed');
  const isSame = textAt(old, 'status') === 'False';
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration: fieldAt(budget, ['status', 'observedGeneration']) ?? 0,
    lastTransitionTime: isSame ? textAt(old, 'lastTransitionTime') : now,
    reason: 'InsufficientPods',
    message: '',
  };
  return { conditions: [...conditions.filter((one) => one !== old), condition] };
}
