import type { Stage } from '../types/index.ts';
import type { ObservedScale, ScalerKind, ScalingSpec } from './model.ts';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The part of `whole` that `weight` percent of the traffic needs. Whole numbers first: 55 % of 100 is 55, not 56. */
export function partOf(whole: number, weight: number): number {
  return Math.ceil((whole * weight) / 100);
}

/** Pods of a version whose number is fixed. Once released or asked for, never less than its floor. */
export function fixedNeed(spec: ScalingSpec, weight: number, { intent }: ObservedScale): number {
  return Math.max(floorOf(spec), partOf(spec.replicas, weight), intent?.min ?? 0);
}

/**
 * Between which numbers a scaler may move (G-111, G-114): min follows the weight and is raised to what a rollout
 * needs or holds; max is the user's, and every other number gives way to it.
 */
export function scalerBounds(
  spec: ScalingSpec,
  weight: number,
  stage: Stage,
  kind: ScalerKind,
  { intent }: ObservedScale,
): Bounds {
  const { replicas, scaling = {} } = spec;
  const ownMin = scaling.minReplicas ?? Math.max(1, Math.ceil(replicas / 2));
  const max = Math.max(1, scaling.maxReplicas ?? Math.max(3 * Math.max(1, replicas), ownMin));
  const floor = kind === 'keda' && mayBeZero(spec, stage) ? warmPoolOf(spec) : floorOf(spec);
  return { min: Math.min(Math.max(floor, partOf(ownMin, weight), intent?.min ?? 0), max), max };
}

/** Of a version that runs at all: one pod, so that it can be reached by its header, and the warm pool (G-117). */
function floorOf(spec: ScalingSpec): number {
  return Math.max(1, warmPoolOf(spec));
}

function warmPoolOf({ scaling }: ScalingSpec): number {
  return scaling?.warmPool?.minReady ?? 0;
}

/** A version that serves may sleep between requests; a canary must answer, and a weightless one must be reachable. */
function mayBeZero(spec: ScalingSpec, stage: Stage): boolean {
  return spec.scaling?.minReplicas === 0 && hasOutsideDemand(spec) && (stage === 'Current' || stage === 'Serving');
}

/** Whether demand is measured where it still shows when no pod runs. Metrics named `gati_` are those of the pods. */
function hasOutsideDemand({ scaling }: ScalingSpec): boolean {
  const query = scaling?.requestsPerSecond?.query;
  return query !== undefined && !/\bgati_\w/.test(query);
}

/** Why `minReplicas: 0` cannot be granted (G-116): the message of `Accepted=False`, `ScaleToZeroNeedsQuery`. */
export function scaleToZeroProblem(spec: ScalingSpec, isKedaInstalled: boolean): string | undefined {
  if (spec.scaling?.minReplicas !== 0 || spec.replicas === 0) return undefined;
  if (!hasOutsideDemand(spec))
    return 'scaling.minReplicas is 0, and pods that are gone cannot report demand: give scaling.requestsPerSecond.query over metrics of the gateway or ingress, or a minReplicas of at least 1';
  if (!isKedaInstalled)
    return 'scaling.minReplicas is 0, and only KEDA starts pods from zero: install KEDA, or give a minReplicas of at least 1';
  return undefined;
}
