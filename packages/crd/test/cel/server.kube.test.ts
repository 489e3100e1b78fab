import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { celRules, costProblems } from '../../src/cel/index.ts';
import { compileSchema, type JsonObject, type JsonSchema, parseCrd } from '../../src/schema/index.ts';
import { Random } from '../random.ts';
import { RealServer } from '../real-server.ts';
import { CASES, type Case } from './cases.ts';
import { COST_CASES } from './cost-cases.ts';
import { RANDOM_SCHEMA, RANDOM_SELF, randomRule } from './random-rule.ts';
import {
  serverOutcomes,
  serverRefusals,
  serverRulings,
  type WriteOnRules,
  writesCrd,
  writtenObject,
} from './server-outcomes.ts';
import { TRANSITIONS } from './transition-cases.ts';

const SEED = Number(process.env['CEL_SEED'] ?? 1);
const RANDOM_RULES = Number(process.env['CEL_RULES'] ?? 250);
const PORTION = 60;

function costRefusal(schema: JsonSchema, rule: string): string {
  const field = { ...schema, 'x-kubernetes-validations': [{ rule }] };
  const root: JsonSchema = { type: 'object', properties: { spec: { type: 'object', properties: { field } } } };
  return costProblems(root)[0]?.detail ?? '';
}

/** What this package says to a case: refused, nothing, or the text of the refusal. */
function ownOutcome({ rule, schema, self }: Case): string {
  const compiled = celRules.compile({ rule }, { schema, isResourceRoot: false });
  const refusal = compiled.problems[0]?.detail ?? costRefusal(schema, rule);
  if (refusal !== '') return `refused: ${refusal}`;
  return compiled.usesOldSelf ? '' : (compiled.check(self, undefined, { remaining: 10_000_000 })?.message ?? '');
}

/** Syntax errors name every token that could follow, and types of objects have a random name; both are left out. */
function comparable(text: string): string {
  if (text.includes('Syntax error')) return 'syntax error';
  if (text.includes('authorizer')) return 'no authorizer';
  return text.replaceAll(/selfType\d+(?:\.[\w@]+)*/g, 'self');
}

describeCluster('CEL beside a real API server', { needs: ['objects'] }, (cluster) => {
  let server: RealServer;

  beforeAll(() => {
    server = new RealServer(cluster().kubeconfig);
  });

  afterAll(() => server.close());

  test('CRD-J14: every rule of the table is taken or refused, holds or fails, with the same words', async () => {
    const rules = CASES.map(({ rule, schema, self }) => ({ rule: { rule }, schema, self }));
    const theirs = await serverOutcomes(server, 'Rule', rules);
    const differences = CASES.flatMap((entry, index) => {
      const [own, other] = [comparable(ownOutcome(entry)), comparable(theirs[index] ?? '')];
      return isSameOutcome(own, other) ? [] : [{ rule: entry.rule, own, other }];
    });
    expect(differences).toEqual([]);
  });

  test('CRD-J14: random rules come out the same', async () => {
    const random = new Random(SEED);
    const rules = Array.from({ length: RANDOM_RULES }, () => randomRule(random, 1 + random.below(4)));
    const cases = rules.map((rule): Case => ({ rule, schema: RANDOM_SCHEMA, self: RANDOM_SELF, expected: true }));
    const sites = cases.map(({ rule, schema, self }) => ({ rule: { rule }, schema, self }));
    const refusals = await serverRefusals(server, 'Random', sites);
    const own = cases.map(ownOutcome);
    // One CRD may not be too dear as a whole, so the accepted rules are installed in portions.
    const accepted = [...own.keys()].filter((index) => !isRefused(own[index] ?? ''));
    const theirs = refusals.map((text) => (text === '' || text.includes(': contributed') ? '' : `refused: ${text}`));
    for (let start = 0; start < accepted.length; start += PORTION) {
      const portion = accepted.slice(start, start + PORTION).filter((index) => theirs[index] === '');
      const outcomes = await serverOutcomes(
        server,
        `Random${start}`,
        portion.flatMap((index) => sites[index] ?? []),
      );
      for (const [position, index] of portion.entries()) theirs[index] = outcomes[position] ?? '';
    }
    const differences = rules.flatMap((rule, index) => {
      const [ours, other] = [comparable(own[index] ?? ''), comparable(theirs[index] ?? '')];
      return isSameOutcome(ours, other) ? [] : [{ rule, own: ours, other }];
    });
    expect(differences, `seed ${SEED}`).toEqual([]);
  });

  test('CRD-J14: the estimated cost of every rule is the same to the printed digit', async () => {
    const theirs = await serverRefusals(
      server,
      'Cost',
      COST_CASES.map(({ rule, schema }) => ({ rule: { rule }, schema })),
    );
    const differences = COST_CASES.flatMap(({ rule, schema }, index) => {
      const own = costRefusal(schema, rule);
      const other = (theirs[index] ?? '').replace('Forbidden: ', '').replace(/^contributed.*/, '');
      return own === other ? [] : [{ rule, own, other }];
    });
    expect(differences).toEqual([]);
  });

  test('CRD-X10: old values, messages, reasons and paths come out the same through the whole engine', async () => {
    const writes = TRANSITIONS.map(({ schema, old, spec }): WriteOnRules => {
      const valueOf = (written: JsonObject) => ('value' in written ? (written['value'] ?? null) : written);
      return { schema, old: old === undefined ? undefined : valueOf(old), value: valueOf(spec) };
    });
    const theirs = await serverRulings(server, 'Transition', writes);
    const compiled = compileSchema(parseCrd(writesCrd('Transition', writes)), 'v1', { rules: celRules });
    const own = writes.map(({ old, value }, index) => {
      const stored = old === undefined ? undefined : writtenObject('Transition', index, old);
      const { problems } = compiled.admit(writtenObject('Transition', index, value), { old: stored });
      return problems.map(({ field, message }) => `${field}: ${message}`);
    });
    const titled = (rulings: string[][]) => rulings.map((ruling, index) => [TRANSITIONS[index]?.title, ...ruling]);
    expect(titled(own)).toEqual(titled(theirs));
  });
});

function isSameOutcome(own: string, other: string): boolean {
  if (own === '' || other === '') return own === other;
  return isRefused(own) === isRefused(other) && other.endsWith(own.replace(/^refused: /, ''));
}

function isRefused(outcome: string): boolean {
  return outcome.startsWith('refused') || outcome === 'syntax error' || outcome === 'no authorizer';
}
