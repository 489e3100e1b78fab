import { type Cluster, connect } from '@slipway/kube';
import { ConfigMap, Namespace } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';

/** One more cluster in this process. In earnest: `connect({ context: name, name })`. */
const locals: LocalCluster[] = [];
async function open(name: string): Promise<Cluster> {
  const local = await startLocalCluster();
  locals.push(local);
  return connect({ text: local.kubeconfig, name });
}

const [north, south] = [await open('north'), await open('south')];
const manager = await createManager({ cluster: north, clusters: [south], metrics: false, health: false });

// One controller for all clusters: keys carry the cluster, clusters take turns, and one that is down
// holds up no other.
const greeted = new Map<string, () => void>();
manager
  .controller(Namespace)
  .for({ labelSelector: 'team' })
  .settings({ reportFailures: false })
  .reconcile(async ({ key, object, apply, cluster }) => {
    if (!object) return;
    const metadata = { namespace: key.name, name: 'welcome' };
    await apply(ConfigMap, { metadata, data: { text: `Welcome to ${cluster.name}` } });
    console.log(`${cluster.name}: namespace ${key.name} has its welcome`);
    greeted.get(`${key.cluster}/${key.name}`)?.();
  });
await manager.start();

// What follows plays the users of each cluster.
async function addTeam(cluster: Cluster, name: string): Promise<void> {
  await cluster.client.create(Namespace, { metadata: { name, labels: { team: name } } });
}
async function addTeamAndWait(cluster: Cluster, name: string): Promise<void> {
  const isGreeted = new Promise<void>((resolve) => greeted.set(`${cluster.name}/${name}`, resolve));
  await addTeam(cluster, name);
  await isGreeted;
}
await addTeamAndWait(north, 'red');
await addTeamAndWait(south, 'red');

const west = await open('west');
manager.addCluster(west);
await addTeamAndWait(west, 'red');

await manager.removeCluster('south');
await addTeam(south, 'blue');
await addTeamAndWait(north, 'blue');
const left = await south.client.live.get(ConfigMap, { namespace: 'blue', name: 'welcome' });
console.log('south is left alone:', left === undefined);

await south.close();
await manager.stop();
await Promise.all(locals.map((local) => local.stop()));
