import { connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { Channel, poll } from '@slipway/runtime/source';
import { TenantsTable } from './tenants-table.ts';

const tenants = new TenantsTable();
await tenants.put('acme', 'small'); // Before the operator starts: nobody was there to be notified.

const local = await startLocalCluster();
const cluster = await connect({ text: local.kubeconfig });
const applier = cluster.applier('example.dev/tenants');

// Two sources: notifications are quick, and the poll finds whatever they missed.
const notified = new Channel<string>();
tenants.listen((id) => notified.add(id));
const due = poll({
  keys: () => tenants.due(),
  everyMs: 30_000,
  onError: (error) => console.error('the table cannot be read; it is tried again', error),
});

const manager = await createManager({ cluster, metrics: false, health: false });
manager.work({
  name: 'tenants',
  sources: [due, notified],
  // A key says which row, never what to do: the row is read when its turn comes, and is the newest then.
  async reconcile({ key: id, signal }) {
    const row = await tenants.find(id);
    if (!row) return;
    await applier.apply(
      ConfigMap,
      {
        metadata: { namespace: 'default', name: `tenant-${id}`, labels: { 'example.dev/tenant': id } },
        data: { plan: row.plan },
      },
      { ownerLabel: 'example.dev/tenant', signal },
    );
    // With the version that was read: a change since then leaves the row due.
    await tenants.markApplied(id, row.version);
    console.log(`${id} has plan ${row.plan} in the cluster`);
  },
});
await manager.start();

// What follows plays the application that owns the table.
const isApplied = async (id: string) => {
  while ((await tenants.due()).includes(id)) await cluster.clock.sleep(10);
};
await isApplied('acme');
await tenants.put('acme', 'large');
await tenants.put('globex', 'small');
await isApplied('acme');
await isApplied('globex');

await manager.stop();
await local.stop();
