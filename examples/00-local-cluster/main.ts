import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@slipway/kube';
import { ConfigMap, Namespace } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';

// An API server in this process: no Docker, nothing to install, gone when this ends.
const local = await startLocalCluster();
const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
const kubeconfig = join(folder, 'kubeconfig');
await writeFile(kubeconfig, local.kubeconfig, { mode: 0o600 });

console.log(`A local cluster runs at ${local.url}. In another terminal:

  export KUBECONFIG=${kubeconfig}
  kubectl get namespaces
  kubectl apply --server-side -f - <<< '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"paint"},"data":{"colour":"red"}}'
  kubectl delete configmap paint

What changes is shown here; Ctrl-C ends it.
`);

const cluster = await connect({ text: local.kubeconfig });
for (const kind of [Namespace, ConfigMap]) {
  cluster.cache(kind).onEvent(({ type, object }) => {
    const { namespace, name } = object.metadata ?? {};
    console.log(type.padEnd(8), kind.kind.padEnd(10), namespace ? `${namespace}/${name}` : name);
  });
}

await new Promise((resolve) => process.on('SIGINT', resolve).on('SIGTERM', resolve));
await cluster.close();
await local.stop();
await rm(folder, { recursive: true });
