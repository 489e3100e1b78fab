import type { Crd } from '../../schema/index.ts';
import { nameOf } from '../crd-pair.ts';
import { type Finding, finish } from '../finding.ts';
import type { KubeVersion } from '../normal/index.ts';
import { type Refusal, wholeCrdRefusals } from './whole-crd.ts';

/**
 * Why the API servers of the targets refuse the CRD; `old` is what it replaces, or null on create.
 * A check that servers skip while the old CRD fails it, too, is INFO then.
 */
export function checkReject(crd: Crd, old: Crd | null, _targets: readonly KubeVersion[]): Finding[] {
  const before = old === null ? [] : wholeCrdRefusals(old, null);
  return wholeCrdRefusals(crd, old).map((refusal) => toFinding(refusal, before, nameOf(crd)));
}

function toFinding(refusal: Refusal, before: readonly Refusal[], crd: string): Finding {
  const { rule, field, message, isSkippedIfOld } = refusal;
  const isOld = isSkippedIfOld && before.some((one) => one.rule === rule && one.isSkippedIfOld);
  return finish({ rule, verdict: isOld ? 'INFO' : 'REJECT', keyword: field, message: `${field}: ${message}` }, crd);
}
