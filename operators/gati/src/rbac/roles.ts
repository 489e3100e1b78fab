import { PERMISSIONS, type Permission, type When } from './permissions.ts';

/** A rule as RBAC spells it. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** The rules for what the operator does where it works, in its own namespace, or on the whole cluster. */
export function rulesOf(place: 'work' | 'own' | 'cluster', reasons: readonly When[]): PolicyRule[] {
  return PERMISSIONS.filter(
    (permission) => (permission.place ?? 'work') === place && reasons.includes(permission.when),
  ).map(ruleOf);
}

function ruleOf({ group, resources, verbs, names }: Permission): PolicyRule {
  return { apiGroups: [group], resources, verbs, ...(names && { resourceNames: names }) };
}
