import { expect, it } from 'vitest';
import { checkRules, parseParts, rulesOfTests } from './rules.ts';

const page = `
# Rules
## kube (finished)
| rule | in short |
|---|---|
| R-1 | sockets |
| R-2 | versions |

## engine (planned)
| rules | about |
|---|---|
| R-9–R-11, F-4.1–F-4.2 | queue |
| C08–C10 | schemas |
`;
const test = (text: string) => [{ path: 'a.test.ts', text }];
const rules = (text: string) => rulesOfTests(test(text)).map(({ rule }) => rule);

it('reads parts with single rules and runs of rules', () => {
  expect(parseParts(page)).toEqual([
    { name: 'kube', finished: true, rules: ['R-1', 'R-2'] },
    { name: 'engine', finished: false, rules: ['R-9', 'R-10', 'R-11', 'F-4.1', 'F-4.2', 'C08', 'C09', 'C10'] },
  ]);
});

it('reads one or several rules from the title of a test', () => {
  expect(rules("it('R-1: a', () => {});")).toEqual(['R-1']);
  expect(rules("it('R-1 R-2, F-4.1: a', () => {});")).toEqual(['R-1', 'R-2', 'F-4.1']);
  expect(rules("it.each([\n  [1, f(2)],\n])('R-1: %s', () => {});")).toEqual(['R-1']);
  expect(rules("it.each([\n  ['CRD-V07: a', 1],\n])('%s', () => {});")).toEqual(['CRD-V07']);
  expect(rules('clusterIt(\n  `R-1: on ${name}`, () => {});')).toEqual(['R-1']);
});

it('counts neither groups nor tests that do not run', () => {
  expect(rules("describe('R-1: a', () => {});")).toEqual([]);
  expect(rules("describe.each([1])('R-1: a', () => {});")).toEqual([]);
  expect(rules("it.skip('R-1: a');\nit.todo('R-2: b');")).toEqual([]);
  expect(rules("it('see R-1: a');")).toEqual([]);
});

it('fails when a rule of a finished part has no test', () => {
  expect(checkRules(page, test("it('R-1: a', f);")).findings).toEqual(['R-2 (kube) is in no title of a test']);
  expect(checkRules(page, test("it('R-1 R-2: a', f);")).findings).toEqual([]);
});

it('fails when a test names a rule that does not exist', () => {
  expect(checkRules(page, test("it('R-1 R-2: a', f);\nit('R-99: b', f);")).findings).toEqual([
    'a.test.ts:2: no rule R-99 in docs/rules.md',
  ]);
});

it('says how far each part is', () => {
  expect(checkRules(page, test("it('R-1 R-2 C08: a', f);")).notes).toEqual([
    'finished  kube: 2 of 2 rules have a test',
    'planned   engine: 1 of 8 rules have a test',
  ]);
});
