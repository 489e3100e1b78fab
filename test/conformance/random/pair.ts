import { startLocalCluster } from '@slipway/localcluster';
import { startControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
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
  const version = `apis/${group}/${versions[0]?.name}`;
  // It serves the objects, tells of them and publishes their schema, each in its own time.
  const isAnswered = async (path: string, accept: string, reported: string): Promise<boolean> => {
    const { status, text } = await server.ask({ method: 'GET', path, headers: { accept } });
    return status === 200 && text.includes(reported);
  };
  const json = 'application/json';
  const aggregated = `${json};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
  await waitUntil(async () => {
    const isUp =
      (await isAnswered(`/${version}/namespaces/default/${names.plural}`, json, 'List')) &&
      (await isAnswered(`/${version}`, json, names.plural)) &&
      (await isAnswered(`/apis/${group}`, json, group)) &&
      (await isAnswered('/apis', aggregated, names.plural)) &&
      (await isAnswered('/openapi/v3', json, version));
    return isUp ? true : undefined;
  });
}
