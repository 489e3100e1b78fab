import type { Known, ObservedSplit } from '@gati-framework/contracts/deployment';
import type { VersionId, Weights } from '@slipway/delivery';
import { largestRemainder } from '@slipway/delivery/weights';

/** A pod as far as the rotation is concerned. */
export interface RotatingPod {
  readonly name: string;
  readonly version: VersionId;
  readonly isReady: boolean;
  readonly isIn: boolean;
}

/** What the stable Service selects: the pods of one version, or those in rotation. */
export type Selection = { readonly version: VersionId } | 'rotation';

export interface RotationStep {
  readonly selection: Selection;
  /** Whether a second Service is to select by labels already, for nobody but the operator. */
  readonly isRehearsed: boolean;
  /** Pods to be labelled now, by name. */
  readonly take: readonly string[];
  readonly release: readonly string[];
}

/** What the endpoint controller has made of the Services. */
export interface SeenEndpoints {
  /** Ready endpoints of the stable Service, by version. */
  readonly serving: Readonly<Record<VersionId, number>>;
  /** Pods that the rehearsal of a rotation shows, by name. */
  readonly rehearsal: ReadonlySet<string>;
}

/** Pods of each version in rotation: its share of `base`, and never none of one that has weight. */
export function rotationCounts(weights: Weights, base: number): Record<VersionId, number> {
  const receivers = Object.entries(weights).filter(([, weight]) => weight > 0);
  const counts = largestRemainder(
    receivers.map(([, weight]) => (weight * base) / 100),
    base,
  );
  return Object.fromEntries(receivers.map(([id], index) => [id, Math.max(1, counts[index] ?? 0)]));
}

/**
 * The next step to a rotation. Pods are labelled before the Service looks at labels, and it looks away, as its
 * endpoints show, before labels go; so at every moment the Service has pods, and never those of a version without weight.
 *
 * What the own caches show says nothing of what the endpoint controller has seen: behind on pods, it would find nobody
 * for a Service that selects labels from now on, and empty it. No field of an EndpointSlice tells of labels, and no
 * pause is long enough for a controller under load. So the selection is rehearsed: a Service that nobody calls has it
 * first. Endpoints of all Services are made from the same view of pods, so what the rehearsal shows the stable Service
 * will have. It lasts until the stable Service has switched, mostly less than a second.
 */
export function rotationStep(
  weights: Weights,
  base: number,
  pods: readonly RotatingPod[],
  present: Selection | undefined,
  { serving, rehearsal }: SeenEndpoints,
): RotationStep {
  const receivers = Object.keys(weights).filter((id) => (weights[id] ?? 0) > 0);
  const [first] = receivers;
  if (receivers.length <= 1 && first !== undefined) {
    const isThere =
      present !== 'rotation' && present?.version === first && strangersIn(serving, receivers).length === 0;
    // Its own pods keep their labels: they mean nothing now, and may be needed next.
    const release = isThere ? namesOf(pods.filter(({ isIn, version }) => isIn && version !== first)) : [];
    return { selection: { version: first }, isRehearsed: false, take: [], release };
  }
  const chosen = chosenPods(rotationCounts(weights, base), pods);
  const take = namesOf(pods.filter((pod) => chosen.has(pod.name) && !pod.isIn));
  const surplus = namesOf(pods.filter((pod) => !chosen.has(pod.name) && pod.isIn));
  if (present === 'rotation')
    return { selection: present, isRehearsed: false, take, release: take.length === 0 ? surplus : [] };
  // Labels mean nothing yet, so they are put right first; where the Service looks stays.
  const stays = present ?? (first === undefined ? undefined : { version: first });
  const isKnown = take.length + surplus.length === 0 && isSame(chosen, rehearsal);
  const selection = isKnown || stays === undefined ? 'rotation' : stays;
  return { selection, isRehearsed: selection !== 'rotation', take, release: surplus };
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((name) => b.has(name));

/** Ready ones first, and those that are in already before others: a pod moves only when it must. */
function chosenPods(counts: Readonly<Record<VersionId, number>>, pods: readonly RotatingPod[]): Set<string> {
  const chosen = new Set<string>();
  for (const [version, count] of Object.entries(counts)) {
    const ready = pods.filter((pod) => pod.version === version && pod.isReady);
    const ordered = ready.toSorted((a, b) => Number(b.isIn) - Number(a.isIn) || (a.name < b.name ? -1 : 1));
    for (const pod of ordered.slice(0, count)) chosen.add(pod.name);
  }
  return chosen;
}

/** Versions that are still served and should not be. */
function strangersIn(serving: Readonly<Record<VersionId, number>>, receivers: readonly VersionId[]): VersionId[] {
  return Object.keys(serving).filter((id) => (serving[id] ?? 0) > 0 && !receivers.includes(id));
}

const namesOf = (pods: readonly RotatingPod[]): string[] => pods.map(({ name }) => name).toSorted();

/**
 * What the Service's endpoints show, against the weights that it was given. Of a version that lacks ready pods those
 * that are there count: its share was confirmed while it had them, and only a rollout can take it away.
 */
export function observeRotation(
  wanted: Weights,
  base: number,
  selection: Selection | undefined,
  pods: readonly RotatingPod[],
  serving: Readonly<Record<VersionId, number>>,
  now: number,
): Known<ObservedSplit> {
  const receivers = Object.keys(wanted).filter((id) => (wanted[id] ?? 0) > 0);
  const [first] = receivers;
  if (first === undefined) return { unknown: 'no version has weight yet' };
  const strangers = strangersIn(serving, receivers);
  if (strangers.length > 0) return { unknown: `endpoints of ${strangers.join(', ')} are still served` };
  if (receivers.length === 1) {
    const isSelected = selection !== undefined && selection !== 'rotation' && selection.version === first;
    if (!isSelected) return { unknown: `the Service does not select ${first} yet` };
    return (serving[first] ?? 0) > 0
      ? { value: { weights: wanted }, at: now }
      : { unknown: `the endpoints show no ready pod of ${first}` };
  }
  if (selection !== 'rotation') return { unknown: 'the Service does not select the pods in rotation yet' };
  const counts = rotationCounts(wanted, base);
  const readyOf = (id: VersionId): number => pods.filter(({ version, isReady }) => version === id && isReady).length;
  const missing = receivers.filter((id) => (serving[id] ?? 0) !== Math.min(counts[id] ?? 0, readyOf(id)));
  if (missing.length > 0 || Object.keys(serving).length === 0) {
    const shown = receivers.map((id) => `${serving[id] ?? 0} of ${counts[id]} of ${id}`);
    return { unknown: `the endpoints show ${shown.join(', ')}` };
  }
  return { value: { weights: wanted }, at: now };
}

/** Percent of the endpoints that each version has. */
export function achievedShares(serving: Readonly<Record<VersionId, number>>): Weights {
  const total = Object.values(serving).reduce((sum, count) => sum + count, 0);
  if (total === 0) return {};
  const ids = Object.keys(serving);
  const shares = largestRemainder(
    ids.map((id) => ((serving[id] ?? 0) * 100) / total),
    100,
  );
  return Object.fromEntries(ids.map((id, index) => [id, shares[index] ?? 0]));
}
