import { MANAGER } from '../names/index.ts';
import { rulesOf } from '../rbac/index.ts';
import { type Manifest, NAMESPACE, named } from './workload.ts';

const API = 'rbac.authorization.k8s.io';
const SUBJECTS = [{ kind: 'ServiceAccount', name: MANAGER, namespace: NAMESPACE }];

/** Rights on all namespaces. */
export function clusterAccess(): Manifest[] {
  const rules = [...rulesOf('work', ['always', 'installed']), ...rulesOf('cluster', ['always'])];
  return [...clusterRole(MANAGER, rules), ...role(NAMESPACE, MANAGER, rulesOf('own', ['always']))];
}

/** Rights on some namespaces; of the others a Gateway that is named is read, and what belongs to no namespace. */
export function namespacedAccess(namespaces: readonly string[]): Manifest[] {
  const rules = rulesOf('work', ['always', 'installed']);
  return [
    ...clusterRole(MANAGER, rulesOf('cluster', ['always', 'installed'])),
    ...role(NAMESPACE, MANAGER, rulesOf('own', ['always'])),
    ...namespaces.flatMap((namespace) => role(namespace, MANAGER, rules)),
  ];
}

/** What the gitops target needs beside the rest. */
export const gitopsAccess = (): Manifest[] => clusterRole(`${MANAGER}-gitops`, rulesOf('work', ['gitops']));

/** What the helm target needs beside the rest, in a namespace with releases. */
export const helmAccess = (namespace: string): Manifest[] =>
  role(namespace, `${MANAGER}-helm`, rulesOf('work', ['helm']));

function clusterRole(name: string, rules: readonly object[]): Manifest[] {
  const { labels } = named();
  return [
    { apiVersion: `${API}/v1`, kind: 'ClusterRole', metadata: { name, labels }, rules },
    {
      apiVersion: `${API}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name, labels },
      roleRef: { apiGroup: API, kind: 'ClusterRole', name },
      subjects: SUBJECTS,
    },
  ];
}

function role(namespace: string, name: string, rules: readonly object[]): Manifest[] {
  const metadata = { ...named(name), namespace };
  return [
    { apiVersion: `${API}/v1`, kind: 'Role', metadata, rules },
    {
      apiVersion: `${API}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: API, kind: 'Role', name },
      subjects: SUBJECTS,
    },
  ];
}
