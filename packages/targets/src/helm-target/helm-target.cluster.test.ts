import { describeCluster } from '@slipway/test/clusters/suite';
import { ensureTool } from '@slipway/tools/binaries/index';
import { describe } from 'vitest';
import { runContract } from '../../test/contract-world.ts';
import { helms } from '../../test/helms.ts';
import { HelmTarget } from './index.ts';

describeCluster('the helm target, by the contract', { needs: ['objects', 'apply', 'schema'] }, (cluster) => {
  describe.each(helms)('with %s', (name) => {
    runContract(cluster, async (kubeconfig) => {
      const { path: binary } = await ensureTool(name);
      return HelmTarget.open({ kubeconfig, connect: { retry: { maxTries: 2, baseMs: 1 } }, helmOptions: { binary } });
    });
  });
});
