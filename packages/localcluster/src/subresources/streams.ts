import { type KubeObject, textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { badRequest, notFound, StatusError } from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import type { Call } from './call.ts';
import { chosenContainer } from './containers.ts';

/** `exec`, `attach` and `portforward` (K-14): what can be said of them is said, then that they are not served. */
export async function refuseStream(call: Call, { store }: Kernel): Promise<void> {
  const { resource, namespace = '', name = '', subresource = '' } = call.target;
  const pod: KubeObject | undefined = store.get('pods', keyOf(namespace, name))?.object;
  if (!pod) throw notFound(resource, name);
  if (subresource !== 'portforward') chosenContainer(pod, call.query.get('container') ?? '');
  if (textAt(pod, 'spec', 'nodeName') === '') throw badRequest(`pod ${name} does not have a host assigned`);
  const instead = subresource === 'portforward' ? ' Its ports can be reached through pods/proxy.' : '';
  throw new StatusError(
    501,
    'NotImplemented',
    `pods/${subresource} is not served: the pods of this cluster have no ${subresource === 'portforward' ? 'network of their own' : 'shell'} to connect to.${instead}`,
  );
}
