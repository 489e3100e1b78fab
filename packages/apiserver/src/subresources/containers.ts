import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import { badRequest } from '../status/index.ts';

/** The container that a request is about: the one it names, or the only one there is. */
export function chosenContainer(pod: KubeObject, asked: string): string {
  const { name: podName = '' } = pod.metadata;
  const own = containerNames(pod, 'containers');
  const all = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => containerNames(pod, list));
  if (asked !== '') {
    if (all.includes(asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${podName}`);
  }
  const [only, ...others] = own;
  if (only !== undefined && others.length === 0) return only;
  const needed = `a container name must be specified for pod ${podName}`;
  if (only === undefined) throw badRequest(needed);
  throw badRequest(`${needed}, choose one of: [${all.join(' ')}]`);
}

function containerNames(pod: KubeObject, list: string): string[] {
  const containers = fieldAt(pod, ['spec', list]);
  return Array.isArray(containers) ? containers.map((one) => textAt(one, 'name')) : [];
}

/** What is known of how a container is; undefined before any report. */
export function containerStatus(pod: KubeObject, name: string): unknown {
  for (const list of ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']) {
    const statuses = fieldAt(pod, ['status', list]);
    const found = Array.isArray(statuses) && statuses.find((one) => textAt(one, 'name') === name);
    if (found) return found;
  }
  return undefined;
}
