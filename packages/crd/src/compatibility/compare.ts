import type { Crd } from '../schema/index.ts';
import { compareAcrossVersions } from './across-versions.ts';
import { compareBytes, sha256 } from './canonical.ts';
import type { RuleId } from './catalogue.ts';
import { type CrdPair, identityOf, manifestJson, nameOf, nodeOf, versionOf } from './crd-pair.ts';
import { DEFAULT_CONFIG, OLM_CONFIG, runCrdify } from './crdify/index.ts';
import { applyEvidence } from './evidence.ts';
import {
  compareFindings,
  type Draft,
  type Finding,
  finish,
  printPath,
  RANK,
  VERDICTS,
  type Verdict,
  worst,
} from './finding.ts';
import { type KubeVersion, minorOf, NodeTable, SUPPORTED_TARGETS, shareSchemas } from './normal/index.ts';
import type { CompareOptions, Mode } from './options.ts';
import { applyPolicy, flipStatus } from './policy.ts';
import { checkRejectOn } from './reject/index.ts';
import { judgeReversal, type Reversibility } from './reverse.ts';
import { both, compareSchemas, compareWholes, sizeOf } from './rules/index.ts';
import { applyWaivers } from './waivers.ts';

/** One side of the comparison, as far as a report tells. */
export interface Side {
  readonly source?: string;
  /** Of the CRD as JSON, its fields in the order in which they were read. */
  readonly sha256: string;
}

/** The answer for one CRD. Holds no clock: equal inputs give equal reports. */
export interface CrdReport {
  readonly schema: 'slipway.dev/crd-report/v1';
  readonly crd: string;
  readonly mode: Mode;
  /** Null where that side has no such CRD. */
  readonly old: Side | null;
  readonly new: Side | null;
  readonly options: {
    readonly strict: boolean;
    readonly failOn: Verdict;
    readonly evidence: 'off' | 'on' | 'required';
  };
  /** The worst verdict; SAFE when there is no finding. */
  readonly verdict: Verdict;
  /** Whether something is at or above `failOn`, or the report cannot be trusted. */
  readonly blocked: boolean;
  /** Why this report is no answer: an input that the mode cannot take, or evidence that is required and missing. */
  readonly fault?: { readonly kind: 'input' | 'evidence'; readonly message: string };
  /** Rules of REVIEW findings that need approval. */
  readonly approvals: readonly string[];
  readonly reversibility?: Reversibility;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Sorted by version, path and rule. */
  readonly findings: readonly Finding[];
}

/**
 * What happens when one CRD replaces another; null stands for a side that has none.
 *
 * Guarantees: pure, no I/O, no clock; never throws on a parsed CRD; a CRD against an equal one has no
 * finding. Assumptions: both sides come from `parseCrd`.
 */
export function compareCrds(old: Crd | null, now: Crd | null, options: CompareOptions = {}): CrdReport {
  const { mode = 'platform' } = options;
  if (old === null && now === null) return report('', null, null, options, []);
  try {
    return mode === 'platform' ? comparePlatform(old, now, options) : compareLikeCrdify(old, now, options);
  } catch (error) {
    // A thousand levels of schemas can be read, and are too deep to be walked.
    if (!(error instanceof RangeError)) throw error;
    const name = nameOf((now ?? old) as Crd);
    return faulty(
      report(name, old, now, options, []),
      'input',
      `the schemas of ${name} are nested too deeply to be compared`,
    );
  }
}

/** Compares CRDs of the same name, in the order of their names. Options may depend on the name. */
export function compareSets(
  old: readonly Crd[],
  now: readonly Crd[],
  options: CompareOptions | ((crd: string) => CompareOptions) = {},
): CrdReport[] {
  const [before, after] = [byName(old), byName(now)];
  const optionsFor = typeof options === 'function' ? options : () => options;
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort(compareBytes)
    .map((name) => compareCrds(before.get(name) ?? null, after.get(name) ?? null, optionsFor(name)));
}

function byName(crds: readonly Crd[]): Map<string, Crd> {
  return new Map(crds.map((crd) => [nameOf(crd), crd]));
}

