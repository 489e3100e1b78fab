import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import type { VersionId, Weights } from '@slipway/delivery';
import { largestRemainder } from '@slipway/delivery/weights';
import type { DrainSample } from '../decommission/index.ts';
import type { GatiHandlerStatus } from '../types/index.ts';

/** A version that callers may be at: it has weight, or had it and still has pods. */
export interface CountedVersion {
  readonly id: VersionId;
  readonly sample: DrainSample | undefined;
}

type Traffic = NonNullable<GatiHandlerStatus['traffic']>;

/** Below it a share says nothing. */
const FEWEST_REQUESTS = 20;
/** A change of less is the noise of samples, and not written. */
const NOISE = 3;
/** From this difference on, in points, people should know why. */
const WIDE = 10;

/**
 * Percent of the requests that each version has answered lately. Undefined unless every one of them was counted: a
 * share of what is not known would be a guess.
 */
export function measuredShares(
  versions: readonly CountedVersion[],
  before: Weights | undefined,
  intervalMs: Duration,
  now: Instant,
): Weights | undefined {
  const counts = versions.map(({ sample }) =>
    sample === undefined || sample.count === null || now - sample.at > 2 * intervalMs ? undefined : sample.count,
  );
  const known = counts.filter((count) => count !== undefined);
  const total = known.reduce((sum, count) => sum + count, 0);
  if (known.length < versions.length || total < FEWEST_REQUESTS) return undefined;
  const whole = largestRemainder(
    known.map((count) => (count * 100) / total),
    100,
  );
  const shares = Object.fromEntries(versions.map(({ id }, index) => [id, whole[index] ?? 0]));
  return before && isLike(before, shares) ? before : shares;
}

function isLike(before: Weights, shares: Weights): boolean {
  const ids = Object.keys(shares);
  if (ids.length !== Object.keys(before).length) return false;
  return ids.every((id) => before[id] !== undefined && Math.abs((before[id] ?? 0) - (shares[id] ?? 0)) < NOISE);
}

/** Why callers do not see what is wanted, and what to do about it; undefined while the difference is small. */
export function gapWords({ mode, wanted = {}, achieved = {}, measured }: Traffic): string | undefined {
  const byPods = widest(wanted, achieved);
  const byCallers = measured && widest(Object.keys(achieved).length > 0 ? achieved : wanted, measured);
  const words = [
    mode === 'Approximate' && byPods
      ? `${byPods.id} has ${byPods.has} % of the pods in rotation where ${byPods.asked} % is wanted: so few pods can be ` +
        'split no finer. Set routing.gateway for exact shares, or run more replicas.'
      : undefined,
    byCallers
      ? `${byCallers.id} answered ${byCallers.has} % of the requests where its share is ${byCallers.asked} %: callers ` +
        'with long-lived connections stay at the pod that they reached first. Limit the age of connections in the ' +
        'server or the callers, use a Gateway that splits by request, or wait for the old version to drain.'
      : undefined,
  ].filter((one) => one !== undefined);
  return words.length === 0 ? undefined : words.join(' ');
}

interface Gap {
  readonly id: VersionId;
  readonly asked: number;
  readonly has: number;
}

/** The version that lacks most; of several the first. */
function widest(asked: Weights, has: Weights): Gap | undefined {
  if (Object.keys(asked).length === 0 || Object.keys(has).length === 0) return undefined;
  const ids = [...new Set([...Object.keys(asked), ...Object.keys(has)])];
  const gaps = ids.map((id) => ({ id, asked: asked[id] ?? 0, has: has[id] ?? 0 }));
  const [first] = gaps.toSorted((a, b) => Math.abs(b.asked - b.has) - Math.abs(a.asked - a.has));
  // Of two that differ as much, the one with too much says where the others' callers are.
  return first && Math.abs(first.asked - first.has) >= WIDE ? first : undefined;
}
