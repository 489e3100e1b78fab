import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import { fieldAt, isEqual, type KubeObject } from '../objects/index.ts';
import { type Kernel, updateObject } from '../operations/index.ts';
import { rulesIn } from './rbac.ts';
import type { PolicyRule } from './rule.ts';

const CLUSTER_ROLES = 'clusterroles.rbac.authorization.k8s.io';

/** The rules of a role that gathers others, in order of their names and each once; undefined for any other role. */
export function aggregatedRules(role: KubeObject, all: readonly KubeObject[]): readonly PolicyRule[] | undefined {
  const selectors = fieldAt(role, ['aggregationRule', 'clusterRoleSelectors']);
  if (!Array.isArray(selectors)) return undefined;
  const rules: PolicyRule[] = [];
  for (const selector of selectors as LabelSelector[]) {
    for (const other of all) {
      if (other.metadata.name === role.metadata.name || !matchesSelector(selector, other.metadata.labels)) continue;
      for (const rule of rulesIn(other)) if (!rules.some((known) => isEqual(known, rule))) rules.push(rule);
    }
  }
  return rules;
}

/**
 * Keeps roles that gather others up to date: after every change of a role, until nothing changes any
 * more. A role that gathers can itself be gathered.
 */
export function startAggregation(kernel: Kernel, later: (task: () => void) => void): () => void {
  let isDue = false;
  const look = (): void => {
    isDue = false;
    const all = kernel.store.list(CLUSTER_ROLES).map(({ object }) => object);
    for (const role of all) {
      const rules = aggregatedRules(role, all);
      if (rules && !isEqual(rules, rulesIn(role))) store(kernel, role, rules);
    }
  };
  return kernel.store.subscribe(CLUSTER_ROLES, () => {
    if (!isDue) later(look);
    isDue = true;
  });
}

function store(kernel: Kernel, { metadata: { name } }: KubeObject, rules: readonly PolicyRule[]): void {
  const resource = kernel.registry.named(CLUSTER_ROLES);
  const served = resource?.versions[0];
  if (!resource || !served) return;
  const change = (old: KubeObject): KubeObject => ({ ...old, rules });
  updateObject(kernel, { resource, served, name }, change, { manager: 'clusterrole-aggregation-controller' });
}
