import { describe, expect, it } from 'vitest';
import { CASES, type Case } from '../../test/cel/cases.ts';
import { celRules } from './index.ts';

function outcomeOf({ rule, schema, self }: Case): string {
  const compiled = celRules.compile({ rule }, { schema, isResourceRoot: false });
  const [problem] = compiled.problems;
  if (problem !== undefined) return `refused: ${problem.detail}`;
  if (compiled.usesOldSelf) return 'true';
  const violation = compiled.check(self, undefined, { remaining: 10_000_000 });
  if (violation === undefined) return 'true';
  return violation.isError ? `error: ${violation.message}` : 'false';
}

describe('rules', () => {
  it.each(CASES.map((entry) => [entry.rule, entry] as const))('CRD-J14: %s', (_rule, entry) => {
    const { expected } = entry;
    const outcome = outcomeOf(entry);
    if (typeof expected === 'boolean') expect(outcome).toBe(`${expected}`);
    else if ('error' in expected) expect(outcome).toContain(expected.error);
    else expect(outcome).toMatch(/^refused: /);
  });
});
