import type { Weights } from '@slipway/delivery';
import { largestRemainder } from '@slipway/delivery/weights';
import type { GoalSplit, SplitSituation, SplitVerdict, SplitVersion } from './model.ts';

/** What a version asks for once the rules of who may ask were applied. */
interface Claim {
  readonly versionId: string;
  readonly declared: number | null;
}

/** The split that the declared weights stand for (G-66 to G-68, G-71). */
export function goalSplit(situation: SplitSituation): GoalSplit {
  const { target, isManual = false } = situation;
  const versions = oldestFirst(situation.versions);
  const claims = versions
    .filter(({ isRoutable }) => isRoutable)
    .map(({ versionId, declared }): Claim => {
      // It declared "all" while it was alone; that was never directed against its successor.
      const isOutdated = !isManual && versionId !== target && declared === 100;
      return { versionId, declared: isOutdated ? null : declared };
    });
  const shares = isManual
    ? new Map(claims.map(({ versionId, declared }) => [versionId, declared ?? 0]))
    : sharesOf(claims, situation);
  const wanted = toHundred(shares);
  const verdict = verdictOf(wanted, claims, situation);
  const isValid = verdict === 'AsDeclared' || verdict === 'Normalised';
  const weights = weightsOf(versions, isValid ? wanted : new Map(Object.entries(situation.current)));
  return {
    weights,
    verdict,
    changed: verdict === 'Normalised' ? differences(claims, wanted) : [],
    noWeightLeft:
      isValid && !isManual && claims.some(({ versionId }) => versionId === target && weights[versionId] === 0),
    conflicts: versions.flatMap(({ versionId, declared, ignored }) =>
      ignored === undefined || declared === null ? [] : [{ versionId, counts: declared, ignored }],
    ),
  };
}

/** By the order in which versions came to be: the one in which ties are broken and rollouts wait. */
export function oldestFirst<T extends Pick<SplitVersion, 'createdAt' | 'name'>>(versions: readonly T[]): T[] {
  return versions.toSorted((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * The target has the first word; what it leaves is for the other declared weights, which shrink together where it is
 * too little; what they leave is for an undeclared target, else for an undeclared stable version.
 */
function sharesOf(claims: readonly Claim[], { target, stable }: SplitSituation): Map<string, number> {
  const own = claims.find(({ versionId }) => versionId === target);
  const others = claims.filter(({ versionId }) => versionId !== target);
  const asked = others.map(({ declared }) => declared ?? 0);
  const room = 100 - (own?.declared ?? 0);
  const given = sumOf(asked) > room ? scaled(asked, room) : asked;
  const shares = new Map(others.map(({ versionId }, index) => [versionId, given[index] ?? 0]));
  const rest = room - sumOf(given);
  if (own) shares.set(own.versionId, own.declared ?? rest);
  if (own?.declared === null) return shares;
  const heir = others.find(({ versionId, declared }) => versionId === stable && declared === null);
  if (heir) shares.set(heir.versionId, rest);
  return shares;
}

/** Whole numbers that add up to 100; none, where nobody asks for anything. */
function toHundred(shares: ReadonlyMap<string, number>): Map<string, number> {
  const parts = [...shares.values()];
  if (sumOf(parts) === 0 || sumOf(parts) === 100) return new Map(shares);
  const whole = scaled(parts, 100);
  return new Map([...shares.keys()].map((versionId, index) => [versionId, whole[index] ?? 0]));
}

/** In proportion, older versions first where the last point could go to several. */
function scaled(parts: readonly number[], total: number): number[] {
  const sum = sumOf(parts);
  return largestRemainder(
    parts.map((part) => (part * total) / sum),
    total,
  );
}

function verdictOf(
  wanted: ReadonlyMap<string, number>,
  claims: readonly Claim[],
  { maxReceivers = Number.POSITIVE_INFINITY }: SplitSituation,
): SplitVerdict {
  const receivers = [...wanted.values()].filter((weight) => weight > 0).length;
  if (receivers === 0) return 'NoReceiver';
  if (receivers > maxReceivers) return 'TooManyReceivers';
  return differences(claims, wanted).length > 0 ? 'Normalised' : 'AsDeclared';
}

function differences(claims: readonly Claim[], wanted: ReadonlyMap<string, number>): GoalSplit['changed'] {
  return claims.flatMap(({ versionId, declared }) => {
    const weight = wanted.get(versionId) ?? 0;
    return declared === null || declared === weight ? [] : [{ versionId, declared, weight }];
  });
}

function weightsOf(versions: readonly SplitVersion[], wanted: ReadonlyMap<string, number>): Weights {
  return Object.fromEntries([...versions.map(({ versionId }) => [versionId, 0] as const), ...wanted]);
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}
