import type { DeploymentResource, IDeploymentTarget } from '@gati-framework/contracts/deployment';
import { type AnyObject, type Cluster, connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import type { FaultProxy } from '@slipway/kube/testing';
import { type ContractContext, targetContract } from '@slipway/targets/testing';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { startSecureProxy } from './secure-proxy.ts';

export interface OpenedTarget {
  readonly target: IDeploymentTarget & { close(): Promise<void> };
}

/** Registers the cases of the contract for one target, which reaches the cluster through a fault proxy. */
export function runContract(
  cluster: () => TestCluster,
  open: (kubeconfig: string) => Promise<OpenedTarget['target']>,
): void {
  let proxy: FaultProxy;
  let target: OpenedTarget['target'];
  let admin: Cluster;

  beforeAll(async () => {
    proxy = await startSecureProxy(cluster().kubeconfig);
    admin = await connect({ text: cluster().kubeconfig });
    target = await open(proxy.kubeconfig);
  });
  afterAll(async () => {
    await target?.close();
    await admin?.close();
    await proxy?.stop();
  });

  const world = (): ContractContext => ({
    target,
    freshNamespace: () => freshNamespace(cluster()),
    createForeign: async (resource: DeploymentResource) => {
      const { spec: _spec, ...object } = resource;
      await admin.client.create(ConfigMap, object as AnyObject as never);
    },
    failReads: () => proxy.inject({ match: { verb: ['get', 'list'] }, fault: 'answer', args: { status: 500 } }),
    until: async (condition) => {
      await vi.waitFor(
        async () => {
          if (!(await condition())) throw new Error('it does not hold yet');
        },
        { timeout: 20_000, interval: 20 },
      );
    },
  });

  for (const { title, run } of targetContract) test(title, { timeout: 300_000 }, () => run(world()));
}
