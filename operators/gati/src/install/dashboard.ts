import type { Manifest } from './workload.ts';

type Query = readonly [expression: string, legend: string];

interface Panel {
  readonly title: string;
  readonly queries: readonly Query[];
  readonly unit?: string;
}

const PANELS: readonly Panel[] = [
  { title: 'Deployments', queries: [['sum by (kind) (deployment_count)', '{{kind}}']] },
  { title: 'Versions by stage', queries: [['sum by (stage) (gati_operator_versions) > 0', '{{stage}}']] },
  {
    title: 'Rollouts that ended, per hour',
    queries: [['sum by (result) (increase(gati_operator_rollouts_total[1h]))', '{{result}}']],
  },
  {
    title: 'Length of rollouts',
    unit: 's',
    queries: [['histogram_quantile(0.9, sum by (le) (rate(gati_operator_rollout_seconds_bucket[1d])))', '90 %']],
  },
  {
    title: 'Length of reconciles',
    unit: 's',
    queries: [
      [
        'histogram_quantile(0.99, sum by (le, controller) (rate(reconciliation_duration_bucket[5m])))',
        '99 % {{controller}}',
      ],
    ],
  },
  {
    title: 'Failed reconciles per second',
    queries: [['sum by (controller) (rate(reconciliation_duration_count{result="error"}[5m]))', '{{controller}}']],
  },
  {
    title: 'What keeps versions from being retired',
    queries: [['sum by (reason) (gati_operator_blocked_versions) > 0', '{{reason}}']],
  },
  {
    title: 'Versions retired, per day',
    queries: [['sum by (result) (increase(gati_operator_decommissions_total[1d]))', '{{result}}']],
  },
  {
    title: 'Samples of traffic per second',
    queries: [
      ['sum by (source, known) (rate(gati_operator_traffic_samples_total[5m]))', '{{source}}, known: {{known}}'],
    ],
  },
  {
    title: 'Objects given to the target, per second',
    queries: [['sum by (target, result) (rate(gati_operator_target_operations_total[5m]))', '{{target}}: {{result}}']],
  },
  { title: 'Who leads', queries: [['leader_election_master_status{name="gati-operator"}', '{{pod}}']] },
  { title: 'Keys that wait', queries: [['sum by (controller) (workqueue_depth)', '{{controller}}']] },
];

/** A Grafana dashboard over what the operator tells Prometheus. */
export function dashboard(): Manifest {
  return {
    uid: 'gati-operator',
    title: 'Gati operator',
    tags: ['gati'],
    schemaVersion: 39,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: PANELS.map(({ title, queries, unit = 'short' }, at) => ({
      id: at + 1,
      title,
      type: 'timeseries',
      datasource: { type: 'prometheus', uid: '${datasource}' },
      gridPos: { h: 8, w: 12, x: (at % 2) * 12, y: Math.floor(at / 2) * 8 },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(([expr, legendFormat], index) => ({
        refId: String.fromCodePoint(65 + index),
        expr,
        legendFormat,
      })),
    })),
  };
}
