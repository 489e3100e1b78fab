import { describe, expect, it } from 'vitest';
import { CASES, type Case } from '../../test/cel/cases.ts';
import type { JsonSchema } from '../schema/index.ts';
import { celRules, costProblems } from './index.ts';

function costDetail(schema: JsonSchema, rule: string): string | undefined {
  const field = { ...schema, 'x-kubernetes-validations': [{ rule }] };
  return costProblems({ type: 'object', properties: { field } })[0]?.detail;
}

function outcomeOf({ rule, schema, self }: Case): string {
  const compiled = celRules.compile({ rule }, { schema, isResourceRoot: false });
  const refusal = compiled.problems[0]?.detail ?? costDetail(schema, rule);
  if (refusal !== undefined) return `refused: ${refusal}`;
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
    else if ('error' in expected) {
      expect(outcome).toMatch(/^error: /);
      expect(outcome).toContain(expected.error);
    } else {
      expect(outcome).toMatch(/^refused: /);
      expect(outcome).toContain(expected.refused);
    }
  });
});
