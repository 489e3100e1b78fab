import { matchesSelector } from '@slipway/apimachinery/selectors';
import { Pod, Service } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Environment, known } from '../environment.ts';
import type { Read } from '../objects/index.ts';
import type { PodObject } from '../pods/index.ts';
import type { ServiceObject } from './backend.ts';

/** The Services that a pod is behind. */
export function selectingServices(environment: Environment, { metadata: { namespace, labels } }: PodObject) {
  return known(environment, Service, namespace)
    .filter(({ spec }) => spec?.selector && matchesSelector({ matchLabels: spec.selector }, labels))
    .map(({ metadata }) => ({ namespace, name: metadata.name }));
}

/** The pods behind a Service, by name. */
export function selectedPods({ cache }: ReconcileContext<typeof Service>, service: ServiceObject): Read<typeof Pod>[] {
  const { namespace = '' } = service.metadata;
  return cache(Pod)
    .list({ namespace })
    .filter(({ metadata }) => matchesSelector({ matchLabels: service.spec?.selector ?? {} }, metadata.labels))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}
