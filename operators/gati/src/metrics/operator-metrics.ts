import type { OwnMetrics } from '@slipway/runtime';
import type { ReadHandler } from '../cluster/index.ts';
import { rolloutIn } from '../rollouts/index.ts';
import type { ControllerName, OperatorObserver } from './observer.ts';

const CONTROLLERS: readonly ControllerName[] = ['handler', 'module', 'version'];
const STRATEGIES = ['canary', 'blueGreen', 'direct'] as const;
/** How a rollout ends, by the Event that tells of it. */
const ROLLOUT_ENDS: ReadonlyMap<string, string> = new Map([
  ['RolloutSucceeded', 'succeeded'],
  ['RolledBack', 'rolled_back'],
  ['RollbackFailed', 'rollback_failed'],
  ['RolloutAborted', 'aborted'],
  ['RolloutSuperseded', 'superseded'],
  ['Frozen', 'frozen'],
]);
const DECOMMISSIONS: ReadonlyMap<string, string> = new Map([
  ['Decommissioned', 'removed'],
  ['DecommissionFailed', 'failed'],
  ['WouldDecommission', 'dry_run'],
]);
const SOURCES = ['podScrape', 'prometheus', 'status'] as const;

/** Most reconciles end within milliseconds; 5 s is the limit that is promised (G-200). */
const RECONCILE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** From a direct switch to a canary that waits for people. */
const ROLLOUT_SECONDS = [10, 30, 60, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400, 604_800];

/** Declares what the operator counts (G-180), each series from the start. No label holds the name of an object. */
export function operatorMetrics(metrics: OwnMetrics): OperatorObserver {
  const reconciles = metrics.histogram({
    name: 'reconciliation_duration',
    help: 'Length of reconciles, in seconds.',
    labels: ['controller', 'result'],
    buckets: RECONCILE_SECONDS,
  });
  const rollouts = metrics.counter({
    name: 'gati_operator_rollouts_total',
    help: 'Rollouts that ended, by strategy and result.',
    labels: ['strategy', 'result'],
  });
  const rolloutSeconds = metrics.histogram({
    name: 'gati_operator_rollout_seconds',
    help: 'Time from the plan of a rollout to its end, in seconds.',
    labels: ['strategy'],
    buckets: ROLLOUT_SECONDS,
  });
  const decommissions = metrics.counter({
    name: 'gati_operator_decommissions_total',
    help: 'Versions that were removed, could not be, or would have been.',
    labels: ['result'],
  });
  const samples = metrics.counter({
    name: 'gati_operator_traffic_samples_total',
    help: 'Samples of traffic, by source, and whether they were known.',
    labels: ['source', 'known'],
  });
  const operations = metrics.counter({
    name: 'gati_operator_target_operations_total',
    help: 'Objects given to the deployment target, by what became of them.',
    labels: ['target', 'verb', 'result'],
  });
  for (const controller of CONTROLLERS)
    for (const result of ['success', 'error']) reconciles.zero({ controller, result });
  for (const strategy of STRATEGIES) {
    rolloutSeconds.zero({ strategy });
    for (const result of ROLLOUT_ENDS.values()) rollouts.inc({ strategy, result }, 0);
  }
  for (const result of DECOMMISSIONS.values()) decommissions.inc({ result }, 0);
  for (const source of SOURCES) for (const known of ['true', 'false']) samples.inc({ source, known }, 0);
  for (const target of ['kubernetes', 'helm', 'gitops'])
    for (const result of ['created', 'updated', 'unchanged', 'deleted', 'failed'])
      operations.inc({ target, verb: 'applySet', result }, 0);
  return {
    reconciled: (controller, result, tookMs) => reconciles.observe({ controller, result }, tookMs / 1000),
    reported(handler, { reason }, now) {
      const removed = DECOMMISSIONS.get(reason);
      if (removed !== undefined) decommissions.inc({ result: removed });
      const result = ROLLOUT_ENDS.get(reason);
      if (result === undefined) return;
      const strategy = handler.spec.rollout?.strategy ?? 'canary';
      rollouts.inc({ strategy, result });
      const startedAt = plannedAt(handler);
      if (startedAt !== undefined) rolloutSeconds.observe({ strategy }, Math.max(0, now - startedAt) / 1000);
    },
    sampled: (source, isKnown) => samples.inc({ source, known: String(isKnown) }),
    operated: (target, verb, result) => operations.inc({ target, verb, result }),
  };
}

/** When the rollout was planned: its id ends with the instant, so that a new process knows it too. */
function plannedAt({ status }: ReadHandler): number | undefined {
  const at = Number.parseInt(rolloutIn(status)?.plan.id.split('/').at(-1) ?? '', 36);
  return Number.isFinite(at) ? at : undefined;
}
