import { type Crd, isJsonObject } from '../schema/index.ts';
import type { Evidence, Finding, Party } from './finding.ts';
import { compareVersions } from './version-order.ts';
import { type Answer, violates } from './violation.ts';

/** What the objects of one cluster showed. Plain data: it can be kept and sent. */
export interface Scan {
  readonly cluster: string;
  /** `incomplete` when the scan was forbidden, timed out, offline or cut short (L05). */
  readonly state: 'complete' | 'incomplete';
  /** Read at another version than the storage version, because that is not served (L02). */
  readonly isConverted: boolean;
  readonly total: number;
  /** `status.storedVersions` of the CRD there. */
  readonly storedVersions?: readonly string[];
  /** When it ended, milliseconds since 1970, and of which CRD: it ages (L06). */
  readonly takenAt: number;
  readonly crdResourceVersion?: string;
  /** By fingerprint of the finding. */
  readonly results: Readonly<Record<string, ScanResult>>;
}

export interface ScanResult {
  readonly violations: number;
  /** Objects for which the constraint could not be evaluated. */
  readonly unknown: number;
  readonly objects: readonly string[];
}

/**
 * The version at which objects are read: the storage version, or the one that clients are offered first where
 * that is not served; undefined where nothing is served (L02).
 */
export function scannedVersion({ spec }: Crd): { readonly name: string; readonly isConverted: boolean } | undefined {
  const served = spec.versions.filter((version) => version.served);
  const stored = served.find(({ storage }) => storage);
  if (stored !== undefined) return { name: stored.name, isConverted: false };
  const preferred = served
    .map(({ name }) => name)
    .sort(compareVersions)
    .at(-1);
  return preferred === undefined ? undefined : { name: preferred, isConverted: true };
}

const MOST_OBJECTS = 20;
const VALID_MS = 15 * 60_000;

/** Whether a scan still speaks for the cluster (L06). */
export function isFresh(scan: Scan, now: number, crdResourceVersion?: string): boolean {
  return (
    now - scan.takenAt <= VALID_MS &&
    (crdResourceVersion === undefined || scan.crdResourceVersion === crdResourceVersion)
  );
}

/** Whether live objects can tell more about the finding (L01). */
export function isScannable({ verdict, parties }: Finding): boolean {
  return (
    (verdict === 'BREAK' || verdict === 'REVIEW') &&
    parties.some((party) => party === 'W' || party === 'S' || party === 'D')
  );
}

/**
 * Counts violations over the objects of one cluster. Objects are fed page by page and not kept; of
 * each only its name may end in the scan, never a value (L03).
 */
export class ObjectScan {
  readonly #findings: readonly Finding[];
  readonly #evaluate: (finding: Finding, object: unknown) => Answer;
  readonly #results: { violations: number; unknown: number; objects: string[] }[];
  #total = 0;

  /** @param evaluate Asked where `violates` cannot tell, for example by a schema engine with CEL. */
  constructor(findings: readonly Finding[], evaluate: (finding: Finding, object: unknown) => Answer = () => 'unknown') {
    this.#findings = findings.filter(isScannable);
    this.#evaluate = evaluate;
    this.#results = this.#findings.map(() => ({ violations: 0, unknown: 0, objects: [] }));
  }

  add(object: unknown): void {
    this.#total++;
    for (const [at, finding] of this.#findings.entries()) {
      const result = this.#results[at];
      if (result === undefined) continue;
      const own = violates(finding, object);
      const answer = own === 'unknown' ? this.#evaluate(finding, object) : own;
      if (answer === 'unknown') result.unknown++;
      if (answer !== true) continue;
      result.violations++;
      if (result.objects.length < MOST_OBJECTS) result.objects.push(nameOf(object));
    }
  }

  finish(
    about: Pick<Scan, 'cluster' | 'state' | 'isConverted' | 'takenAt' | 'storedVersions' | 'crdResourceVersion'>,
  ): Scan {
    const results = this.#findings.map((finding, at) => [finding.fingerprint, this.#results[at]]);
    return { ...about, total: this.#total, results: Object.fromEntries(results) as Scan['results'] };
  }
}

function nameOf(object: unknown): string {
  const metadata = isJsonObject(object) ? object['metadata'] : undefined;
  if (!isJsonObject(metadata)) return '(without name)';
  return [metadata['namespace'], metadata['name']].filter((part) => typeof part === 'string').join('/');
}

/** All scans as one; a finding that some scan does not know was not evaluated there. */
function evidenceFor(finding: Finding, scans: readonly Scan[]): Evidence {
  const results = scans.map(({ results: all, cluster }) => ({ cluster, result: all[finding.fingerprint] }));
  const isEvaluated = results.every(({ result }) => result !== undefined && result.unknown === 0);
  const isComplete = scans.every(({ state }) => state === 'complete');
  const names = results.flatMap(({ cluster, result }) =>
    (result?.objects ?? []).map((object) => (scans.length > 1 ? `${cluster}/${object}` : object)),
  );
  return {
    state: !isComplete ? 'incomplete' : isEvaluated ? 'complete' : 'not-evaluated',
    violations: results.reduce((sum, { result }) => sum + (result?.violations ?? 0), 0),
    total: scans.reduce((sum, { total }) => sum + total, 0),
    objects: names.slice(0, MOST_OBJECTS),
    isConverted: scans.some(({ isConverted }) => isConverted),
  };
}

/** A complete scan without a violation clears stored objects, data and, unless strict, writers (L04). */
export function applyEvidence(finding: Finding, scans: readonly Scan[], isStrict: boolean): Finding {
  if (scans.length === 0 || !isScannable(finding)) return finding;
  const evidence = evidenceFor(finding, scans);
  if (evidence.state !== 'complete' || evidence.violations > 0) return { ...finding, evidence };
  const stays = (party: Party): boolean => party === 'R' || party === 'M' || (party === 'W' && isStrict);
  const parties = finding.parties.filter(stays);
  const isCleared = parties.every((party) => party === 'M');
  return {
    ...finding,
    evidence,
    parties,
    verdict: isCleared && finding.verdict === 'BREAK' ? 'REVIEW' : finding.verdict,
  };
}
