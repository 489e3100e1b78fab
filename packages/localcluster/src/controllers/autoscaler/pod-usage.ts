import { elapsedMs } from '@slipway/apimachinery/clock';
import { quantityValue } from '@slipway/apimachinery/quantity';
import { type PodObject, readyCondition } from '../pods/index.ts';

/** A pod's first minutes, in which its use of cpu says little; and the time in which it has never been ready. */
const CPU_INITIALIZATION_MS = 300_000;
const INITIAL_READINESS_MS = 30_000;

export interface Tolerance {
  readonly down: number;
  readonly up: number;
}

export const isWithin = ({ down, up }: Tolerance, ratio: number): boolean => 1 - down <= ratio && ratio <= 1 + up;

/** Why no number is known. */
export class NoProposal extends Error {}

interface Groups {
  readonly ready: number;
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  /** Values of those that count. */
  readonly values: Map<string, number>;
}

function groupsOf(
  pods: readonly PodObject[],
  measured: ReadonlyMap<string, number>,
  resource: string | undefined,
  wallMs: number,
): Groups {
  const unready: string[] = [];
  const missing: string[] = [];
  const values = new Map<string, number>();
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined || pod.status?.phase === 'Failed') continue;
    const value = measured.get(name);
    if (pod.status?.phase === 'Pending') unready.push(name);
    else if (value === undefined) missing.push(name);
    else if (resource === 'cpu' && isWarmingUp(pod, wallMs)) unready.push(name);
    else values.set(name, value);
  }
  return { ready: values.size, unready, missing, values };
}

function isWarmingUp(pod: PodObject, wallMs: number): boolean {
  const ready = readyCondition(pod);
  const { startTime } = pod.status ?? {};
  if (!ready || startTime === undefined) return true;
  if (ready.status !== 'False') return false;
  if (elapsedMs(startTime, wallMs) < CPU_INITIALIZATION_MS) return true;
  return Date.parse(ready.lastTransitionTime ?? '') < Date.parse(startTime) + INITIAL_READINESS_MS;
}

export interface Usage {
  readonly current: number;
  readonly pods: readonly PodObject[];
  /** By name, in thousandths. */
  readonly measured: ReadonlyMap<string, number>;
  readonly resource?: string | undefined;
  readonly tolerance: Tolerance;
  readonly wallMs: number;
}

/**
 * So many replicas that the ratio of use to target comes to one. Pods without a value are taken to use
 * what makes the change smaller; pods that are not ready count as idle when it goes up.
 */
function replicasFor(
  { current, tolerance }: Usage,
  groups: Groups,
  ratioOf: (values: ReadonlyMap<string, number>) => number,
  fallback: (pod: string) => number,
): number {
  const { unready, missing, ready } = groups;
  const ratio = ratioOf(groups.values);
  const growsWithUnready = unready.length > 0 && ratio > 1;
  if (!growsWithUnready && missing.length === 0) return isWithin(tolerance, ratio) ? current : Math.ceil(ratio * ready);
  const values = new Map(groups.values);
  if (ratio !== 1) for (const pod of missing) values.set(pod, ratio < 1 ? fallback(pod) : 0);
  if (growsWithUnready) for (const pod of unready) values.set(pod, 0);
  const careful = ratioOf(values);
  if (isWithin(tolerance, careful) || (ratio < 1 && careful > 1) || (ratio > 1 && careful < 1)) return current;
  const replicas = Math.ceil(careful * values.size);
  const turnsBack = (careful < 1 && replicas > current) || (careful > 1 && replicas < current);
  return turnsBack ? current : replicas;
}

function usableGroups({ pods, measured, resource, wallMs }: Usage): Groups {
  if (pods.length === 0) throw new NoProposal('no pods returned by selector while calculating replica count');
  const groups = groupsOf(pods, measured, resource, wallMs);
  if (groups.values.size === 0)
    throw new NoProposal('did not receive metrics for targeted pods (pods might be unready)');
  return groups;
}

/** By an average that pods should have. */
export function byAverage(usage: Usage, target: number): { readonly replicas: number; readonly average: number } {
  const groups = usableGroups(usage);
  const averageOf = (values: ReadonlyMap<string, number>): number => Math.floor(sum(values.values()) / values.size);
  const replicas = replicasFor(
    usage,
    groups,
    (values) => averageOf(values) / target,
    () => target,
  );
  return { replicas, average: averageOf(groups.values) };
}

/** By a share of what pods request. */
export function byUtilization(
  usage: Usage,
  target: number,
  container: string | undefined,
): { readonly replicas: number; readonly utilization: number; readonly average: number } {
  const groups = usableGroups(usage);
  const requests = new Map(
    usage.pods.map((pod) => [pod.metadata.name, requestOf(pod, usage.resource ?? '', container)]),
  );
  const utilizationOf = (values: ReadonlyMap<string, number>): number => {
    const requested = sum([...values.keys()].map((pod) => requests.get(pod) ?? 0));
    if (requested === 0) throw new NoProposal('no metrics returned matched known pods');
    return Math.floor((sum(values.values()) * 100) / requested);
  };
  const replicas = replicasFor(
    usage,
    groups,
    (values) => utilizationOf(values) / target,
    (pod) => Math.floor(((requests.get(pod) ?? 0) * Math.max(100, target)) / 100),
  );
  const average = Math.floor(sum(groups.values.values()) / groups.values.size);
  return { replicas, utilization: utilizationOf(groups.values), average };
}

function requestOf({ metadata, spec }: PodObject, resource: string, only: string | undefined): number {
  const sidecars = (spec?.initContainers ?? []).filter(
    (container) => (container as { restartPolicy?: string }).restartPolicy === 'Always',
  );
  const containers = [...(spec?.containers ?? []), ...sidecars].filter(
    ({ name }) => only === undefined || name === only,
  );
  if (containers.length === 0) throw new NoProposal(`container ${only} not found in Pod ${metadata.name}`);
  return sum(
    containers.map(({ name, resources }) => {
      const request = resources?.requests?.[resource];
      if (request !== undefined) return quantityValue(request, 1000);
      throw new NoProposal(`missing request for ${resource} in container ${name} of Pod ${metadata.name}`);
    }),
  );
}

/** By one value for the whole target. From nothing the ratio itself is the number. */
export function byRatio({ current, pods, tolerance }: Usage, ratio: number): number {
  if (current === 0) return Math.ceil(ratio);
  if (isWithin(tolerance, ratio)) return current;
  if (pods.length === 0) {
    throw new NoProposal(
      'unable to calculate ready pods: no pods returned by selector while calculating replica count',
    );
  }
  const ready = pods.filter((pod) => pod.status?.phase === 'Running' && readyCondition(pod)?.status === 'True').length;
  return Math.ceil(ratio * ready);
}

/** By one value that is shared by all replicas. */
export function byShare(
  running: number,
  value: number,
  target: number,
  tolerance: Tolerance,
): { readonly replicas: number; readonly average: number } {
  const replicas = isWithin(tolerance, value / (target * running)) ? running : Math.ceil(value / target);
  return { replicas, average: Math.ceil(value / running) };
}

export const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
