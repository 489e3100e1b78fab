import { readYaml } from '@slipway/crd/schema';
import type { AnyKind, AnyObject, Cluster } from '@slipway/kube';
import { ClusterRole, ClusterRoleBinding, Namespace, Role, RoleBinding, ServiceAccount } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { clusterAccess, gitopsAccess, helmAccess, namespacedAccess } from '../../src/install/access.ts';
import { NAMESPACE, namespaceAndAccount } from '../../src/install/workload.ts';
import { MANAGER } from '../../src/names/index.ts';
import type { PolicyRule } from '../../src/rbac/index.ts';

/** The operator as the API server calls it. */
export const ACCOUNT = `system:serviceaccount:${NAMESPACE}:${MANAGER}`;

const KINDS = [Namespace, ServiceAccount, ClusterRole, ClusterRoleBinding, Role, RoleBinding] as readonly AnyKind[];
type Manifest = AnyObject & { readonly kind: string; readonly rules?: readonly PolicyRule[] };

/** Which of the rights that are shipped an operator is given. */
interface AccountOptions {
  /** @default all */
  readonly namespaces?: readonly string[] | undefined;
  /** @default kubernetes */
  readonly target?: 'kubernetes' | 'helm' | 'gitops';
  /** Namespaces with releases of helm. @default none */
  readonly releases?: readonly string[];
}

/** Gives the operator its account and its rights. Resolves with a token once they hold. */
export async function openAccount(admin: Cluster, options: AccountOptions = {}): Promise<string> {
  const manifests = [...namespaceAndAccount(), ...accessOf(options)] as unknown as readonly Manifest[];
  for (const manifest of manifests) {
    const kind = KINDS.find((one) => one.kind === manifest.kind);
    if (!kind) throw new Error(`${manifest.kind} is nothing that an account is made of`);
    await admin.client.apply(kind, manifest, { fieldManager: 'person', force: true });
  }
  await Promise.all(manifests.flatMap(({ metadata, rules = [] }) => untilHolds(admin, metadata?.namespace, rules[0])));
  return tokenOf(admin);
}

function accessOf({ namespaces, target, releases = [] }: AccountOptions): readonly object[] {
  return [
    ...(namespaces ? namespacedAccess(namespaces) : clusterAccess()),
    ...(target === 'gitops' ? gitopsAccess() : []),
    ...(target === 'helm' ? releases.flatMap((namespace) => helmAccess(namespace)) : []),
  ];
}

/** A server learns of a role a moment after it was written, of all its rules at once. */
async function untilHolds(admin: Cluster, namespace: string | undefined, rule: PolicyRule | undefined): Promise<void> {
  if (!rule) return;
  const [group, resource, verb] = [rule.apiGroups[0], rule.resources[0], rule.verbs[0]];
  const body = JSON.stringify({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user: ACCOUNT, resourceAttributes: { group, resource, verb, ...(namespace && { namespace }) } },
  });
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  await waitUntil(async () => {
    const { status } = await admin.transport.json<{ status: { allowed: boolean } }>({ method: 'POST', path, body });
    return status.allowed || undefined;
  });
}

/** A token of the account. */
export async function tokenOf(admin: Cluster): Promise<string> {
  const { status } = await admin.transport.json<{ status: { token: string } }>({
    method: 'POST',
    path: `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/${MANAGER}/token`,
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
  });
  return status.token;
}

interface Kubeconfig {
  readonly clusters: readonly [{ readonly name: string; readonly cluster: object }];
}

/** The way to the same server, with the token of the account and nothing else. */
export function accountKubeconfig(kubeconfig: string, token: string): string {
  const [document] = readYaml(kubeconfig, 'kubeconfig');
  if (!document) throw new Error('the kubeconfig is empty');
  const { clusters } = document.value as unknown as Kubeconfig;
  const context = { cluster: clusters[0].name, user: MANAGER, namespace: NAMESPACE };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': MANAGER,
    contexts: [{ name: MANAGER, context }],
    clusters,
    users: [{ name: MANAGER, user: { token } }],
  });
}