function comparePlatform(old: Crd | null, now: Crd | null, options: CompareOptions): CrdReport {
  const name = nameOf((now ?? old) as Crd);
  const table = new NodeTable(Math.max(...(options.targets ?? SUPPORTED_TARGETS).map(minorOf)));
  if (old === null || now === null) {
    return report(name, old, now, options, decide(evaluateAlone(old, now, options), name, options));
  }
  // Once for both directions: what is equal is one object then, and looked at once.
  const shared = shareSchemas(old, now);
  const forward = evaluate(old, now, shared, options, table);
  const decided = decide(forward, name, options);
  const scans = scansOf(options);
  const backward = evaluate(now, old, { old: shared.new, new: shared.old }, options, table).map((finding) =>
    applyEvidence(finding, scans, false),
  );
  const versions = old.spec.versions.map((version) => version.name);
  const reversibility = judgeReversal(forward, backward, versions, scans);
  return report(name, old, now, options, decided, reversibility);
}

function scansOf({ evidence = 'off', scans = [] }: CompareOptions): NonNullable<CompareOptions['scans']> {
  return evidence === 'off' ? [] : scans;
}

/** A CRD that comes or goes. */
function evaluateAlone(old: Crd | null, now: Crd | null, options: CompareOptions): Finding[] {
  const { targets = SUPPORTED_TARGETS, keepsCrds = true, compiler } = options;
  if (now !== null) return checkRejectOn(targets, now, null, compiler);
  return old === null ? [] : [finish(crdGone(keepsCrds), nameOf(old))];
}

/** The catalogue alone: no policy, no evidence, no waiver. `shared` are both sides with equal schemas made one. */
function evaluate(
  old: Crd,
  now: Crd,
  shared: Pick<CrdPair, 'old' | 'new'>,
  options: CompareOptions,
  table: NodeTable,
): Finding[] {
  const { targets = SUPPORTED_TARGETS, openEnums = [], chartFolders = {} } = options;
  const name = nameOf(now);
  const pair: CrdPair = {
    ...shared,
    table,
    targets,
    chartFolders,
    nodeOptions: { isOpenEnum: (path) => openEnums.includes(printPath(path)) },
    hasMainStatusWriters: options.mainStatusWriters === true,
  };
  const same = compareSameVersions(pair).map((draft) => finish(draft, name));
  const flipped = options.statusWriters === 'foreign' ? same : same.map((finding) => flipWhereServed(now, finding));
  const others = [...compareWholes(pair), ...compareAcrossVersions(pair)].map((draft) => finish(draft, name));
  const compared = [...flipped, ...others];
  // Numbering everything is for doubt only.
  if (compared.length === 0 && identityOf(pair.old, table) === identityOf(pair.new, table)) {
    return newlyRefused(old, now, targets, options);
  }
  const size = sizeOf(now);
  const refusals = withoutReported(checkRejectOn(targets, shared.new, shared.old, options.compiler), compared);
  return [...compared, ...(size === undefined ? [] : [finish(size, name)]), ...refusals];
}

/**
 * An equal CRD has no finding, whatever is wrong with it (C27). One that only means the same may be written
 * in a way that servers refuse (J06).
 */
function newlyRefused(old: Crd, now: Crd, targets: readonly KubeVersion[], { compiler }: CompareOptions): Finding[] {
  if (manifestJson(old) === manifestJson(now)) return [];
  const refusals = checkRejectOn(targets, now, old, compiler);
  if (refusals.length === 0) return [];
  const known = new Set(checkRejectOn(targets, old, old, compiler).map(({ message }) => message));
  return refusals.filter(({ message }) => !known.has(message));
}

function crdGone(isKept: boolean): Draft {
  const message = 'the new package has no such CRD';
  return isKept
    ? { rule: 'C26', verdict: 'REVIEW', message: `${message}; it stays in the cluster` }
    : { rule: 'C26', verdict: 'BREAK', hurts: 'D', message: `${message}; its objects are deleted with it` };
}

function compareSameVersions({ old, new: now, table, nodeOptions }: CrdPair): Draft[] {
  return both(old, now).flatMap(([before, after]) =>
    compareSchemas(nodeOf(table, before), nodeOf(table, after), nodeOptions).map((draft) => ({
      ...draft,
      version: after.name,
    })),
  );
}

function flipWhereServed(crd: Crd, finding: Finding): Finding {
  return versionOf(crd, finding.version)?.subresources?.status === undefined ? finding : flipStatus(finding);
}

/** Rules of the comparison that tell the same as a refusal: one cause, one finding. */
const SAME_CAUSE: Readonly<Partial<Record<RuleId, RuleId>>> = { J04: 'V28', J18: 'C28' };

