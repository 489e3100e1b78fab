import { randomUUID } from 'node:crypto';
import { timestamp } from '@slipway/apimachinery/clock';
import { bootstrapPolicy } from '../authorization/index.ts';
import type { ObjectMeta } from '../objects/index.ts';
import { createObject, type Kernel } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';
import { seedApiServices } from './api-services.ts';
import { seedFlowControl } from './flow-control.ts';
import { type InitialObject, seedObjects } from './initial-objects.ts';
import { seedServiceRange } from './service-addresses.ts';

interface Seeded {
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
  readonly body?: object;
}

/** K-170: what exists on a server that nobody has used yet. */
const SEED: readonly Seeded[] = [
  { resource: 'namespaces', name: 'default' },
  { resource: 'namespaces', name: 'kube-system' },
  { resource: 'namespaces', name: 'kube-public' },
  { resource: 'namespaces', name: 'kube-node-lease' },
  {
    resource: 'services',
    namespace: 'default',
    name: 'kubernetes',
    body: {
      metadata: { labels: { component: 'apiserver', provider: 'kubernetes' } },
      spec: {
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }],
        clusterIP: '10.96.0.1',
        clusterIPs: ['10.96.0.1'],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
      },
      status: { loadBalancer: {} },
    },
  },
  {
    resource: 'priorityclasses.scheduling.k8s.io',
    name: 'system-node-critical',
    body: {
      value: 2_000_001_000,
      description: 'Used for system critical pods that must not be moved from their current node.',
      preemptionPolicy: 'PreemptLowerPriority',
    },
  },
  {
    resource: 'priorityclasses.scheduling.k8s.io',
    name: 'system-cluster-critical',
    body: {
      value: 2_000_000_000,
      description:
        'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
      preemptionPolicy: 'PreemptLowerPriority',
    },
  },
];

/** What every server has, and what its owner wants in a new one. */
export async function seed(kernel: Kernel, objects: readonly InitialObject[] = []): Promise<void> {
  for (const { resource: resourceName, namespace, name, body = {} } of SEED) {
    const resource = kernel.registry.named(resourceName);
    const served = resource?.versions[0];
    if (!resource || !served) throw new Error(`${resourceName} is not served`);
    const { metadata, ...rest } = body as { metadata?: object };
    createObject(kernel, { resource, served, namespace }, { ...rest, metadata: { ...metadata, name } });
  }
  await seedObjects(kernel, objects);
  seedServiceRange(kernel);
  seedPolicy(kernel);
  seedApiServices(kernel);
  seedFlowControl(kernel);
}

/** Stored as they are: checking what is known to be right would take most of a cluster's start. */
function seedPolicy({ store, clock }: Kernel): void {
  const time = timestamp(clock.wall());
  for (const { resource, object } of bootstrapPolicy()) {
    const { name = '', namespace, labels, annotations, managedFields = [] } = object.metadata;
    const metadata: ObjectMeta = {
      name,
      ...(namespace && { namespace }),
      uid: randomUUID(),
      // Holds the place in which the server writes it.
      resourceVersion: '',
      creationTimestamp: time,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      managedFields: managedFields.map((entry) => ({ ...entry, time })),
    };
    store.put(resource, keyOf(namespace, name), { ...object, metadata });
  }
}
