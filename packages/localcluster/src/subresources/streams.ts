import { type KubeObject, textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { badRequest, notFound, StatusError } from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import type { Call } from './call.ts';
import { chosenContainer } from './containers.ts';

/** `exec` and `attach`, and ports by websocket (K-14): what can be said of them is said, then that they are not served. */
export async function refuseStream(call: Call, { store }: Kernel): Promise<void> {
  const { resource, namespace = '', name = '', subresource = '' } = call.target;
  const pod: KubeObject | undefined = store.get('pods', keyOf(namespace, name))?.object;
  if (!pod) throw notFound(resource, name);
  if (subresource !== 'portforward') chosenContainer(pod, call.query.get('container') ?? '');
  if (textAt(pod, 'spec', 'nodeName') === '') throw badRequest(`pod ${name} does not have a host assigned`);
  // kubectl asks for ports by websocket first and then as they are served (K-14).
  const why =
    subresource === 'portforward'
      ? 'pods/portforward is served over SPDY/3.1 only'
      : `pods/${subresource} is not served: the pods of this cluster have no shell to connect to`;
  throw new StatusError(501, 'NotImplemented', why);
}
