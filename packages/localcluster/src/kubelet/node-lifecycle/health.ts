import type { DeepReadonly, Lease, Node, ObjectOf, Pod } from '@slipway/kube';

export type NodeObject = DeepReadonly<ObjectOf<typeof Node>>;
export type LeaseObject = DeepReadonly<ObjectOf<typeof Lease>>;
export type PodObject = DeepReadonly<ObjectOf<typeof Pod>>;
export type Taint = NonNullable<NonNullable<NodeObject['spec']>['taints']>[number];

/** A node that has been silent for longer is given up, in milliseconds. */
export const GRACE_MS = 40_000;

const PREFIX = 'node.kubernetes.io/';
/** Which taint says what a condition says, and in which state of it. */
const CONDITION_TAINTS: readonly { readonly type: string; readonly status: string; readonly key: string }[] = [
  { type: 'Ready', status: 'False', key: `${PREFIX}not-ready` },
  { type: 'Ready', status: 'Unknown', key: `${PREFIX}unreachable` },
  { type: 'MemoryPressure', status: 'True', key: `${PREFIX}memory-pressure` },
  { type: 'DiskPressure', status: 'True', key: `${PREFIX}disk-pressure` },
  { type: 'PIDPressure', status: 'True', key: `${PREFIX}pid-pressure` },
  { type: 'NetworkUnavailable', status: 'True', key: `${PREFIX}network-unavailable` },
];
const UNSCHEDULABLE = `${PREFIX}unschedulable`;
const MANAGED = new Set([...CONDITION_TAINTS.map(({ key }) => key), UNSCHEDULABLE]);

/** When a node counts as lost unless it is heard of again; undefined while it has never been heard of. */
export function lostAt(lease: LeaseObject | undefined): number | undefined {
  const renewed = Date.parse(lease?.spec?.renewTime ?? '');
  return Number.isNaN(renewed) ? undefined : renewed + GRACE_MS;
}

/** The conditions of a node that is not heard of any more. */
export function unknownConditions({ status }: NodeObject, at: string): object[] {
  return (status?.conditions ?? []).map((condition) => ({
    ...condition,
    status: 'Unknown',
    reason: 'NodeStatusUnknown',
    message: 'Kubelet stopped posting node status.',
    lastTransitionTime: condition.status === 'Unknown' ? condition.lastTransitionTime : at,
  }));
}

/** The taints that a node should have: those that others gave it, and those that follow from its state. */
export function wantedTaints({ spec, status }: NodeObject, at: string): Taint[] {
  const before = spec?.taints ?? [];
  const holds = ({ type, status: state }: (typeof CONDITION_TAINTS)[number]): boolean =>
    (status?.conditions ?? []).some((each) => each.type === type && each.status === state);
  const keys = CONDITION_TAINTS.filter(holds).map(({ key }) => key);
  const made = [
    ...[...keys, ...(spec?.unschedulable ? [UNSCHEDULABLE] : [])].map((key) => ({ key, effect: 'NoSchedule' })),
    // Pods have to leave a node that is gone, and may stay on one that is merely full.
    ...keys.filter((key) => /not-ready|unreachable/.test(key)).map((key) => ({ key, effect: 'NoExecute' })),
  ];
  const same = (one: Taint, other: Taint): boolean => one.key === other.key && one.effect === other.effect;
  return [
    ...before.filter((taint) => !MANAGED.has(taint.key)),
    ...made.map((taint): Taint => {
      const old = before.find((each) => same(each, taint));
      return old ?? (taint.effect === 'NoExecute' ? { ...taint, timeAdded: at } : taint);
    }),
  ];
}

/** When a pod has to leave its node: never, or the earliest moment at which a taint is tolerated no more. */
export function leavesAt({ spec, metadata }: PodObject, taints: readonly Taint[]): number {
  if (metadata.deletionTimestamp) return Number.POSITIVE_INFINITY;
  const tolerations = spec?.tolerations ?? [];
  const ends = taints
    .filter(({ effect }) => effect === 'NoExecute')
    .map((taint) => {
      const fitting = tolerations.filter(
        ({ key, operator = 'Equal', value = '', effect }) =>
          (!effect || effect === 'NoExecute') &&
          (!key || key === taint.key) &&
          (operator === 'Exists' || (key && value === (taint.value ?? ''))),
      );
      if (fitting.length === 0) return 0;
      const seconds = Math.min(...fitting.map((each) => each.tolerationSeconds ?? Number.POSITIVE_INFINITY));
      return Date.parse(taint.timeAdded ?? metadata.creationTimestamp ?? '') + seconds * 1000;
    });
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}
