import { type KubeObject, textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { badRequest, notFound, StatusError } from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import type { Call } from './call.ts';
import { chosenContainer } from './containers.ts';

const WHY_NOT: Readonly<Record<string, string>> = {
  // kubectl asks for ports by websocket first and then as they are served (K-14).
  portforward: 'pods/portforward is served over SPDY/3.1 only',
  exec:
    'exec is not possible in localcluster: its containers are simulated, or processes of this machine with no shell ' +
    'of their own. Read what they write with kubectl logs, reach them with kubectl port-forward, or run the command on this machine',
  attach:
    'attach is not possible in localcluster: its containers are simulated, or processes of this machine without a ' +
    'terminal. Read what they write with kubectl logs --follow',
};

/**
 * `exec` and `attach`, and ports by websocket (K-14): what can be checked is checked, then that they are not served.
 */
export async function refuseStream(call: Call, { store }: Kernel): Promise<void> {
  const { resource, namespace = '', name = '', subresource = '' } = call.target;
  const pod: KubeObject | undefined = store.get('pods', keyOf(namespace, name))?.object;
  if (!pod) throw notFound(resource, name);
  if (subresource !== 'portforward') chosenContainer(pod, call.query.get('container') ?? '');
  if (textAt(pod, 'spec', 'nodeName') === '') throw badRequest(`pod ${name} does not have a host assigned`);
  throw new StatusError(501, 'NotImplemented', WHY_NOT[subresource] ?? `pods/${subresource} is not served`);
}
