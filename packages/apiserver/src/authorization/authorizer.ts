import type { User } from '../identity/index.ts';
import { forbidden, forbiddenPath, type StatusError } from '../status/index.ts';
import type { Attributes } from './attributes.ts';
import type { Rbac, RoleRef, Verdict } from './rbac.ts';
import type { PolicyRule } from './rule.ts';

const SUPERUSERS = 'system:masters';

/** Who may do what. */
export interface Authorizer {
  /** Whether those who show nothing are asked about at all, or turned away (401). */
  readonly knowsAnonymous: boolean;
  decide(user: User, wanted: Attributes): Verdict;
  rulesFor(user: User, namespace: string): { readonly rules: readonly PolicyRule[]; readonly problem: string };
  rulesOfRole(role: RoleRef, namespace: string): readonly PolicyRule[] | undefined;
}

export function rbacAuthorizer(rbac: Rbac): Authorizer {
  return {
    knowsAnonymous: true,
    decide: (user, wanted) => (isSuperuser(user) ? { allowed: true, reason: '' } : rbac.decide(user, wanted)),
    rulesFor: (user, namespace) => rbac.rulesFor(user, namespace),
    rulesOfRole: (role, namespace) => rbac.rulesOfRole(role, namespace),
  };
}

const ALL: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/** Every user may do everything: roles and bindings are objects like any other. */
export const alwaysAllow: Authorizer = {
  knowsAnonymous: false,
  decide: () => ({ allowed: true, reason: '' }),
  rulesFor: () => ({ rules: ALL, problem: '' }),
  rulesOfRole: () => [],
};

export function isSuperuser({ groups }: User): boolean {
  return groups.includes(SUPERUSERS);
}

/** K-98. Undefined when it is allowed. */
export function refusal(authorizer: Authorizer, user: User, wanted: Attributes): StatusError | undefined {
  const { allowed, reason } = authorizer.decide(user, wanted);
  return allowed ? undefined : refusalFor(reason, user, wanted);
}

export function refusalFor(reason: string, user: User, wanted: Attributes): StatusError {
  const because = reason === '' ? '' : `: ${reason}`;
  const who = `User ${JSON.stringify(user.name)} cannot ${wanted.verb}`;
  if ('path' in wanted) return forbiddenPath(`${who} path ${JSON.stringify(wanted.path)}${because}`);
  const { group, resource, subresource, namespace, name } = wanted;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = `resource "${resource}${subresource && `/${subresource}`}" in API group "${group}"`;
  return forbidden({ group, plural: resource }, name, `${who} ${what} ${where}${because}`);
}
