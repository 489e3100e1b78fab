// Keeps a cache of the pods of one namespace with the informer of @kubernetes/client-node.
import { pathToFileURL } from 'node:url';
import { converse, readOptions } from '../conversation.mjs';

const options = readOptions({ module: { type: 'string' } });
const { kubeconfig, namespace, module } = options;
const { CoreV1Api, KubeConfig, makeInformer } = await import(pathToFileURL(module).href);

const config = new KubeConfig();
config.loadFromFile(kubeconfig);
const api = config.makeApiClient(CoreV1Api);
const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/pods`, () =>
  api.listNamespacedPod({ namespace }),
);
informer.on('error', (error) => {
  console.error(error);
  process.exit(1);
});

await converse(options, async () => {
  await informer.start();
  return informer.list(namespace).length;
});
