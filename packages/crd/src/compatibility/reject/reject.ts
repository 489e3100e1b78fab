import type { Crd, RuleCompiler } from '../../schema/index.ts';
import { nameOf } from '../crd-pair.ts';
import { type Finding, finish } from '../finding.ts';
import { type KubeVersion, minorOf } from '../normal/index.ts';
import type { Refusal } from './refusal.ts';
import { schemaRefusals } from './schema-refusals.ts';
import { wholeCrdRefusals } from './whole-crd.ts';
import { youngRuleRefusals } from './young-rules.ts';

/**
 * Why the API server of a target refuses the CRD; `old` is what it replaces, or null on create. A check
 * that servers skip while the old CRD fails it, too, is INFO then.
 *
 * @param rules compiles validation rules; without it only what surrounds expressions is checked
 */
export function checkReject(crd: Crd, old: Crd | null, target: KubeVersion, rules?: RuleCompiler): Finding[] {
  return checkRejectOn([target], crd, old, rules);
}

/** The same for several targets: what any of them refuses. Releases matter at the ends of a range only. */
export function checkRejectOn(
  targets: readonly KubeVersion[],
  crd: Crd,
  old: Crd | null,
  rules: RuleCompiler | undefined,
): Finding[] {
  const minors = targets.map(minorOf);
  const ends = [...new Set([Math.min(...minors), Math.max(...minors)])];
  const all = (one: Crd): Refusal[] => [
    ...ends.flatMap((minor) => wholeCrdRefusals(one, { old, minor })),
    ...schemaRefusals(one, old, rules),
  ];
  const young = rules === undefined ? [] : youngRuleRefusals(crd, { old, minor: Math.min(...minors) }, rules);
  const refusals = [...all(crd), ...young];
  const isAnySkippable = refusals.some(({ skip }) => skip !== undefined);
  const known = new Set(old === null || !isAnySkippable ? [] : all(old).map(({ skip }) => skip));
  const findings = refusals.map(({ rule, field, message, skip, version = '', path = [] }) => {
    const verdict = skip !== undefined && known.has(skip) ? 'INFO' : 'REJECT';
    return finish({ rule, verdict, version, path, keyword: field, message: `${field}: ${message}` }, nameOf(crd));
  });
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}
