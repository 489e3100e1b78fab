// Keeps a cache of the pods of one namespace with @slipway/kube, as it is built for release.
import { connect } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { converse, readOptions } from '../conversation.mjs';

const options = readOptions({ 'metadata-only': { type: 'boolean', default: false } });
const cluster = await connect({ path: options.kubeconfig });

await converse(options, async () => {
  const pods = cluster.cache(Pod, {
    namespaces: [options.namespace],
    keepManagedFields: options['keep-managed-fields'],
    metadataOnly: options['metadata-only'],
  });
  await pods.waitForSync();
  return pods.list().length;
});
