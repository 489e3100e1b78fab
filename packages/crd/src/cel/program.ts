import { type Checked, check, literalFaults, Scope } from './checking/index.ts';
import type { Declaration } from './declared/index.ts';
import { plan, type Step } from './evaluation/index.ts';
import { type Fault, parse, printFaults } from './syntax/index.ts';
import { optionalOf, type Type } from './types/index.ts';

/** An expression that can run, or why it cannot. */
export type Program =
  | { readonly isValid: true; readonly type: Type; readonly run: Step; readonly checked: Checked }
  | { readonly isValid: false; readonly text: string };

/** Parses, checks and plans an expression. Never throws. */
export function compileExpression(source: string, scope: Scope): Program {
  const parsed = parse(source);
  if ('faults' in parsed) return invalid(source, parsed.faults);
  const checked = check(parsed.node, scope);
  const faults = checked.faults.length > 0 ? checked.faults : literalFaults(checked);
  if (faults.length > 0) return invalid(source, faults);
  const planned = plan(checked);
  if ('failure' in planned) return { isValid: false, text: `program instantiation failed: ${planned.failure}` };
  return { isValid: true, type: checked.type, run: planned.run, checked };
}

function invalid(source: string, faults: readonly Fault[]): Program {
  const sorted = [...faults].sort((a, b) => a.at - b.at);
  return { isValid: false, text: `compilation failed: ${printFaults(source, sorted)}` };
}

const programs = new WeakMap<Declaration, Map<string, Program>>();

/** An expression of a rule, compiled once: every caller that checks it, runs it or estimates its cost gets the same. */
export function ruleProgram(source: string, self: Declaration, hasOptionalOldSelf: boolean): Program {
  const known = programs.get(self) ?? new Map<string, Program>();
  programs.set(self, known);
  const key = `${hasOptionalOldSelf} ${source}`;
  const program = known.get(key) ?? compileExpression(source, scopeOf(self.type, hasOptionalOldSelf));
  known.set(key, program);
  return program;
}

/** What rules can name: `self`, and `oldSelf`, which is an optional where the rule asks for that. */
function scopeOf(type: Type, hasOptionalOldSelf: boolean): Scope {
  return Scope.of([
    ['self', type],
    ['oldSelf', hasOptionalOldSelf ? optionalOf(type) : type],
  ]);
}
