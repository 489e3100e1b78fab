import { type Checked, check, literalFaults, type Scope } from './checking/index.ts';
import { plan, type Step } from './evaluation/index.ts';
import { type Fault, parse, printFaults } from './syntax/index.ts';
import type { Type } from './types/index.ts';

/** An expression that can run, or why it cannot. */
export type Program =
  | { readonly isValid: true; readonly type: Type; readonly run: Step; readonly checked: Checked }
  | { readonly isValid: false; readonly faults: readonly Fault[]; readonly text: string };

/** Parses, checks and plans an expression. Never throws. */
export function compileExpression(source: string, scope: Scope): Program {
  const parsed = parse(source);
  if ('faults' in parsed) return invalid(source, parsed.faults);
  const checked = check(parsed.node, scope);
  const faults = checked.faults.length > 0 ? checked.faults : literalFaults(checked);
  if (faults.length > 0) return invalid(source, faults);
  return { isValid: true, type: checked.type, run: plan(checked), checked };
}

function invalid(source: string, faults: readonly Fault[]): Program {
  const sorted = [...faults].sort((a, b) => a.at - b.at);
  return { isValid: false, faults: sorted, text: printFaults(source, sorted) };
}
