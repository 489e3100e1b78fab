import { ConfigMap, Namespace, ServiceAccount } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { actor, saysNamespaceEnds } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { isSame } from '../objects/index.ts';

const ACCOUNT = 'default';
const CERTIFICATE = 'kube-root-ca.crt';
const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

export function namespaceContentsController(environment: Environment): void {
  const inNamespace =
    (wanted: string) =>
    ({
      metadata: { namespace = '', name },
    }: {
      readonly metadata: { readonly namespace?: string; readonly name?: string };
    }) =>
      name === wanted ? [{ name: namespace }] : [];
  environment.manager
    .controller(Namespace)
    .named('serviceaccount-controller')
    .watches(ServiceAccount, inNamespace(ACCOUNT), environment.scope)
    .watches(ConfigMap, inNamespace(CERTIFICATE), environment.scope)
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof Namespace>): Promise<void> {
  const { object: found, key, client } = context;
  const namespace = key.name;
  const { namespaces = [namespace] } = environment.scope;
  if (!found || found.status?.phase === 'Terminating' || !namespaces.includes(namespace)) return;
  const hands = actor(environment, 'serviceaccount-controller', Namespace, context);
  const { rootCa } = environment;
  const account = client.get(ServiceAccount, { namespace, name: ACCOUNT });
  const certificate = client.get(ConfigMap, { namespace, name: CERTIFICATE });
  const annotations = { 'kubernetes.io/description': DESCRIPTION };
  const data = { 'ca.crt': rootCa ?? '' };
  try {
    if (!account) await hands.create(ServiceAccount, { metadata: { namespace, name: ACCOUNT } });
    if (rootCa === undefined || isSame(certificate?.data, data)) return;
    if (certificate) await hands.update(ConfigMap, { ...certificate, data });
    else await hands.create(ConfigMap, { metadata: { namespace, name: CERTIFICATE, annotations }, data });
  } catch (error) {
    if (!saysNamespaceEnds(error)) throw error;
  }
}
