import { describe, expect, it } from 'vitest';
import { QUEUE_SECONDS, RECONCILE_SECONDS } from './buckets.ts';
import { createMetrics } from './index.ts';

/** Names, labels and bucket bounds as controller-runtime 0.24 exposes them. */
const FAMILIES: Record<string, string[]> = {
  controller_runtime_reconcile_total: ['controller', 'result'],
  controller_runtime_reconcile_errors_total: ['controller'],
  controller_runtime_terminal_reconcile_errors_total: ['controller'],
  controller_runtime_reconcile_panics_total: ['controller'],
  controller_runtime_reconcile_timeouts_total: ['controller'],
  controller_runtime_max_concurrent_reconciles: ['controller'],
  controller_runtime_active_workers: ['controller'],
  controller_runtime_reconcile_time_seconds_count: ['controller'],
  workqueue_depth: ['controller', 'name', 'priority'],
  workqueue_adds_total: ['controller', 'name'],
  workqueue_retries_total: ['controller', 'name'],
  workqueue_queue_duration_seconds_count: ['controller', 'name'],
  workqueue_work_duration_seconds_count: ['controller', 'name'],
  workqueue_unfinished_work_seconds: ['controller', 'name'],
  workqueue_longest_running_processor_seconds: ['controller', 'name'],
  leader_election_master_status: ['name'],
  leader_election_slowpath_total: ['name'],
  slipway_stale_sync_skips_total: ['controller'],
  slipway_stale_sync_fail_open_total: ['controller'],
  slipway_apply_loops_total: ['controller'],
  slipway_event_loop_blocked_total: ['controller'],
  slipway_events_dropped_total: [],
};

function seriesOf(text: string): Map<string, Record<string, string>[]> {
  const series = new Map<string, Record<string, string>[]>();
  for (const line of text.split('\n')) {
    const [, name = '', labels = ''] = /^([a-z_]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const pairs = [...labels.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key, value] as const);
    series.set(name, [...(series.get(name) ?? []), Object.fromEntries(pairs)]);
  }
  return series;
}

describe('metrics', () => {
  it('R-150 R-151: every metric has its name and labels, with value 0, before anything has happened', async () => {
    const metrics = await createMetrics();
    metrics.controller('widgets', 3);
    metrics.election('demo');
    const { body } = await metrics.page();
    const series = seriesOf(body);
    for (const [name, labels] of Object.entries(FAMILIES)) {
      const [first] = series.get(name) ?? [];
      expect([name, first && Object.keys(first).toSorted((a, b) => (a < b ? -1 : 1))]).toEqual([name, labels]);
    }
    expect(body).toContain('controller_runtime_max_concurrent_reconciles{controller="widgets"} 3');
    const results = series.get('controller_runtime_reconcile_total')?.map(({ result }) => result);
    expect(results).toEqual(['success', 'error', 'requeue', 'requeue_after']);
    expect(body).toContain('process_cpu_seconds_total');
    expect(body).toContain('nodejs_eventloop_lag_seconds');
  });

  it('R-150: the buckets are those of controller-runtime', () => {
    expect(RECONCILE_SECONDS).toHaveLength(40);
    expect(RECONCILE_SECONDS.slice(4, 13)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]);
    expect(QUEUE_SECONDS).toEqual([1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000]);
  });

  it('R-150: runs and the queue are counted under them, and ages are read at the scrape', async () => {
    const metrics = await createMetrics();
    const widgets = metrics.controller('widgets', 1);
    const { observer } = widgets;
    widgets.watch(() => ({ running: 1, longestRunMs: 2500, unfinishedMs: 2500 }));
    observer.queue.added?.();
    observer.queue.depth?.(-100, 7);
    observer.taken(20);
    const failed = { error: new Error('x'), isTerminal: false, isPanic: true, isTimeout: true } as const;
    observer.ended({ result: 'error', requeue: undefined, isConflict: false, ...failed }, 60);
    const lost = { ...failed, isConflict: true, isPanic: false, isTimeout: false };
    observer.ended({ result: 'requeue', requeue: { afterMs: 0, rateLimited: true }, ...lost }, 60);
    const { body } = await metrics.page();
    for (const line of [
      'workqueue_depth{name="widgets",controller="widgets",priority="-100"} 7',
      'workqueue_adds_total{name="widgets",controller="widgets"} 1',
      'workqueue_longest_running_processor_seconds{name="widgets",controller="widgets"} 2.5',
      'controller_runtime_reconcile_total{controller="widgets",result="error"} 1',
      'controller_runtime_reconcile_panics_total{controller="widgets"} 1',
      'controller_runtime_reconcile_timeouts_total{controller="widgets"} 1',
      'controller_runtime_reconcile_total{controller="widgets",result="requeue"} 1',
      'controller_runtime_reconcile_errors_total{controller="widgets"} 1',
      'controller_runtime_reconcile_time_seconds_bucket{le="0.1",controller="widgets"} 2',
    ]) {
      expect(body).toContain(line);
    }
  });

  it('R-150: metrics of the operator itself stand on the same page', async () => {
    const { own, page } = await createMetrics();
    const sold = own.counter({ name: 'shop_sold_total', help: 'Things sold.', labels: ['kind'] });
    const took = own.histogram({ name: 'shop_sale_seconds', help: 'Length of sales.', buckets: [1, 10] });
    let stock = 3;
    own.gauge({ name: 'shop_stock', help: 'Things left.', labels: ['kind'] }, () => [
      { labels: { kind: 'hat' }, value: stock },
    ]);
    sold.inc({ kind: 'hat' }, 0);
    took.zero({});
    expect((await page()).body).toContain('shop_sold_total{kind="hat"} 0');
    sold.inc({ kind: 'hat' });
    took.observe({}, 2);
    stock = 2;
    const { body } = await page();
    for (const line of [
      'shop_sold_total{kind="hat"} 1',
      'shop_stock{kind="hat"} 2',
      'shop_sale_seconds_bucket{le="1"} 0',
      'shop_sale_seconds_bucket{le="10"} 1',
    ]) {
      expect(body).toContain(line);
    }
  });
});
