import { CrdError } from '../errors.ts';
import { type Finding, RANK, type Verdict } from './finding.ts';
import type { CompareOptions } from './options.ts';

/** Rules whose loosening surprises the readers of status. */
const STATUS_LOOSENINGS = new Set(['V07', 'V23', 'S09', 'V01']);
/** Rules whose tightening only the controller can violate, which comes with the CRD. */
const STATUS_TIGHTENINGS = new Set(['V05', 'V06', 'V10', 'V11', 'V13', 'V14', 'V19', 'V20', 'S05', 'S07']);

/**
 * Under `^.status` the controller writes and users read, so variance flips; the old controller still
 * writes during the handover, so a tightening is not free either.
 */
export function flipStatus(finding: Finding): Finding {
  if (finding.path[0] !== 'status') return finding;
  if (STATUS_LOOSENINGS.has(finding.rule) && finding.isLoosening) {
    return { ...finding, verdict: 'BREAK', base: 'BREAK', parties: ['R'] };
  }
  if (STATUS_TIGHTENINGS.has(finding.rule) && finding.verdict === 'BREAK') {
    return { ...finding, verdict: 'REVIEW', base: 'REVIEW' };
  }
  return finding;
}

const STRICTER: Readonly<Partial<Record<Verdict, Verdict>>> = { SAFE: 'REVIEW', REVIEW: 'BREAK' };

/** What strictness and the verdicts of single rules make of a finding. */
export function applyPolicy(finding: Finding, { strict = false, rules = {} }: CompareOptions): Finding {
  const raised = strict && finding.isLoosening ? (STRICTER[finding.verdict] ?? finding.verdict) : finding.verdict;
  const wanted = Object.hasOwn(rules, finding.rule) ? rules[finding.rule] : undefined;
  const isAllowed =
    wanted !== undefined &&
    raised !== 'REJECT' &&
    (RANK[wanted] >= RANK[raised] || raised === 'REVIEW' || raised === 'ONEWAY');
  return { ...finding, verdict: isAllowed ? wanted : raised };
}

/** Options for some CRDs in some environment. */
export interface Policy
  extends Omit<CompareOptions, 'mode' | 'scans' | 'waivers' | 'now' | 'sources' | 'chartFolders'> {
  /** Name of the CRD; `*` stands for any characters. */
  readonly crds?: string;
  readonly group?: string;
  readonly environment?: string;
}

/**
 * The policy for a CRD: the most specific that matches, where a glob of names says more than a group
 * and a group more than an environment alone.
 *
 * @throws CrdError `CRD_POLICY` where two match that are equally specific.
 */
export function policyFor(policies: readonly Policy[], crd: string, environment?: string): Policy | undefined {
  const group = crd.slice(crd.indexOf('.') + 1);
  const matching = policies.filter(
    (policy) =>
      (policy.crds === undefined || globMatches(policy.crds, crd)) &&
      (policy.group === undefined || policy.group === group) &&
      (policy.environment === undefined || policy.environment === environment),
  );
  const best = Math.max(...matching.map(specificity));
  const [winner, rival] = matching.filter((policy) => specificity(policy) === best);
  if (rival !== undefined) {
    throw new CrdError('CRD_POLICY', `two policies match ${crd} equally well; make one of them more specific`);
  }
  return winner;
}

/** Characters of a glob that are given count; a name without `*` beats every glob. */
function specificity({ crds, group, environment }: Policy): number {
  const names = crds === undefined ? 0 : crds.includes('*') ? 10 + crds.replaceAll('*', '').length : 1000;
  return names + (group === undefined ? 0 : 4) + (environment === undefined ? 0 : 2);
}

function globMatches(glob: string, name: string): boolean {
  const pattern = glob.split('*').map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(name);
}
