import { createObject, type Kernel } from '../operations/index.ts';
import type { Resource, ServedVersion } from '../resources/index.ts';
import { keyOf } from '../store/index.ts';

const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/**
 * K-153: every namespace has the service account that its pods run as, and the certificate by which
 * they know the server. Both come back when they are deleted.
 */
export function startServiceAccounts(kernel: Kernel, caPem: string, later: (task: () => void) => void): () => void {
  const contents = {
    serviceaccounts: { metadata: { name: 'default' } },
    configmaps: {
      metadata: { name: 'kube-root-ca.crt', annotations: { 'kubernetes.io/description': DESCRIPTION } },
      data: { 'ca.crt': caPem },
    },
  };
  const fill = (namespace: string): void => {
    const entry = kernel.store.get('namespaces', keyOf(undefined, namespace));
    if (!entry || entry.object.metadata.deletionTimestamp !== undefined) return;
    for (const [plural, object] of Object.entries(contents)) {
      if (kernel.store.get(plural, keyOf(namespace, object.metadata.name))) continue;
      const resource = kernel.registry.named(plural) as Resource;
      createObject(kernel, { resource, served: resource.versions[0] as ServedVersion, namespace }, object);
    }
  };
  const keys = Object.entries(contents).map(([plural, { metadata }]) => `${plural} ${metadata.name}`);
  const isMissed = (collection: string, name: string): boolean => keys.includes(`${collection} ${name}`);

  return kernel.store.subscribe('*', ({ key, current, previous }, collection) => {
    const separator = key.indexOf('/');
    const name = key.slice(separator + 1);
    if (collection === 'namespaces') {
      if (current && !previous) later(() => fill(name));
    } else if (!current && isMissed(collection, name)) later(() => fill(key.slice(0, separator)));
  });
}
