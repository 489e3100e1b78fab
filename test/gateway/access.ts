import type { Client } from '@slipway/kube';
import { ClusterRole, ClusterRoleBinding, Namespace, ServiceAccount } from '@slipway/kube/kinds';

const NAME = 'test-gateway';

/** What Traefik documents that it needs; nothing here is of the administrator's. */
const rules = [
  { apiGroups: [''], resources: ['namespaces'], verbs: ['list', 'watch'] },
  { apiGroups: [''], resources: ['services', 'secrets', 'configmaps'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
  {
    apiGroups: ['gateway.networking.k8s.io'],
    resources: ['gatewayclasses', 'gateways', 'httproutes', 'grpcroutes', 'referencegrants', 'backendtlspolicies'],
    verbs: ['get', 'list', 'watch'],
  },
  {
    apiGroups: ['gateway.networking.k8s.io'],
    resources: ['gatewayclasses/status', 'gateways/status', 'httproutes/status', 'grpcroutes/status'],
    verbs: ['update'],
  },
];

/** Makes the gateway's service account in a namespace and returns a token of it. */
export async function grantAccess(client: Client, namespace: string, signal: AbortSignal): Promise<string> {
  const options = { fieldManager: NAME, force: true, signal };
  const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: NAME };
  const subjects = [{ kind: 'ServiceAccount', name: NAME, namespace }];
  await client.apply(Namespace, { metadata: { name: namespace } }, options);
  await client.apply(ServiceAccount, { metadata: { namespace, name: NAME } }, options);
  const clusterRole = { metadata: { name: NAME }, rules };
  await client.apply(ClusterRole, clusterRole, options);
  const binding = { metadata: { name: NAME }, roleRef: role, subjects };
  await client.apply(ClusterRoleBinding, binding, options);
  const tokens = client.subresource<{ status: { token: string } }>(ServiceAccount, { namespace, name: NAME }, 'token');
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  return (await tokens.create(request, { signal })).status.token;
}
