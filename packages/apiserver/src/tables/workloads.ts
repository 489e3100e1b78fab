import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import {
  ageColumn,
  asText,
  at,
  boolean,
  type CellOf,
  column,
  conditionStatus,
  count,
  integer,
  labelsText,
  listAt,
  NONE,
  nameColumn,
  numberAt,
  selectorText,
  type TableColumn,
  wide,
} from './column.ts';
import { age, humanDuration } from './duration.ts';
import { podSummary } from './pod-status.ts';

const podTemplate = 'spec.template.spec.containers';

const containersOf = (path: string): TableColumn[] => [
  wide('Containers', (object) =>
    listAt(object, path)
      .map((container) => textAt(container, 'name'))
      .join(','),
  ),
  wide('Images', (object) =>
    listAt(object, path)
      .map((container) => textAt(container, 'image'))
      .join(','),
  ),
];

const selectorColumn = wide('Selector', (object) => selectorText(fieldAt(object, ['spec', 'selector'])));
const labelSelectorColumn = wide('Selector', (object) => labelsText(fieldAt(object, ['spec', 'selector'])));
const workload = [...containersOf(podTemplate), selectorColumn];

const ofDesired =
  (path: string): CellOf =>
  (object) =>
    `${numberAt(object, path)}/${numberAt(object, 'spec.replicas')}`;

const readinessGates: CellOf = (pod) => {
  const gates = listAt(pod, 'spec.readinessGates').map((gate) => textAt(gate, 'conditionType'));
  if (gates.length === 0) return NONE;
  return `${gates.filter((gate) => conditionStatus(pod, gate) === 'True').length}/${gates.length}`;
};

