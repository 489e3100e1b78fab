import type { Crd, CrdVersion } from '../schema/index.ts';
import { type CrdPair, nodeOf, normalConversion, storageVersion, versionOf } from './crd-pair.ts';
import type { Draft } from './finding.ts';
import { compareSchemas } from './rules/index.ts';
import { compareVersions } from './version-order.ts';

type VersionPair = readonly [CrdVersion, CrdVersion];

/** Properties that one version has and another lacks, by the rule that finds them going forward. */
const MISSING_BEFORE = new Set(['S03', 'S04', 'S05', 'S06', 'S08']);
const DEFAULTS = new Set(['V24', 'V25', 'V26']);

/**
 * What differs between versions of one CRD and was not so before (A01–A06). Without conversion by a
 * webhook an object written through one version is read through all the others as it is.
 */
export function compareAcrossVersions(pair: CrdPair): Draft[] {
  const { old, new: now } = pair;
  const known = new Set(
    servedPairs(old)
      .flatMap((versions) => compareTwo(pair, versions))
      .map(keyOf),
  );
  const found = new Map<string, Draft>();
  for (const versions of [...servedPairs(now), ...pairsWithOldStorage(pair)]) {
    for (const draft of compareTwo(pair, versions)) if (!known.has(keyOf(draft))) found.set(keyOf(draft), draft);
  }
  for (const draft of storageMoves(pair)) found.set(keyOf(draft), draft);
  const drafts = [...found.values()];
  if (normalConversion(now).strategy !== 'Webhook') return drafts;
  return drafts.map((draft) => ({ ...draft, verdict: 'INFO', gates: ['conversion'], isLoosening: false }));
}

function servedPairs({ spec }: Crd): VersionPair[] {
  const served = spec.versions.filter((version) => version.served).sort((a, b) => compareVersions(a.name, b.name));
  return served.flatMap((first, at) => served.slice(at + 1).map((second): VersionPair => [first, second]));
}

/** A06: a version that is new stands beside what is stored, even if that is no longer served. */
function pairsWithOldStorage({ old, new: now }: CrdPair): VersionPair[] {
  const storage = storageVersion(old);
  if (storage === undefined || versionOf(now, storage.name)?.served === true) return [];
  return now.spec.versions
    .filter(({ name, served }) => served && versionOf(old, name) === undefined)
    .map(
      (version): VersionPair =>
        compareVersions(storage.name, version.name) <= 0 ? [storage, version] : [version, storage],
    );
}

/** A04: what was stored at one version is read as another, as if they were one. */
function storageMoves(pair: CrdPair): Draft[] {
  const [before, after] = [storageVersion(pair.old), storageVersion(pair.new)];
  if (before === undefined || after === undefined || before.name === after.name) return [];
  return compareTwo(pair, [before, after]);
}

function compareTwo({ table, nodeOptions }: CrdPair, [first, second]: VersionPair): Draft[] {
  const [from, to] = [nodeOf(table, first), nodeOf(table, second)];
  const forward = `${first.name} -> ${second.name}`;
  const backward = `${second.name} -> ${first.name}`;
  return compareSchemas(from, to, nodeOptions).flatMap((draft): Draft[] => {
    if (draft.rule === 'S01') return [missing(draft, forward, second.name)];
    if (MISSING_BEFORE.has(draft.rule) && draft.keyword !== 'required') return [missing(draft, backward, first.name)];
    if (DEFAULTS.has(draft.rule)) return [{ ...draft, rule: 'V27', verdict: 'REVIEW', hurts: '', version: forward }];
    const isQuiet = draft.verdict === 'SAFE' || draft.verdict === 'INFO' || draft.rule === 'V33';
    return isQuiet ? [] : [{ ...draft, version: forward }];
  });
}

function missing({ path }: Draft, version: string, lacking: string): Draft {
  const message = `property missing in ${lacking}: lost when an object is written through it`;
  return { rule: 'A03', verdict: 'BREAK', hurts: 'D', version, path: path ?? [], message };
}

function keyOf({ version, path, rule, message }: Draft): string {
  return JSON.stringify([version, path, rule, message]);
}
