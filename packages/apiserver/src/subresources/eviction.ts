import { timestamp } from '@slipway/apimachinery/clock';
import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import { fieldAt, isJsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { type DeleteOptions, type Kernel, removeObject, type Target, updateObject } from '../operations/index.ts';
import { badRequest, conflict, forbidden, namespaceMismatch, notFound, StatusError } from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import type { Call, Kind } from './call.ts';
import { type Budget, budgetOf, disrupted, refusalOf } from './disruption.ts';
import { withPodCondition } from './pod-condition.ts';
import { CREATED, STATUS } from './success.ts';

const KIND: Kind = { group: 'policy', version: 'v1', kind: 'Eviction' };
const BUDGETS = 'poddisruptionbudgets.policy';
const TOO_MANY = "Cannot evict pod as it would violate the pod's disruption budget.";

/**
 * `pods/eviction` (K-99): deletes a pod if its disruption budget allows it. The budget is read,
 * charged and written in one step, so evictions at the same time cannot take more than it has.
 */
export async function evictPod(call: Call, kernel: Kernel): Promise<void> {
  const { namespace = '', name = '' } = call.target;
  const write = call.writeOptions('CreateOptions');
  const eviction = await call.body(KIND);
  if (eviction.metadata.namespace && eviction.metadata.namespace !== namespace) throw namespaceMismatch();
  if (eviction.metadata.name !== name) throw badRequest('name in URL does not match name in Eviction object');
  const options = { ...deleteOptionsIn(eviction, write.dryRun ?? false), user: call.user };
  const entry = kernel.store.get('pods', keyOf(namespace, name));
  if (!entry) throw notFound(call.target.resource, name);
  const budgets = isOutsideBudgets(entry.object) ? [] : budgetsOf(kernel, entry.object);
  if (budgets.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return call.send(500, STATUS, { metadata: {}, status: 'Failure', message, code: 500 });
  }
  const [budget] = budgets;
  if (budget) chargeBudget(kernel, budget, entry.object, options.dryRun ?? false);
  deletePod(kernel, call.target, entry, options);
  await call.send(201, STATUS, CREATED);
}

function deleteOptionsIn(eviction: KubeObject, dryRun: boolean): DeleteOptions {
  const given = eviction['deleteOptions'];
  if (!isJsonObject(given)) return { dryRun };
  const { gracePeriodSeconds, propagationPolicy, preconditions, dryRun: dryRuns } = given;
  const { uid, resourceVersion } = isJsonObject(preconditions) ? preconditions : {};
  return {
    dryRun: dryRun || (Array.isArray(dryRuns) && dryRuns.length > 0),
    ...(typeof gracePeriodSeconds === 'number' && { gracePeriodSeconds }),
    ...(typeof propagationPolicy === 'string' && { propagationPolicy }),
    preconditions: {
      ...(typeof uid === 'string' && { uid }),
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
    },
  };
}

/** Pods that do no work, or are on their way out already. */
function isOutsideBudgets(pod: KubeObject): boolean {
  const phase = textAt(pod, 'status', 'phase');
  return ['Succeeded', 'Failed', 'Pending'].includes(phase) || pod.metadata.deletionTimestamp !== undefined;
}

function budgetsOf({ store }: Kernel, { metadata: { namespace, labels } }: KubeObject): Entry[] {
  if (Object.keys(labels ?? {}).length === 0) return [];
  return store.list(BUDGETS, namespace).filter(({ object }) => {
    return matchesSelector(fieldAt(object, ['spec', 'selector']) as LabelSelector | undefined, labels);
  });
}

function chargeBudget(kernel: Kernel, { object }: Entry, pod: KubeObject, dryRun: boolean): void {
  const budget = budgetOf(object);
  if (!isReady(pod) && unhealthyMayGo(budget)) return;
  const refused = refusalOf(budget);
  if (refused?.kind === 'forbidden') {
    throw forbidden({ group: 'policy', plural: 'poddisruptionbudget' }, budget.name, refused.why);
  }
  if (refused) {
    const { retryAfterSeconds, why } = refused;
    throw new StatusError(429, 'TooManyRequests', TOO_MANY, {
      causes: [{ reason: 'DisruptionBudget', message: why }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  const resource = kernel.registry.named(BUDGETS);
  const served = resource?.versions[0];
  if (dryRun || !resource || !served) return;
  const { namespace, name } = object.metadata;
  const now = timestamp(kernel.clock.wall());
  updateObject(kernel, { resource, served, namespace, name, subresource: 'status' }, (old) =>
    disrupted(old, pod.metadata.name ?? '', now),
  );
}

function unhealthyMayGo({ unhealthyPolicy, currentHealthy, desiredHealthy }: Budget): boolean {
  return unhealthyPolicy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0);
}

function isReady(pod: KubeObject): boolean {
  const conditions = fieldAt(pod, ['status', 'conditions']);
  const isTrue = (one: unknown): boolean => textAt(one, 'type') === 'Ready' && textAt(one, 'status') === 'True';
  return Array.isArray(conditions) && conditions.some(isTrue);
}

/** The pod says why it went. */
function deletePod(kernel: Kernel, target: Target, { key, object }: Entry, options: DeleteOptions): void {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const { metadata } = object;
  const failed = (what: string, asked: string, known: string | undefined, why: string): Error =>
    conflict(
      { group: '', plural: 'Pod' },
      metadata.name ?? '',
      `the ${what} in the precondition (${asked}) does not match the ${what} in record (${known}). The object might have been ${why}`,
    );
  if (uid && uid !== metadata.uid) throw failed('UID', uid, metadata.uid, 'deleted and then recreated');
  if (resourceVersion && resourceVersion !== metadata.resourceVersion) {
    throw failed('ResourceVersion', resourceVersion, metadata.resourceVersion, 'modified');
  }
  if (!options.dryRun) {
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    };
    kernel.store.put('pods', key, withPodCondition(object, condition, kernel.clock.wall()));
  }
  const { preconditions: _checked, ...rest } = options;
  removeObject(kernel, { ...target, subresource: undefined }, rest);
}
