import type * as Prometheus from 'prom-client';
import type { Registry } from 'prom-client';
import type { WriteGateOptions } from '../consistency/index.ts';
import type { ControllerObserver, ControllerState, Outcome } from '../controller/index.ts';
import { QUEUE_SECONDS, RECONCILE_SECONDS } from './buckets.ts';

/** The metrics of one controller. */
export interface ControllerMetrics {
  readonly observer: ControllerObserver;
  readonly gate: Required<Pick<WriteGateOptions, 'onSkip' | 'onFailOpen'>>;
  /** Reads what is going on at each scrape. */
  watch(state: () => Pick<ControllerState<never>, 'running' | 'longestRunMs' | 'unfinishedMs'>): void;
}

export interface ControllerMetricsFactory {
  (name: string, maxConcurrent: number): ControllerMetrics;
  eventLoopHeld(controllers: readonly string[]): void;
}

const RESULTS: readonly Outcome['result'][] = ['success', 'error', 'requeue', 'requeue_after'];

/** Declares the metrics of controllers under controller-runtime's names; each is there from the start. */
export function controllerMetrics(prometheus: typeof Prometheus, registry: Registry): ControllerMetricsFactory {
  const registers = [registry];
  const states = new Map<string, Parameters<ControllerMetrics['watch']>[0]>();
  const depths = new Map<string, Map<number, number>>();
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new prometheus.Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new prometheus.Gauge({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new prometheus.Histogram({ name, help, buckets, labelNames, registers });

  const total = counter('controller_runtime_reconcile_total', 'Reconciles by result.', 'controller', 'result');
  const errors = counter('controller_runtime_reconcile_errors_total', 'Reconciles that failed.', 'controller');
  const terminal = counter(
    'controller_runtime_terminal_reconcile_errors_total',
    'Reconciles that failed for good.',
    'controller',
  );
  const panics = counter(
    'controller_runtime_reconcile_panics_total',
    'Reconciles that failed by an error of the program.',
    'controller',
  );
  const timeouts = counter(
    'controller_runtime_reconcile_timeouts_total',
    'Reconciles that did not end in time.',
    'controller',
  );
  const seconds = histogram(
    'controller_runtime_reconcile_time_seconds',
    'Length of reconciles.',
    RECONCILE_SECONDS,
    'controller',
  );
  const most = gauge('controller_runtime_max_concurrent_reconciles', 'Most reconciles at a time.', 'controller');
  const active = gauge('controller_runtime_active_workers', 'Reconciles in progress.', 'controller');

  const depth = gauge('workqueue_depth', 'Keys that are ready.', 'name', 'controller', 'priority');
  const adds = counter('workqueue_adds_total', 'Keys that entered the queue.', 'name', 'controller');
  const retries = counter('workqueue_retries_total', 'Keys that came back after a failure.', 'name', 'controller');
  const waited = histogram(
    'workqueue_queue_duration_seconds',
    'Time of a key in the queue.',
    QUEUE_SECONDS,
    'name',
    'controller',
  );
  const worked = histogram(
    'workqueue_work_duration_seconds',
    'Time of a key in work.',
    QUEUE_SECONDS,
    'name',
    'controller',
  );
  const unfinished = gauge(
    'workqueue_unfinished_work_seconds',
    'Time that keys in work took so far.',
    'name',
    'controller',
  );
  const longest = gauge(
    'workqueue_longest_running_processor_seconds',
    'Time that the longest run took so far.',
    'name',
    'controller',
  );

  const skips = counter('slipway_stale_sync_skips_total', 'Keys that waited for their own writes.', 'controller');
  const failOpen = counter(
    'slipway_stale_sync_fail_open_total',
    'Keys that no longer waited for their own writes.',
    'controller',
  );
  const loops = counter('slipway_apply_loops_total', 'Applies that something else rewrites.', 'controller');
  const held = counter('slipway_event_loop_blocked_total', 'Times the event loop was held.', 'controller');

  // Ages grow between events, so they are read when they are asked for.
  Object.assign(longest, {
    collect: () => {
      for (const [name, state] of states) {
        const { running, longestRunMs, unfinishedMs } = state();
        active.set({ controller: name }, running);
        unfinished.set({ name, controller: name }, unfinishedMs / 1000);
        longest.set({ name, controller: name }, longestRunMs / 1000);
      }
    },
  });

  // Depths change with every key that comes or goes, which is far more often than anyone looks.
  Object.assign(depth, {
    collect: () => {
      for (const [name, ofQueue] of depths) {
        for (const [priority, keys] of ofQueue) {
          depth.set({ name, controller: name, priority: String(priority) }, keys);
        }
      }
    },
  });

  const create = (name: string, maxConcurrent: number): ControllerMetrics => {
    const controller = { controller: name };
    const queue = { name, controller: name };
    for (const result of RESULTS) total.inc({ ...controller, result }, 0);
    for (const each of [errors, terminal, panics, timeouts, skips, failOpen, loops, held]) each.inc(controller, 0);
    for (const each of [adds, retries]) each.inc(queue, 0);
    for (const each of [waited, worked]) each.zero(queue);
    for (const each of [unfinished, longest]) each.set(queue, 0);
    seconds.zero(controller);
    active.set(controller, 0);
    most.set(controller, maxConcurrent);
    const ofQueue = new Map([[0, 0]]);
    depths.set(name, ofQueue);
    return {
      observer: {
        queue: {
          added: () => adds.inc(queue),
          retried: () => retries.inc(queue),
          depth: (priority, keys) => void ofQueue.set(priority, keys),
        },
        taken: (waitedMs) => waited.observe(queue, waitedMs / 1000),
        ended: (outcome, tookMs) => {
          total.inc({ ...controller, result: outcome.result });
          seconds.observe(controller, tookMs / 1000);
          worked.observe(queue, tookMs / 1000);
          if (outcome.result === 'error') errors.inc(controller);
          if (outcome.isTerminal) terminal.inc(controller);
          if (outcome.isPanic) panics.inc(controller);
          if (outcome.isTimeout) timeouts.inc(controller);
          if ((outcome.error as { code?: unknown } | undefined)?.code === 'APPLY_LOOP') loops.inc(controller);
        },
      },
      gate: { onSkip: () => skips.inc(controller), onFailOpen: () => failOpen.inc(controller) },
      watch: (state) => void states.set(name, state),
    };
  };
  const eventLoopHeld = (controllers: readonly string[]): void => {
    for (const controller of controllers) held.inc({ controller });
  };
  return Object.assign(create, { eventLoopHeld });
}
