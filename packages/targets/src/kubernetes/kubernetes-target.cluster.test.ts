import { describeCluster } from '@slipway/test/clusters/suite';
import { runContract } from '../../test/contract-world.ts';
import { KubernetesTarget } from './index.ts';

describeCluster('the kubernetes target, by the contract', { needs: ['objects', 'apply', 'schema'] }, (cluster) => {
  runContract(cluster, (kubeconfig) =>
    KubernetesTarget.open({ connect: { text: kubeconfig, retry: { maxTries: 2, baseMs: 1 } } }),
  );
});
