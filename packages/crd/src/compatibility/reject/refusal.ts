import type { Crd } from '../../schema/index.ts';
import type { RuleId } from '../catalogue.ts';

/** One reason why the server answers 4xx. */
export interface Refusal {
  readonly rule: RuleId;
  /** As the server prints it, `spec.versions[0].name`. */
  readonly field: string;
  readonly message: string;
  readonly version?: string;
  readonly path?: readonly string[];
  /** Given where the server skips the check on update while the old CRD fails one of the same name. */
  readonly skip?: string;
}

/** What a check depends on beside the CRD. */
export interface Circumstances {
  /** What the CRD replaces; null on create. */
  readonly old: Crd | null;
  /** Minor release of the server. */
  readonly minor: number;
}

export type Check = (crd: Crd, circumstances: Circumstances) => readonly Refusal[];

export function refuse(rule: RuleId, field: string, message: string, skip?: string): Refusal {
  return skip === undefined ? { rule, field, message } : { rule, field, message, skip };
}

/** The refusals whose condition holds. */
export function where(...cases: readonly (readonly [boolean, () => Refusal])[]): Refusal[] {
  return cases.filter(([holds]) => holds).map(([, make]) => make());
}
