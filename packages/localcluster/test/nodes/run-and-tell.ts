/** Runs a process pod on a cluster, sends the id of its process to the parent, and waits to be killed. */
import { connect } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { startLocalCluster } from '../../src/index.ts';
import { startNodes } from '../../src/kubelet/index.ts';

const { kubeconfig } = await startLocalCluster();
const command = ['sh', '-c', 'sleep 300 & echo $$; wait'];
const nodes = await startNodes({ kubeconfig, nodes: 1, processes: { sleeper: { command } } });
const { client } = await connect({ text: kubeconfig });
const made = await client.create(Pod, {
  metadata: { namespace: 'default', name: 'sleeper' },
  spec: { nodeName: nodes.names[0] ?? '', containers: [{ name: 'main', image: 'sleeper' }] },
});
const query = { uid: made.metadata.uid, container: 'main', previous: false, follow: true, tailLines: undefined };
const signal = AbortSignal.timeout(240_000);
for (let lines = nodes.logs({ ...query, signal }); ; lines = nodes.logs({ ...query, signal })) {
  for await (const { text } of lines ?? []) process.send?.(Number(text));
  await new Promise(setImmediate);
}
