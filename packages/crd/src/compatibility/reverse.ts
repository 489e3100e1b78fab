import type { Scan } from './evidence.ts';
import { type Finding, printPath } from './finding.ts';

/** Whether the old CRD can come back. Where that is unknown, plan as if it could not. */
export interface Reversibility {
  readonly verdict: 'reversible' | 'reversible-with-loss' | 'one-way' | 'unknown';
  /** What is hidden on the first read after going back, and lost on the next write. */
  readonly paths: readonly string[];
  readonly reasons: readonly string[];
  /** What the catalogue says of the way back; evidence may clear it. */
  readonly findings: readonly Finding[];
}

/** Defaults are applied on read: going back takes them away again and leaves nothing behind (R04). */
const DEFAULTS = new Set(['V24', 'V25', 'V26']);
/** Conversion that goes away: decided by what is stored, not by schemas (R06). */
const CONVERSION = new Set(['C14']);
/** Data that only the new CRD keeps, but that old readers never saw: counts as a value (R05). */
const VALUES = new Set(['V22']);

interface Sorted {
  readonly losses: string[];
  readonly barriers: string[];
  readonly doubts: string[];
}

/**
 * Judges the way back from the findings of (new, old), R01–R06.
 *
 * @param backward what the whole catalogue says of (new, old), after evidence
 * @param oldVersions names of the versions that the old CRD has
 */
export function judgeReversal(
  forward: readonly Finding[],
  backward: readonly Finding[],
  oldVersions: readonly string[],
  scans: readonly Scan[],
): Reversibility {
  const sorted: Sorted = { losses: [], barriers: [], doubts: [] };
  for (const finding of forward) {
    if (finding.rule === 'C11') sorted.barriers.push(`C11: ${finding.message}`);
    if (finding.rule === 'C13') sortConversion(sorted, oldVersions, scans);
  }
  for (const name of new Set(scans.flatMap(({ storedVersions }) => storedVersions ?? []))) {
    if (!oldVersions.includes(name)) sorted.barriers.push(`objects are stored at ${name}, which the old CRD lacks`);
  }
  for (const finding of backward) sortFinding(sorted, finding);
  const { losses, barriers, doubts } = sorted;
  const verdict =
    barriers.length > 0
      ? 'one-way'
      : doubts.length > 0
        ? 'unknown'
        : losses.length > 0
          ? 'reversible-with-loss'
          : 'reversible';
  return { verdict, paths: [...new Set(losses)], reasons: [...new Set([...barriers, ...doubts])], findings: backward };
}

function sortConversion({ barriers, doubts }: Sorted, oldVersions: readonly string[], scans: readonly Scan[]): void {
  if (scans.length === 0 || scans.some(({ storedVersions }) => storedVersions === undefined)) {
    doubts.push('C13: not known at which versions objects are stored');
  } else if (scans.some(({ storedVersions }) => storedVersions?.some((name) => !oldVersions.includes(name)))) {
    barriers.push('C13: objects are stored at a version that the old CRD lacks');
  }
}

function sortFinding({ losses, barriers }: Sorted, finding: Finding): void {
  const { rule, verdict, parties, version, path, message } = finding;
  const place = [version, path.length > 0 ? printPath(path) : ''].filter((part) => part !== '').join(' ');
  if (DEFAULTS.has(rule) || CONVERSION.has(rule)) return;
  if (verdict === 'REJECT') {
    barriers.push(`${rule}${place === '' ? '' : ` ${place}`}: ${message}`);
  } else if (verdict === 'BREAK' || verdict === 'REVIEW') {
    const isBarred = parties.includes('W') || parties.includes('S');
    if (parties.includes('D') && !VALUES.has(rule)) losses.push(printPath(path));
    else if (isBarred || (VALUES.has(rule) && !isCleared(finding))) {
      barriers.push(`${rule} ${place}: ${message}, unless no object holds what is new`);
    }
  }
}

function isCleared({ evidence }: Finding): boolean {
  return evidence?.state === 'complete' && evidence.violations === 0;
}
