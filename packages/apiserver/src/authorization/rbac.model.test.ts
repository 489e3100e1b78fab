import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyOf, Store } from '../store/index.ts';
import type { Attributes } from './attributes.ts';
import { escalation } from './escalation.ts';
import { Rbac } from './rbac.ts';
import { type PolicyRule, ruleAllows } from './rule.ts';

const GROUP = 'rbac.authorization.k8s.io';
const few = <T>(...values: T[]): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });

const rule: fc.Arbitrary<PolicyRule> = fc.oneof(
  fc.record(
    {
      verbs: few('get', 'list', '*'),
      apiGroups: few('', 'apps', '*'),
      resources: few('pods', 'pods/log', '*/log', 'secrets', '*'),
      resourceNames: few('a', 'b'),
    },
    { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
  ),
  fc.record({ verbs: few('get', 'post', '*'), nonResourceURLs: few('/a', '/a/*', '/b*', '*') }),
);

const namespaces = ['', 'n1', 'n2'];
const users = ['u1', 'u2', 'system:serviceaccount:n1:s'];
const groups = ['g1', 'g2'];
const subject = fc.oneof(
  fc.record({ kind: fc.constant('User'), name: fc.constantFrom(...users) }),
  fc.record({ kind: fc.constant('Group'), name: fc.constantFrom(...groups) }),
  fc.record({ kind: fc.constant('ServiceAccount'), name: fc.constant('s'), namespace: fc.constantFrom('n1', 'n2') }),
);
interface Role {
  readonly kind: 'ClusterRole' | 'Role';
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly PolicyRule[];
}
interface Binding {
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[];
}
type Command = { readonly role: Role } | { readonly binding: Binding } | { readonly remove: number };

const names = fc.constantFrom('r1', 'r2', 'r3');
const role: fc.Arbitrary<Role> = fc
  .record({ namespace: fc.constantFrom(...namespaces), name: names, rules: fc.array(rule, { maxLength: 2 }) })
  .map((one) => ({ ...one, kind: one.namespace === '' ? 'ClusterRole' : 'Role' }));
const binding: fc.Arbitrary<Binding> = fc.record({
  namespace: fc.constantFrom(...namespaces),
  name: fc.constantFrom('b1', 'b2', 'b3'),
  roleRef: fc.record({ kind: fc.constantFrom('ClusterRole', 'Role'), name: names }),
  subjects: fc.array(subject, { maxLength: 3 }),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ role }),
  fc.record({ binding }),
  fc.record({ remove: fc.nat(9) }),
);
const attributes: fc.Arbitrary<Attributes> = fc.oneof(
  fc.record({
    verb: fc.constantFrom('get', 'list', 'delete'),
    group: fc.constantFrom('', 'apps', 'batch'),
    resource: fc.constantFrom('pods', 'secrets'),
    subresource: fc.constantFrom('', 'log'),
    namespace: fc.constantFrom(...namespaces),
    name: fc.constantFrom('', 'a', 'c'),
  }),
  fc.record({ verb: fc.constantFrom('get', 'post'), path: fc.constantFrom('/a', '/a/x', '/b', '/c') }),
);
const user = fc.record({ name: fc.constantFrom(...users), groups: fc.subarray(groups) });

/** What RBAC means, with no index and nothing shared with the code under test. */
function allowedBy(
  roles: readonly Role[],
  bindings: readonly Binding[],
  who: { name: string; groups: string[] },
  wanted: Attributes,
): boolean {
  const namespace = 'path' in wanted ? '' : wanted.namespace;
  return bindings.some((one) => {
    if (one.namespace !== '' && one.namespace !== namespace) return false;
    const isFor = one.subjects.some(({ kind, name, namespace: home }) => {
      if (kind === 'Group') return who.groups.includes(name);
      return who.name === (kind === 'User' ? name : `system:serviceaccount:${home}:${name}`);
    });
    const { kind, name } = one.roleRef;
    const found = roles.find(
      (each) =>
        each.kind === kind && each.name === name && (kind === 'ClusterRole' || each.namespace === one.namespace),
    );
    return isFor && (found?.rules ?? []).some((each) => naive(each, wanted));
  });
}

function naive(one: PolicyRule, wanted: Attributes): boolean {
  const matches = (pattern: string, text: string): boolean =>
    pattern === text || (pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1)));
  if (!one.verbs.some((verb) => verb === '*' || verb === wanted.verb)) return false;
  if ('path' in wanted) return (one.nonResourceURLs ?? []).some((url) => matches(url, wanted.path));
  const full = wanted.subresource === '' ? wanted.resource : `${wanted.resource}/${wanted.subresource}`;
  const patterns = wanted.subresource === '' ? ['*', full] : ['*', full, `*/${wanted.subresource}`];
  return (
    (one.apiGroups ?? []).some((group) => group === '*' || group === wanted.group) &&
    (one.resources ?? []).some((resource) => patterns.includes(resource)) &&
    (one.resourceNames === undefined || one.resourceNames.includes(wanted.name))
  );
}

describe('RBAC against a reference without an index', () => {
  test('L-11: after any history of roles and bindings every question has the reference’s answer', () => {
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 30 }),
        fc.array(fc.tuple(user, attributes), { minLength: 1, maxLength: 20 }),
        fc.nat(29),
        (commands, questions, startAt) => {
          const store = new Store();
          const held = new Map<string, Role | Binding>();
          let rbac: Rbac | undefined;
          for (const [index, step] of commands.entries()) {
            if (index === startAt) rbac = new Rbac(store);
            if ('remove' in step) {
              const key = [...held.keys()][step.remove];
              if (key === undefined) continue;
              held.delete(key);
              const [collection = '', place = ''] = key.split(' ');
              store.remove(collection, place);
              continue;
            }
            const object = 'role' in step ? step.role : step.binding;
            const plural = `${object.namespace === '' ? 'cluster' : ''}role${'role' in step ? 's' : 'bindings'}`;
            const place = keyOf(object.namespace || undefined, object.name);
            held.set(`${plural}.${GROUP} ${place}`, object);
            const { namespace, name, ...rest } = object;
            store.put(`${plural}.${GROUP}`, place, { metadata: { name, ...(namespace && { namespace }) }, ...rest });
          }
          rbac ??= new Rbac(store);
          const all = [...held.values()];
          const roles = all.filter((one): one is Role => 'rules' in one);
          const bindings = all.filter((one): one is Binding => 'roleRef' in one);
          for (const [who, wanted] of questions) {
            expect(rbac.decide(who, wanted).allowed).toBe(allowedBy(roles, bindings, who, wanted));
          }
          rbac.stop();
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('giving away rights', () => {
  const nobody = { name: 'u', groups: [] };

  test('L-11: a user who may give a rule away may do all that it allows', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 4 }),
        rule,
        fc.array(attributes, { maxLength: 20 }),
        (held, given, asked) => {
          if (escalation(nobody, held, [given]) !== undefined) return;
          for (const wanted of asked.filter((one) => ruleAllows(given, one))) {
            expect(held.some((one) => ruleAllows(one, wanted))).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('L-11: users may give away what they have', () => {
    fc.assert(fc.property(fc.array(rule, { maxLength: 4 }), (held) => escalation(nobody, held, held) === undefined));
  });
});
