import { fileURLToPath } from 'node:url';
import { connect } from '@slipway/kube';
import { Namespace } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { SERVING_IMAGE } from './handler-text.ts';
import { Rig, type RigOptions } from './rig.ts';

const SERVER = fileURLToPath(new URL('handler-server.mjs', import.meta.url));
/** For `processes` of a local cluster: handlers that run. The samples' image is one of them. */
export const SERVING = {
  [SERVING_IMAGE]: { command: [process.execPath, SERVER] },
  'my-app': { command: [process.execPath, SERVER] },
};
type More = Partial<Omit<RigOptions, 'kubeconfig' | 'namespace' | 'nodes'>>;
export type StartRig = (more?: More) => Promise<Rig>;

/** Stories with pods that are real processes and answer requests: on localcluster, whose Services have addresses here. */
export function describeServing(title: string, body: (start: StartRig, cluster: () => LocalCluster) => void): void {
  describe(title, () => {
    let local: LocalCluster;
    beforeAll(async () => {
      local = await startLocalCluster({ nodes: 2, controllers: true, processes: SERVING });
    });
    afterAll(() => local?.stop());
    let count = 0;
    const start: StartRig = async (more) => {
      const { kubeconfig, nodes } = local;
      const namespace = `story-${++count}`;
      const admin = await connect({ text: kubeconfig });
      await admin.client.create(Namespace, { metadata: { name: namespace } });
      if (!nodes) throw new Error('the cluster was started without nodes');
      const rig = await Rig.start({ kubeconfig, namespace, nodes, ...more });
      onTestFinished(async () => {
        // Its processes would go on beside those of the next story.
        await admin.client.delete(Namespace, { name: namespace });
        await rig.stop();
        await admin.close();
      });
      return rig;
    };
    body(start, () => local);
  });
}

/** Stories with simulated pods: on localcluster and on a real control plane. */
export function describeOperator(title: string, body: (start: StartRig, cluster: () => TestCluster) => void): void {
  describeCluster(title, { needs: ['objects', 'apply', 'schema', 'controllers'] }, (cluster) => {
    let nodes: Nodes;
    beforeAll(async () => {
      nodes = await startNodes({ kubeconfig: cluster().kubeconfig, nodes: 2 });
    });
    afterAll(() => nodes?.stop());
    const start: StartRig = async (more) => {
      const namespace = await freshNamespace(cluster());
      const controllers = { namespaces: [namespace], ...more?.controllers };
      const { kubeconfig } = cluster();
      nodes.rules = [];
      const rig = await Rig.start({ kubeconfig, namespace, nodes, ...more, controllers });
      onTestFinished(() => rig.stop());
      return rig;
    };
    body(start, cluster);
  });
}
