import { objectsAt, specOf } from '../admitted/index.ts';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { added, larger, type ResourceList, resourceList } from './resource-list.ts';

export type Side = 'requests' | 'limits';

export function resourcesOf(container: JsonObject, side: Side): ResourceList {
  const resources = container['resources'];
  return resourceList((resources as JsonObject | undefined)?.[side]);
}

/** What a pod may say for all of its containers together. */
function isForPods(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

export function hasPodLevelResources(pod: KubeObject): boolean {
  const spec = specOf(pod);
  return [...Object.keys(resourcesOf(spec, 'requests')), ...Object.keys(resourcesOf(spec, 'limits'))].some(isForPods);
}

/**
 * What a pod needs at most at one time: its containers together with the sidecars, or a single init
 * container with the sidecars started before it; what the pod says as a whole counts more.
 */
export function podResources(pod: KubeObject, side: Side): ResourceList {
  let running: ResourceList = {};
  for (const container of objectsAt(pod, 'spec', 'containers')) running = added(running, resourcesOf(container, side));
  let sidecars: ResourceList = {};
  let starting: ResourceList = {};
  for (const container of objectsAt(pod, 'spec', 'initContainers')) {
    const own = resourcesOf(container, side);
    const isSidecar = container['restartPolicy'] === 'Always';
    if (isSidecar) running = added(running, own);
    const together = added(own, sidecars);
    if (isSidecar) sidecars = together;
    starting = larger(starting, together);
  }
  const whole = Object.entries(resourcesOf(specOf(pod), side)).filter(([name]) => isForPods(name));
  return { ...larger(running, starting), ...Object.fromEntries(whole) };
}
