import type { Known } from '@gati-framework/contracts/deployment';

/** What people say of a version. */
export interface BreakingDeclarations {
  /** `spec.breaking` of the GatiVersion. */
  readonly ofVersion: boolean;
  /** `timescape.breaking` of the GatiHandler, where it speaks of this version. */
  readonly ofHandler?: boolean | undefined;
  /** There was no version before it whose callers could break. */
  readonly isFirst: boolean;
}

/** Whether callers have to be carried over (G-57). Saying no does not overrule what the schemas show. */
export function isBreaking(declared: BreakingDeclarations, diff: Known<boolean>): boolean {
  if (declared.isFirst) return false;
  return isDeclaredBreaking(declared) || diff.unknown !== undefined || diff.value;
}

/** Either says so (G-41). */
export function isDeclaredBreaking({ ofVersion, ofHandler }: Omit<BreakingDeclarations, 'isFirst'>): boolean {
  return ofVersion || ofHandler === true;
}
