import { CrdError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../schema/index.ts';
import { type Draft, type Finding, finish, printPath } from './finding.ts';

/** An owner's promise that a break is known and harmless, until a day. */
export interface Waiver {
  readonly rule: string;
  readonly crd: string;
  readonly version?: string;
  /** `^.spec.mode`; may end in `.**` for everything below. */
  readonly path: string;
  readonly owner: string;
  readonly reason: string;
  /** `2027-03-31`: the last day it counts, in UTC. */
  readonly expires: string;
  /** Where given, it counts for this very change only. */
  readonly fingerprint?: string;
}

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 180;
const SOON_DAYS = 14;
const SHORTEST_REASON = 10;
const MANDATORY = ['rule', 'crd', 'path', 'owner', 'reason', 'expires'] as const;
const OPTIONAL = ['version', 'fingerprint'] as const;

/**
 * Reads the content of a waiver file, already parsed from YAML.
 *
 * @throws CrdError `CRD_POLICY` where anything mandatory is missing or out of bounds (P01).
 */
export function parseWaivers(content: unknown, now: number): Waiver[] {
  const list = isJsonObject(content) ? content['waivers'] : undefined;
  if (!Array.isArray(list)) throw new CrdError('CRD_POLICY', 'a waiver file has a list `waivers`');
  return list.map((entry, at) => parseWaiver(entry, at, now));
}

function parseWaiver(entry: unknown, at: number, now: number): Waiver {
  const refuse = (text: string): never => {
    throw new CrdError('CRD_POLICY', text, { path: `waivers[${at}]` });
  };
  if (!isJsonObject(entry)) return refuse('a waiver is an object');
  const fields: JsonObject = entry;
  for (const key of Object.keys(fields)) {
    if (![...MANDATORY, ...OPTIONAL].some((known) => known === key)) refuse(`has an unknown field ${key}`);
    if (typeof fields[key] !== 'string') refuse(`${key} has to be text in quotes`);
  }
  for (const key of MANDATORY) if (!fields[key]) refuse(`${key} is missing`);
  const waiver = fields as unknown as Waiver;
  if (waiver.reason.length < SHORTEST_REASON) refuse(`reason needs ${SHORTEST_REASON} characters or more`);
  const end = endOf(waiver);
  if (Number.isNaN(end)) refuse('expires has to be a day, "2027-03-31"');
  if (end > now + (LONGEST_DAYS + 1) * DAY_MS) refuse(`expires more than ${LONGEST_DAYS} days ahead`);
  return waiver;
}

function endOf({ expires }: Waiver): number {
  return /^\d{4}-\d\d-\d\d$/.test(expires) ? Date.parse(`${expires}T00:00:00Z`) + DAY_MS : Number.NaN;
}

/** Findings after waivers, and what there is to say about the waivers themselves (P02–P05). */
export function applyWaivers(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  crd: string,
  now: number,
): Finding[] {
  const own = waivers.filter((waiver) => waiver.crd === crd).sort((a, b) => endOf(a) - endOf(b));
  const used = new Set<Waiver>();
  const waived = findings.map((finding): Finding => {
    const matching = own.filter((waiver) => covers(waiver, finding));
    for (const waiver of matching) used.add(waiver);
    const valid = matching.find((waiver) => endOf(waiver) > now);
    if (valid === undefined) return finding;
    const { owner, reason, expires } = valid;
    return { ...finding, verdict: 'REVIEW', waiver: { owner, reason, expires } };
  });
  return [
    ...waived,
    ...own.flatMap((waiver) => remark(waiver, used.has(waiver), now)).map((draft) => finish(draft, crd)),
  ];
}

/** A refused CRD and a deleted one cannot be waived (P02). */
function covers(waiver: Waiver, finding: Finding): boolean {
  return (
    finding.verdict === 'BREAK' &&
    finding.rule !== 'C26' &&
    finding.rule === waiver.rule &&
    (waiver.version === undefined || finding.version === waiver.version) &&
    (waiver.fingerprint === undefined || finding.fingerprint === waiver.fingerprint) &&
    pathMatches(waiver.path, printPath(finding.path))
  );
}

function pathMatches(pattern: string, path: string): boolean {
  if (!pattern.endsWith('.**')) return pattern === path;
  const above = pattern.slice(0, -3);
  return path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}

function remark(waiver: Waiver, isUsed: boolean, now: number): Draft[] {
  const place = { ...(waiver.version === undefined ? {} : { version: waiver.version }), keyword: waiver.path };
  const about = `waiver of ${waiver.owner} for ${waiver.rule} at ${waiver.path}`;
  if (!isUsed) return [{ rule: 'P04', verdict: 'INFO', message: `${about} matches nothing`, ...place }];
  const left = endOf(waiver) - now;
  if (left <= 0)
    return [{ rule: 'P03', verdict: 'REVIEW', message: `${about} expired on ${waiver.expires}`, ...place }];
  if (left > SOON_DAYS * DAY_MS) return [];
  return [{ rule: 'P03', verdict: 'INFO', message: `${about} expires on ${waiver.expires}`, ...place }];
}
