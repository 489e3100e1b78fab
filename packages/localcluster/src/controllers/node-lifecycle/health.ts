import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { Taint } from '../../matching/index.ts';
import { type Condition, isSame, type NodeObject } from '../objects/index.ts';

/** How long a node may be silent before nothing is known of it, in milliseconds. */
export const GRACE_MS = 50_000;

const PREFIX = 'node.kubernetes.io/';
/** Taints that follow conditions: which condition, in which state. */
const BY_CONDITION: readonly { readonly taint: string; readonly type: string; readonly status: string }[] = [
  { taint: 'not-ready', type: 'Ready', status: 'False' },
  { taint: 'unreachable', type: 'Ready', status: 'Unknown' },
  { taint: 'memory-pressure', type: 'MemoryPressure', status: 'True' },
  { taint: 'disk-pressure', type: 'DiskPressure', status: 'True' },
  { taint: 'pid-pressure', type: 'PIDPressure', status: 'True' },
  { taint: 'network-unavailable', type: 'NetworkUnavailable', status: 'True' },
];
/** Those that also drive pods away. */
const EVICTING = new Set(['not-ready', 'unreachable']);
const OWN = new Set([...BY_CONDITION.map(({ taint }) => `${PREFIX}${taint}`), `${PREFIX}unschedulable`]);

/**
 * The taints that a node should have: its own conditions', and those that others gave it. Undefined: those it
 * has.
 */
export function taintsOf(node: NodeObject, wallMs: number): readonly Taint[] | undefined {
  const { taints = [], unschedulable } = node.spec ?? {};
  const { conditions } = node.status ?? {};
  const active = BY_CONDITION.filter(({ type, status }) => conditionOf(conditions, type)?.status === status).map(
    ({ taint }) => taint,
  );
  const wanted = [
    ...active.map((name) => ({ key: `${PREFIX}${name}`, effect: 'NoSchedule' })),
    ...(unschedulable ? [{ key: `${PREFIX}unschedulable`, effect: 'NoSchedule' }] : []),
    ...active.filter((name) => EVICTING.has(name)).map((name) => ({ key: `${PREFIX}${name}`, effect: 'NoExecute' })),
  ];
  // Before a node has reported the server's own taint stands for that.
  if (!conditionOf(conditions, 'Ready')) {
    wanted.push(...taints.filter(({ key, effect }) => key === `${PREFIX}not-ready` && effect === 'NoSchedule'));
  }
  const kept = (taints as readonly Taint[]).filter(
    ({ key, effect }) => !OWN.has(key) || wanted.some((one) => one.key === key && one.effect === effect),
  );
  const missing = wanted.filter(({ key, effect }) => !kept.some((one) => one.key === key && one.effect === effect));
  const next = [...kept, ...missing.map((taint) => ({ ...taint, timeAdded: timestamp(wallMs) }))];
  return isSame(next, taints) ? undefined : next;
}

const WATCHED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/** The conditions of a node that has been silent for too long: nothing is known. */
export function silentConditions(node: NodeObject, wallMs: number): readonly Condition[] {
  const now = timestamp(wallMs);
  const conditions: readonly Condition[] = node.status?.conditions ?? [];
  const unknown = WATCHED.map((type) => {
    const old = conditionOf<Condition & { readonly lastHeartbeatTime?: string }>(conditions, type);
    if (old?.status === 'Unknown') return old;
    return {
      type,
      status: 'Unknown',
      lastHeartbeatTime: old?.lastHeartbeatTime ?? node.metadata.creationTimestamp,
      lastTransitionTime: now,
      reason: old ? 'NodeStatusUnknown' : 'NodeStatusNeverUpdated',
      message: old ? 'Kubelet stopped posting node status.' : 'Kubelet never posted node status.',
    };
  });
  return [
    ...conditions.map((one) => unknown.find(({ type }) => type === one.type) ?? one),
    ...unknown.filter(({ type }) => !conditionOf(conditions, type)),
  ];
}
