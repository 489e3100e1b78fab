import type { Timer } from '@slipway/apimachinery/clock';
import { fieldAt, isEqual, type KubeObject } from '../../objects/index.ts';
import type { Kernel } from '../../operations/index.ts';
import { qualifiedName } from '../../resources/index.ts';
import { added, only, type ResourceList, resourceList } from '../resource-list.ts';
import { hardOf, usedOf } from './decision.ts';
import { QUOTAS, writeUsed } from './resource-quota.ts';
import { isInScope } from './scopes.ts';
import { evaluatorOf } from './usage.ts';

/** How often a real quota controller looks at every quota again. */
const RESYNC_MS = 300_000;

/**
 * Keeps the status of quotas true. Admission adds what is created; this adds up anew whenever a
 * quota changes, an object of its namespace goes, or a pod comes to its end. A status that a client
 * wrote is restored at the next resync.
 */
export function startQuotaAccounting(kernel: Kernel, later: (task: () => void) => void): () => void {
  const due = new Set<string>();
  const recountLater = (namespace: string): void => {
    if (due.has(namespace)) return;
    due.add(namespace);
    later(() => {
      due.delete(namespace);
      recount(kernel, namespace);
    });
  };
  const resyncs = new Map<string, Timer>();
  const resyncLater = (namespace: string): void => {
    if (resyncs.has(namespace)) return;
    const timer = kernel.clock.timer(RESYNC_MS, () => {
      resyncs.delete(namespace);
      recountLater(namespace);
    });
    resyncs.set(namespace, timer);
  };
  const leave = kernel.store.subscribe('*', ({ key, current, previous }, collection) => {
    const namespace = key.slice(0, key.indexOf('/'));
    if (namespace === '') return;
    if (collection === QUOTAS && current && previous) resyncLater(namespace);
    if (!isReasonToRecount(collection, current?.object, previous?.object)) return;
    if (kernel.store.list(QUOTAS, namespace).length > 0) recountLater(namespace);
  });
  return () => {
    leave();
    for (const timer of resyncs.values()) timer.cancel();
  };
}

function isReasonToRecount(collection: string, current?: KubeObject, previous?: KubeObject): boolean {
  if (!current) return true;
  if (collection === QUOTAS) return !isEqual(current['spec'], previous?.['spec']);
  if (collection !== 'pods' || !previous) return false;
  return fieldAt(current, ['status', 'phase']) !== fieldAt(previous, ['status', 'phase']);
}

function recount(kernel: Kernel, namespace: string): void {
  for (const { object: quota } of kernel.store.list(QUOTAS, namespace)) {
    const hard = resourceList(fieldAt(quota, ['spec', 'hard']));
    const used = usageOf(kernel, quota, hard, namespace);
    if (isEqual(hard, hardOf(quota)) && isEqual(used, usedOf(quota))) continue;
    writeUsed(kernel, quota, () => used, hard);
  }
}

function usageOf(kernel: Kernel, quota: KubeObject, hard: ResourceList, namespace: string): ResourceList {
  const names = Object.keys(hard);
  const now = kernel.clock.wall();
  let used: ResourceList = Object.fromEntries(names.map((name) => [name, '0']));
  for (const resource of kernel.registry.resources()) {
    const evaluator = evaluatorOf(resource);
    if (!evaluator || !names.some(evaluator.counts)) continue;
    for (const { object } of kernel.store.list(resource.collection, namespace)) {
      if (isInScope(quota, object, qualifiedName(resource)))
        used = added(used, only(evaluator.usage(object, now), names));
    }
  }
  return used;
}
