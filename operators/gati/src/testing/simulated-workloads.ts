import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { hashOf } from '@slipway/workloads/names';
import type { ObjectStore } from './object-store.ts';
import { hasLabels, refOf, type Stored } from './stored.ts';

/**
 * What the controllers of a cluster would make of Deployments and Services: pods, their readiness, endpoints. All at
 * once, without steps in between: a Deployment has its pods as soon as it is written.
 */
export function simulateWorkloads(store: ObjectStore, isReady: (deployment: DeploymentResource) => boolean): void {
  for (const deployment of store.list('Deployment', '')) simulateDeployment(store, deployment, isReady(deployment));
  for (const service of store.list('Service', '')) simulateEndpoints(store, service);
}

interface PodTemplate {
  readonly metadata?: { readonly labels?: Record<string, string>; readonly annotations?: Record<string, string> };
  readonly spec?: object;
}

function simulateDeployment(store: ObjectStore, deployment: Stored, isReady: boolean): void {
  const { name, namespace, uid, generation } = deployment.metadata;
  const { replicas = 1, template = {} } = deployment.spec as { replicas?: number; template?: PodTemplate };
  const prefix = `${name}-${hashOf([JSON.stringify(template)])}`;
  const wanted = new Set(Array.from({ length: replicas }, (_, index) => `${prefix}-${index}`));
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true };
  const own = store.list('Pod', namespace).filter((pod) => pod.metadata.ownerReferences?.[0]?.uid === uid);
  for (const pod of own) if (!wanted.has(pod.metadata.name)) store.remove(refOf(pod));
  for (const podName of wanted) {
    const present = store.find({ kind: 'Pod', namespace, name: podName });
    // Labels of a pod that is there are whose who set them.
    const pod = present ?? {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: podName, namespace, ...template.metadata, ownerReferences: [owner] },
      spec: template.spec ?? {},
    };
    store.put({ ...pod, status: podStatus(isReady) });
  }
  const ready = isReady ? replicas : 0;
  const status = {
    observedGeneration: generation,
    replicas,
    updatedReplicas: replicas,
    readyReplicas: ready,
    availableReplicas: ready,
    conditions: [
      { type: 'Available', status: isReady ? 'True' : 'False', reason: 'Simulated', message: '' },
      { type: 'Progressing', status: 'True', reason: 'Simulated', message: '' },
    ],
  };
  store.put({ ...deployment, status });
}

function podStatus(isReady: boolean): object {
  return { phase: 'Running', conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] };
}

function simulateEndpoints(store: ObjectStore, service: Stored): void {
  const { name, namespace, uid } = service.metadata;
  const { selector } = service.spec as { selector?: Record<string, string> };
  if (!selector) return;
  const pods = store.list('Pod', namespace).filter((pod) => hasLabels(pod, selector));
  const slice: DeploymentResource & { apiVersion: string } = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${name}-simulated`,
      namespace,
      labels: { 'kubernetes.io/service-name': name },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name, uid, controller: true }],
    },
    spec: {},
  };
  const endpoints = pods.map((pod) => ({
    conditions: { ready: isPodReady(pod) },
    targetRef: { kind: 'Pod', namespace, name: pod.metadata.name, uid: pod.metadata.uid },
  }));
  store.put(Object.assign(slice, { addressType: 'IPv4', endpoints }));
}

function isPodReady({ status }: Stored): boolean {
  const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
}
