import { connect, defineKind, installDefinition } from '@slipway/kube';
import { Secret } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';
import { type Condition, createManager } from '@slipway/runtime';
import { openDefinition } from '@slipway/runtime/testing';

/** A Backup can run once there is a Secret of its name. It waits for that, but not for ever. */
const Backup = defineKind<{ patienceSeconds: number }, { conditions?: Condition[]; observedGeneration?: number }>({
  group: 'example.dev',
  version: 'v1',
  kind: 'Backup',
  plural: 'backups',
  scope: 'Namespaced',
});

const local = await startLocalCluster();
const cluster = await connect({ text: local.kubeconfig });
const { client } = cluster;
await installDefinition(client, openDefinition(Backup));

const manager = await createManager({ cluster, metrics: false, health: false });
manager
  .controller(Backup)
  // A change of a Secret concerns the Backup of the same name.
  .watches(Secret, ({ metadata: { namespace, name } }) => [{ namespace, name }])
  .reconcile(({ key, object, cache, status, clock }) => {
    if (!object) return undefined;
    if (cache(Secret).get(key)) {
      status.condition({ type: 'Ready', status: 'True', reason: 'CredentialsFound', message: 'The backup can run.' });
      return undefined;
    }
    // Counted from something that stays: a deadline that moves with every look would never come.
    const asked = Date.parse(object.metadata.creationTimestamp ?? '');
    const until = new Date(asked + object.spec.patienceSeconds * 1000);
    if (clock.wall() < until.getTime()) {
      // What for, until when, who can act: all three are in the condition, and the wait ends by itself.
      return status.waiting({ for: `Secret ${key.name}`, until, owner: 'the person who asked for the backup' });
    }
    const message = `There was no Secret ${key.name} in time; create it, or delete the backup.`;
    status.condition({ type: 'Ready', status: 'False', reason: 'NoCredentials', message });
    return undefined;
  });
await manager.start();

// What follows plays the user, and shows what `kubectl get backup nightly -o yaml` would.
const backups = cluster.cache(Backup);
const isStated = (wanted: string) =>
  new Promise<void>((resolve) => {
    const subscription = backups.onEvent(({ object }) => {
      const [ready] = object.status?.conditions ?? [];
      if (ready?.reason !== wanted) return;
      console.log(`Ready=${ready.status} ${ready.reason}: ${ready.message}`);
      subscription.close();
      resolve();
    });
  });
const nightly = { namespace: 'default', name: 'nightly' };
await client.create(Backup, { metadata: nightly, spec: { patienceSeconds: 2 } });
await isStated('Waiting');
await isStated('NoCredentials');
await client.create(Secret, { metadata: nightly });
await isStated('CredentialsFound');

await manager.stop();
await local.stop();