function withoutReported(refusals: readonly Finding[], reported: readonly Finding[]): Finding[] {
  return refusals.filter(
    (refusal) =>
      !reported.some(
        ({ rule, version, path }) =>
          rule === SAME_CAUSE[refusal.rule as RuleId] &&
          version === refusal.version &&
          path.join('\n') === refusal.path.join('\n'),
      ),
  );
}

/** Policy, evidence and waivers, in this order. */
function decide(findings: readonly Finding[], crd: string, options: CompareOptions): Finding[] {
  const scans = scansOf(options);
  const decided = findings
    .map((finding) => applyPolicy(finding, options))
    .map((finding) => applyEvidence(finding, scans, options.strict === true));
  const { waivers = [], now } = options;
  return now === undefined ? decided : applyWaivers(decided, waivers, crd, now);
}

function compareLikeCrdify(old: Crd | null, now: Crd | null, options: CompareOptions): CrdReport {
  const { mode, crdify = DEFAULT_CONFIG } = options;
  const name = nameOf((now ?? old) as Crd);
  if (old === null || now === null) {
    if (mode === 'olm') return report(name, old, now, options, []);
    return faulty(
      report(name, old, now, options, []),
      'input',
      `${name} is missing on one side, which crdify cannot compare`,
    );
  }
  const bare = [...old.spec.versions, ...now.spec.versions].find(({ schema }) => schema?.openAPIV3Schema === undefined);
  if (bare !== undefined) {
    return faulty(
      report(name, old, now, options, []),
      'input',
      `version ${bare.name} of ${name} has no schema, which crdify cannot compare`,
    );
  }
  const shared = shareSchemas(old, now);
  const found = runCrdify(shared.old, shared.new, mode === 'olm' ? OLM_CONFIG : crdify);
  const findings = found.map(({ version, property, check, isError, message }): Finding => {
    const verdict: Verdict = isError ? 'BREAK' : 'REVIEW';
    const path = property === '' ? [] : property.split('.').slice(1);
    return {
      rule: check,
      verdict,
      base: verdict,
      parties: [],
      reversal: 'none',
      crd: name,
      version,
      path,
      message,
      remedy: '',
      gates: [],
      ratchet: 'n/a',
      isLoosening: false,
      fingerprint: sha256([check, name, version, property, message].join('\n')),
    };
  });
  return report(name, old, now, options, findings);
}

function faulty(base: CrdReport, kind: 'input' | 'evidence', message: string): CrdReport {
  return { ...base, blocked: true, fault: { kind, message } };
}

function report(
  crd: string,
  old: Crd | null,
  now: Crd | null,
  options: CompareOptions,
  findings: readonly Finding[],
  reversibility?: Reversibility,
): CrdReport {
  const { mode = 'platform', strict = false, failOn = 'BREAK', evidence = 'off', accept = [], sources = {} } = options;
  const verdict = worst(findings);
  const reviewed = findings.filter((finding) => finding.verdict === 'REVIEW').map(({ rule }) => rule);
  const base: CrdReport = {
    schema: 'slipway.dev/crd-report/v1',
    crd,
    mode,
    old: sideOf(old, sources.old),
    new: sideOf(now, sources.new),
    options: { strict, failOn, evidence },
    verdict,
    blocked: findings.length > 0 && RANK[verdict] >= RANK[failOn],
    approvals: [...new Set(reviewed)].filter((rule) => !accept.includes(rule)).sort(compareBytes),
    ...(reversibility === undefined ? {} : { reversibility }),
    counts: Object.fromEntries(
      VERDICTS.map((one) => [one, findings.filter((finding) => finding.verdict === one).length]),
    ) as Record<Verdict, number>,
    findings: [...findings].sort(compareFindings),
  };
  const isMissing = evidence === 'required' && lacksEvidence(findings, options);
  return isMissing ? faulty(base, 'evidence', 'live evidence is required, and is missing or incomplete') : base;
}

function lacksEvidence(findings: readonly Finding[], { scans = [] }: CompareOptions): boolean {
  return findings.length > 0 && (scans.length === 0 || scans.some(({ state }) => state !== 'complete'));
}

function sideOf(crd: Crd | null, source: string | undefined): Side | null {
  if (crd === null) return null;
  const name = source ?? crd.source;
  return { ...(name === undefined ? {} : { source: name }), sha256: sha256(manifestJson(crd)) };
}
