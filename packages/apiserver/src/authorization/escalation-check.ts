import { fieldAt, isEqual, type KubeObject, textAt, without } from '../objects/index.ts';
import type { AdmissionPlugin, ObjectAttributes } from '../operations/index.ts';
import { forbidden, notFound } from '../status/index.ts';
import { type Authorizer, isSuperuser } from './authorizer.ts';
import { escalation } from './escalation.ts';
import { rulesIn } from './rbac.ts';
import type { PolicyRule } from './rule.ts';

const GROUP = 'rbac.authorization.k8s.io';
const FULL_AUTHORITY: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/**
 * Nobody gives away by roles or bindings what they do not have, unless they may `escalate` the role
 * or `bind` it. It looks at what other plugins have made of the object, so it comes after them.
 */
export function escalationCheck(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'RoleEscalation',
    mutate(attributes) {
      const { target, options, object, old } = attributes;
      const { group, plural } = target.resource;
      if (group !== GROUP || target.resource.custom || !options.user || isSuperuser(options.user)) return object;
      if (old && isOnlyForCollection(object, old)) return object;
      if (plural === 'roles' || plural === 'clusterroles') checkRole(authorizer, attributes);
      else checkBinding(authorizer, attributes);
      return object;
    },
  };
}

function checkRole(authorizer: Authorizer, { target, options, object, old }: ObjectAttributes): void {
  const { resource, namespace = '', name = '' } = target;
  const { user } = options;
  if (!user) return;
  // The name in the address: a new role has none there yet.
  const asked = { group: GROUP, resource: resource.plural, subresource: '', namespace, name: old ? name : '' };
  if (authorizer.decide(user, { ...asked, verb: 'escalate' }).allowed) return;
  const held = authorizer.rulesFor(user, namespace).rules;
  const named = object.metadata.name ?? '';
  const more = escalation(user, held, rulesIn(object));
  if (more !== undefined) throw forbidden(resource, named, more);
  // What an aggregated role will hold nobody knows.
  if (![object, old].some((one) => one && aggregates(one))) return;
  if (escalation(user, held, FULL_AUTHORITY) === undefined) return;
  throw forbidden(resource, named, 'must have cluster-admin privileges to use the aggregationRule');
}

function checkBinding(authorizer: Authorizer, { target, options, object }: ObjectAttributes): void {
  const { resource, namespace = '' } = target;
  const { user } = options;
  if (!user) return;
  const roleRef = { kind: textAt(object, 'roleRef', 'kind'), name: textAt(object, 'roleRef', 'name') };
  const plural = roleRef.kind === 'ClusterRole' ? 'clusterroles' : 'roles';
  const role = { group: GROUP, resource: plural, subresource: '', namespace, name: roleRef.name };
  if (authorizer.decide(user, { ...role, verb: 'bind' }).allowed) return;
  const rules = authorizer.rulesOfRole(roleRef, namespace);
  if (!rules) throw notFound(resource, roleRef.name);
  const more = escalation(user, authorizer.rulesFor(user, namespace).rules, rules);
  if (more !== undefined) throw forbidden(resource, object.metadata.name, more);
}

function aggregates(role: KubeObject): boolean {
  const selectors = fieldAt(role, ['aggregationRule', 'clusterRoleSelectors']);
  return Array.isArray(selectors) && selectors.length > 0;
}

/** The garbage collector changes these and grants nothing by it. */
function isOnlyForCollection(object: KubeObject, old: KubeObject): boolean {
  const rest = ({ metadata, ...fields }: KubeObject) => ({
    ...fields,
    metadata: without(metadata, 'ownerReferences', 'finalizers', 'managedFields', 'resourceVersion'),
  });
  return isEqual(rest(object), rest(old));
}
