import { startLocalCluster } from '@slipway/localcluster';
import { startControlPlane } from '@slipway/tools/control-plane/index';
import { Server } from '../server.ts';
import { definition } from './subjects.ts';

/** A real API server and localcluster, bare: what a controller wrote would come when it comes. */
export interface Pair {
  readonly kube: Server;
  readonly local: Server;
  stop(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const [real, ours] = await Promise.all([
    startControlPlane({ controllerManager: false, scheduler: false }),
    startLocalCluster({ historyLimit: 1_000_000 }),
  ]);
  const pair = {
    kube: new Server('kube-apiserver', real.kubeconfig),
    local: new Server('localcluster', ours.kubeconfig),
  };
  for (const server of [pair.kube, pair.local]) await define(server);
  return {
    ...pair,
    stop: async () => {
      pair.kube.close();
      pair.local.close();
      await Promise.all([real.stop(), ours.stop()]);
    },
  };
}

async function define(server: Server): Promise<void> {
  const { group, names, versions } = definition.spec;
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const headers = { 'content-type': 'application/json' };
  const answer = await server.ask({ method: 'POST', path, headers, body: JSON.stringify(definition) });
  if (answer.status !== 201) throw new Error(`${server.name}: ${answer.text}`);
  const objects = `/apis/${group}/${versions[0]?.name}/namespaces/default/${names.plural}`;
  while ((await server.ask({ method: 'GET', path: objects })).status !== 200);
}
