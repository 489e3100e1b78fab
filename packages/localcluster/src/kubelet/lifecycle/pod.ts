import type { DeepReadonly, ObjectOf } from '@slipway/kube';
import type { Pod, Stored } from '@slipway/kube/kinds';

export type PodObject = Stored<DeepReadonly<ObjectOf<typeof Pod>>>;
export type PodSpec = NonNullable<PodObject['spec']>;
export type Container = PodSpec['containers'][number];
export type PodStatus = NonNullable<ObjectOf<typeof Pod>['status']>;
export type PodCondition = NonNullable<PodStatus['conditions']>[number];
export type ContainerStatus = NonNullable<PodStatus['containerStatuses']>[number];

/** `web_default(uid)`: how the kubelet names a pod in messages. */
export function describePod({ metadata }: PodObject): string {
  return `${metadata.name}_${metadata.namespace}(${metadata.uid})`;
}

/** An init container that goes on running beside the others. */
export function isSidecar(container: Container): boolean {
  return (container as { restartPolicy?: string }).restartPolicy === 'Always';
}

/** Every container of a pod, init containers first: the order in which they start. */
export function containersOf(pod: PodObject): readonly Container[] {
  return [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
}

export function isTerminal(pod: PodObject): boolean {
  const phase = pod.status?.phase;
  return phase === 'Succeeded' || phase === 'Failed';
}
