import { canonicalJson } from '@slipway/apimachinery/json';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { ANNOTATIONS } from '../names/index.ts';

import { byAge, isOperatorAuthored } from './authors.ts';

/** All records of one version id, and which of them counts. */
export interface Election {
  readonly winner: ReadVersion;
  /** The operator's record, whose place the winner takes. */
  readonly replaced: ReadVersion | undefined;
  /** They count for nothing. */
  readonly losers: readonly ReadVersion[];
  /** The one that ran until now: a winner that says nothing of its own goes on with what that one has. */
  readonly predecessor: ReadVersion | undefined;
  /** Of what the winner stands for, also before it is written on it. */
  readonly templateHash: string | undefined;
}

/** One election for each version id, in the order of the winners' age. */
export function electionsOf(handler: ReadHandler, versions: readonly ReadVersion[]): Election[] {
  const ids = [...new Set(versions.map(({ spec }) => spec.versionId))];
  return ids
    .flatMap((id) => {
      const [oldest, ...younger] = versions.filter(({ spec }) => spec.versionId === id).toSorted(byAge);
      return oldest === undefined ? [] : [elect(handler, [oldest, ...younger])];
    })
    .toSorted((a, b) => byAge(a.winner, b.winner));
}

/** The oldest counts, unless a user's record can take over the operator's: then that one, whatever its age. */
function elect(handler: ReadHandler, oldestFirst: readonly [ReadVersion, ...ReadVersion[]]): Election {
  const own = oldestFirst.find((version) => isOperatorAuthored(version, handler));
  const taker = oldestFirst.find((version) => own !== undefined && version !== own && takesOver(version, own));
  const winner = taker ?? oldestFirst[0];
  const replaced = taker === undefined ? undefined : own;
  const losers = oldestFirst.filter((version) => version !== winner && version !== replaced);
  // Two people can write the same version within a second, and the younger have the lesser name.
  const predecessor = replaced ?? (isBare(winner) ? losers.find(wasServed) : undefined);
  const templateHash = hashOn(winner) ?? (predecessor && hashOn(predecessor));
  return { winner, replaced, losers, predecessor, templateHash };
}

/** It names nothing to run, or has been given just what the operator's record holds. */
function takesOver(user: ReadVersion, own: ReadVersion): boolean {
  const { metadata, spec } = user;
  if (metadata.deletionTimestamp !== undefined) return false;
  if (isBare(user)) return true;
  const isSame = canonicalJson(spec.template) === canonicalJson(own.spec.template);
  return spec.deploymentName === undefined && isSame && hashOn(user) === hashOn(own);
}

/** A generator is noted on a record when its pods are first made. */
function wasServed({ metadata, spec }: ReadVersion): boolean {
  return spec.template !== undefined && metadata.annotations?.[ANNOTATIONS.generator] !== undefined;
}

/** It does not say what runs. */
export function isBare({ spec }: ReadVersion): boolean {
  return spec.template === undefined && spec.deploymentName === undefined;
}

export function hashOn({ metadata }: ReadVersion): string | undefined {
  return metadata.annotations?.[ANNOTATIONS.templateHash];
}
