// Keeps a cache of the pods of one namespace with @slipway/kube, as it is built for release.
import { Caches, createTransport, loadKubeconfig } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { converse, readOptions } from '../conversation.mjs';

const options = readOptions({ 'metadata-only': { type: 'boolean', default: false } });
const transport = createTransport(await loadKubeconfig({ path: options.kubeconfig }));
const caches = new Caches({ transport });

await converse(async () => {
  const pods = caches.acquire(Pod, {
    namespaces: [options.namespace],
    keepManagedFields: options['keep-managed-fields'],
    metadataOnly: options['metadata-only'],
  });
  await pods.waitForSync();
  return pods.list().length;
});