const completions: CellOf = (job) => {
  const succeeded = numberAt(job, 'status.succeeded');
  const wanted = fieldAt(job, ['spec', 'completions']);
  if (typeof wanted === 'number') return `${succeeded}/${wanted}`;
  const parallelism = numberAt(job, 'spec.parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
};

const jobDuration: CellOf = (job, now) => {
  const start = Date.parse(textAt(job, 'status', 'startTime'));
  const end = Date.parse(textAt(job, 'status', 'completionTime'));
  return Number.isNaN(start) ? '' : humanDuration((Number.isNaN(end) ? now : end) - start);
};

function jobStatus(job: KubeObject): string {
  const is = (type: string): boolean => conditionStatus(job, type) === 'True';
  if (is('Complete')) return 'Complete';
  if (is('Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(is) ?? 'Running';
}

const scaleReference: CellOf = (hpa) =>
  `${textAt(hpa, 'spec', 'scaleTargetRef', 'kind')}/${textAt(hpa, 'spec', 'scaleTargetRef', 'name')}`;

/** The source of a metric is under the name of its type: `Resource` under `resource`. */
function metricText(spec: unknown, status: unknown): string {
  const type = textAt(spec, 'type');
  const source = type.charAt(0).toLowerCase() + type.slice(1);
  const wanted = fieldAt(spec, [source, 'target']);
  const current = fieldAt(status, [source, 'current']);
  const named = source === 'resource' || source === 'containerResource' ? `${textAt(spec, source, 'name')}: ` : '';
  const average = textAt(wanted, 'averageValue');
  if (average) {
    const suffix = source === 'external' || source === 'object' ? ' (avg)' : '';
    return `${named}${textAt(current, 'averageValue') || '<unknown>'}/${average}${suffix}`;
  }
  if (!named) return `${textAt(current, 'value') || '<unknown>'}/${textAt(wanted, 'value')}`;
  const percent = (value: unknown, absent: string): string => (typeof value === 'number' ? `${value}%` : absent);
  const now = percent(fieldAt(current, ['averageUtilization']), '<unknown>');
  return `${named}${now}/${percent(fieldAt(wanted, ['averageUtilization']), '<auto>')}`;
}

const metrics: CellOf = (hpa) => {
  const statuses = listAt(hpa, 'status.currentMetrics');
  const texts = listAt(hpa, 'spec.metrics').map((spec, index) => metricText(spec, statuses[index]));
  if (texts.length === 0) return NONE;
  return texts.length > 2 ? `${texts.slice(0, 2).join(', ')} + ${texts.length - 2} more...` : texts.join(', ');
};

/** K-110 to K-115, K-122. */
export const workloadTables: Readonly<Record<string, readonly TableColumn[]>> = {
  pods: [
    nameColumn,
    column('Ready', (pod, now) => podSummary(pod, now).ready),
    column('Status', (pod, now) => podSummary(pod, now).status),
    column('Restarts', (pod, now) => podSummary(pod, now).restarts),
    ageColumn,
    wide('IP', (pod) => textAt(listAt(pod, 'status.podIPs')[0], 'ip') || textAt(pod, 'status', 'podIP') || NONE),
    wide('Node', at('spec.nodeName', NONE)),
    wide('Nominated Node', at('status.nominatedNodeName', NONE)),
    wide('Readiness Gates', readinessGates),
  ],
  'deployments.apps': [
    nameColumn,
    column('Ready', ofDesired('status.readyReplicas')),
    column('Up-to-date', count('status.updatedReplicas')),
    column('Available', count('status.availableReplicas')),
    ageColumn,
    ...workload,
  ],
  'replicasets.apps': [
    nameColumn,
    integer('Desired', count('spec.replicas')),
    integer('Current', count('status.replicas')),
    integer('Ready', count('status.readyReplicas')),
    ageColumn,
    ...workload,
  ],
  replicationcontrollers: [
    nameColumn,
    integer('Desired', count('spec.replicas')),
    integer('Current', count('status.replicas')),
    integer('Ready', count('status.readyReplicas')),
    ageColumn,
    ...containersOf(podTemplate),
    labelSelectorColumn,
  ],
  'statefulsets.apps': [
    nameColumn,
    column('Ready', ofDesired('status.readyReplicas')),
    ageColumn,
    ...containersOf(podTemplate),
  ],
  'daemonsets.apps': [
    nameColumn,
    integer('Desired', count('status.desiredNumberScheduled')),
    integer('Current', count('status.currentNumberScheduled')),
    integer('Ready', count('status.numberReady')),
    integer('Up-to-date', count('status.updatedNumberScheduled')),
    integer('Available', count('status.numberAvailable')),
    column('Node Selector', (set) => labelsText(fieldAt(set, ['spec', 'template', 'spec', 'nodeSelector']))),
    ageColumn,
    ...workload,
  ],
  'jobs.batch': [
    nameColumn,
    column('Status', jobStatus),
    column('Completions', completions),
    column('Duration', jobDuration),
    ageColumn,
    ...workload,
  ],
  'cronjobs.batch': [
    nameColumn,
    column('Schedule', at('spec.schedule')),
    column('Timezone', at('spec.timeZone', NONE)),
    boolean('Suspend', (job) => (fieldAt(job, ['spec', 'suspend']) === true ? 'True' : 'False')),
    integer('Active', (job) => listAt(job, 'status.active').length),
    column('Last Schedule', (job, now) => {
      const last = fieldAt(job, ['status', 'lastScheduleTime']);
      return last === undefined ? NONE : age(last, now);
    }),
    ageColumn,
    ...containersOf('spec.jobTemplate.spec.template.spec.containers'),
    wide('Selector', (job) => selectorText(fieldAt(job, ['spec', 'jobTemplate', 'spec', 'selector']))),
  ],
  'horizontalpodautoscalers.autoscaling': [
    nameColumn,
    column('Reference', scaleReference),
    column('Targets', metrics),
    column('MinPods', (hpa) => numberAt(hpa, 'spec.minReplicas').toString()),
    column('MaxPods', count('spec.maxReplicas')),
    column('Replicas', count('status.currentReplicas')),
    ageColumn,
  ],
  'poddisruptionbudgets.policy': [
    nameColumn,
    column('Min Available', asText(at('spec.minAvailable', 'N/A'))),
    column('Max Unavailable', asText(at('spec.maxUnavailable', 'N/A'))),
    integer('Allowed Disruptions', count('status.disruptionsAllowed')),
    ageColumn,
  ],
  podtemplates: [
    nameColumn,
    column('Containers', (object) =>
      listAt(object, 'template.spec.containers')
        .map((one) => textAt(one, 'name'))
        .join(','),
    ),
    column('Images', (object) =>
      listAt(object, 'template.spec.containers')
        .map((one) => textAt(one, 'image'))
        .join(','),
    ),
    column('Pod Labels', (object) => labelsText(fieldAt(object, ['template', 'metadata', 'labels']))),
  ],
};
