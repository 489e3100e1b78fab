import type { Instant } from '@gati-framework/contracts/deployment';
import { timestamp } from '@slipway/apimachinery/clock';
import type { Stage } from '../types/index.ts';
import { fixedNeed, scalerBounds } from './bounds.ts';
import { describe } from './condition.ts';
import type {
  FixedScale,
  ObservedScale,
  ScaledCondition,
  ScalerKind,
  ScalerScale,
  ScalingDecision,
  ScalingSpec,
} from './model.ts';
import { type Settled, settle } from './scale-down.ts';
import { requestTriggers, utilisation } from './triggers.ts';

const DEFAULT_WINDOW_SECONDS = 300;

/**
 * Who decides how many pods a version has, and between which numbers.
 *
 * `weight` is the share of traffic that the version must be able to carry now: the larger of what it has and of what
 * it is about to get. Equal input gives equal output; kept records come in with `observed` and go out with the result.
 */
export function decide(
  spec: ScalingSpec,
  weight: number,
  stage: Stage,
  observed: ObservedScale,
  now: Instant,
): ScalingDecision {
  if (isEnded(spec, stage, observed)) return fixed(spec, observed, { replicas: 0, scaleDown: null, wakeAt: null });
  const kind = wantedScaler(spec, stage, observed);
  if (kind === undefined) {
    const needed = fixedNeed(spec, weight, observed);
    return fixed(spec, observed, settle(needed, observed.replicas, observed.scaleDown, windowMs(spec), now));
  }
  return scaled(spec, weight, stage, kind, observed);
}

/** What is stopped or leaves has no pods. A person's or a passed gate's word: no window, no floor. */
function isEnded(spec: ScalingSpec, stage: Stage, { intent }: ObservedScale): boolean {
  return spec.replicas === 0 || stage === 'Decommissioned' || (intent?.withoutScaler === true && intent.min === 0);
}

/** Bounds and triggers ask for a scaler; a warm pool or a behaviour alone leaves the number fixed. */
function wantedScaler(spec: ScalingSpec, stage: Stage, observed: ObservedScale): ScalerKind | undefined {
  const { minReplicas, maxReplicas, cpu, memory, requestsPerSecond } = spec.scaling ?? {};
  if (stage === 'Failed' || observed.isMarkedBad || observed.intent?.withoutScaler) return undefined;
  if (requestsPerSecond) return observed.isKedaInstalled && serverOf(spec, observed) ? 'keda' : 'hpa';
  const isAsked = [minReplicas, maxReplicas, cpu, memory].some((field) => field !== undefined);
  return isAsked ? 'hpa' : undefined;
}

/**
 * A fixed number. While a scaler is still there the number does not fall: the scaler would raise it again, and
 * would be right to, since it may still be the one that carries the traffic.
 */
function fixed(spec: ScalingSpec, observed: ObservedScale, settled: Settled): FixedScale {
  const removes = observed.scalers.map(({ kind }) => kind);
  const isHeld = removes.length > 0 && (observed.replicas ?? 0) > settled.replicas;
  const replicas = isHeld ? (observed.replicas ?? 0) : settled.replicas;
  return {
    kind: 'fixed',
    ...settled,
    replicas,
    min: replicas,
    max: replicas,
    removes,
    condition:
      waiting(settled, replicas) ?? describe({ wanted: 'fixed', spec, observed, isInPlace: removes.length === 0 }),
  };
}

/** Fewer are needed, and the window for scaling down has not passed. */
function waiting({ scaleDown, wakeAt }: Settled, replicas: number): ScaledCondition | undefined {
  if (!scaleDown || wakeAt === null || scaleDown.peak >= replicas) return undefined;
  const message =
    `It has ${replicas} pods and needs ${scaleDown.peak}: those too many go at ${timestamp(wakeAt)}, when fewer have ` +
    'been needed for the whole window (scaling.behavior.scaleDown.stabilizationWindowSeconds).';
  return { type: 'Scaled', status: 'True', reason: 'ScaleDownWaits', message };
}

function scaled(
  spec: ScalingSpec,
  weight: number,
  stage: Stage,
  kind: ScalerKind,
  observed: ObservedScale,
): ScalingDecision {
  const bounds = scalerBounds(spec, weight, stage, kind, observed);
  const start = startOf(spec, weight, bounds, observed);
  const removes = observed.scalers.filter((scaler) => scaler.kind !== kind).map((scaler) => scaler.kind);
  const isThere = observed.scalers.length > removes.length;
  const condition = describe({ wanted: kind, spec, observed, isInPlace: isThere && removes.length === 0 });
  const settled = { removes, scaleDown: null, wakeAt: null, condition };
  // Two scalers would fight over one number: in between the Deployment keeps the pods that it has.
  if (removes.length > 0 && !isThere) return { kind: 'fixed', replicas: start, min: start, max: start, ...settled };
  const rate = spec.scaling?.requestsPerSecond;
  const address = serverOf(spec, observed);
  const share = observed.intent?.share ?? weight / 100;
  const isByRate = kind === 'keda' && rate !== undefined && address !== undefined;
  const result: ScalerScale = {
    kind,
    replicas: isThere ? null : start,
    ...bounds,
    triggers: isByRate ? requestTriggers(spec, rate, address, share) : utilisation(spec),
    behavior: spec.scaling?.behavior ?? {},
    ...settled,
  };
  return result;
}

/** The pods that run, so that a new scaler starts from them; where none do, what the weight needs. */
function startOf(
  spec: ScalingSpec,
  weight: number,
  { min, max }: { min: number; max: number },
  observed: ObservedScale,
): number {
  const wanted = observed.replicas || fixedNeed(spec, weight, observed);
  return Math.min(Math.max(wanted, min), max);
}

function serverOf({ scaling }: ScalingSpec, { prometheusUrl }: ObservedScale): string | undefined {
  return scaling?.requestsPerSecond?.serverAddress ?? prometheusUrl;
}

function windowMs({ scaling }: ScalingSpec): number {
  return (scaling?.behavior?.scaleDown?.stabilizationWindowSeconds ?? DEFAULT_WINDOW_SECONDS) * 1000;
}
