import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesRule, type Rule, type RuleSubject } from './rules.ts';

const groups = fc.constantFrom('', 'apps');
const versions = fc.constantFrom('v1', 'v2');
const plurals = fc.constantFrom('pods', 'deployments');
const subresources = fc.constantFrom('', 'status', 'scale');
const operations = fc.constantFrom('CREATE' as const, 'UPDATE' as const, 'DELETE' as const);

const subject: fc.Arbitrary<RuleSubject> = fc.record({
  group: groups,
  version: versions,
  plural: plurals,
  subresource: subresources,
  operation: operations,
  name: fc.constantFrom('a', 'b'),
  isNamespaced: fc.boolean(),
});

const some = <T>(items: fc.Arbitrary<T>) => fc.array(fc.oneof(items, fc.constant('*')), { minLength: 1, maxLength: 2 });
const patterns = fc.oneof(
  fc
    .tuple(fc.oneof(plurals, fc.constant('*')), fc.constantFrom('', '/status', '/scale', '/*'))
    .map((parts) => parts.join('')),
);

const rule: fc.Arbitrary<Rule> = fc.record({
  groups: some(groups),
  versions: some(versions),
  resources: fc.array(patterns, { minLength: 1, maxLength: 3 }),
  operations: some(operations),
  scope: fc.constantFrom('*', 'Namespaced', 'Cluster'),
  names: fc.constantFrom([], ['a']),
});

const exact = (one: RuleSubject): Rule => ({
  groups: [one.group],
  versions: [one.version],
  resources: [one.subresource ? `${one.plural}/${one.subresource}` : one.plural],
  operations: [one.operation],
  scope: one.isNamespaced ? 'Namespaced' : 'Cluster',
  names: [one.name],
});

describe('rules of webhooks and policies', () => {
  test('L-10: a rule that names a request exactly matches it, and each wildcard matches more', () => {
    fc.assert(
      fc.property(subject, (one) => {
        const narrow = exact(one);
        expect(matchesRule(narrow, one)).toBe(true);
        for (const wider of [
          { ...narrow, groups: ['*'] },
          { ...narrow, versions: ['*'] },
          { ...narrow, operations: ['*'] },
          { ...narrow, scope: '*' },
          { ...narrow, names: [] },
          { ...narrow, resources: ['*/*'] },
        ]) {
          expect(matchesRule(wider, one)).toBe(true);
        }
      }),
    );
  });

  test('L-10: a rule never matches less for what is added to its lists', () => {
    fc.assert(
      fc.property(rule, rule, subject, (a, b, one) => {
        const both: Rule = {
          groups: [...a.groups, ...b.groups],
          versions: [...a.versions, ...b.versions],
          resources: [...a.resources, ...b.resources],
          operations: [...a.operations, ...b.operations],
          scope: a.scope,
          names: a.names,
        };
        if (matchesRule(a, one)) expect(matchesRule(both, one)).toBe(true);
      }),
    );
  });

  test('L-10: without a slash a rule is about the resource and none of its subresources', () => {
    fc.assert(
      fc.property(subject, (one) => {
        const plain = { ...exact(one), resources: [one.plural] };
        expect(matchesRule(plain, one)).toBe(one.subresource === '');
        expect(matchesRule({ ...plain, resources: ['*'] }, one)).toBe(one.subresource === '');
        expect(matchesRule({ ...plain, resources: [`${one.plural}/*`] }, one)).toBe(true);
      }),
    );
  });
});
