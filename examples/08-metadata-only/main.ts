import { connect, defineKind, type MetadataObject } from '@slipway/kube';
import { Secret } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';

/** Secrets as this operator sees them: their type has no data, and neither has its memory. */
const SecretMetadata = defineKind<never, never, MetadataObject>({
  group: Secret.group,
  version: Secret.version,
  kind: Secret.kind,
  plural: Secret.plural,
  scope: Secret.scope,
});

const local = await startLocalCluster();
const cluster = await connect({ text: local.kubeconfig });
const { client } = cluster;

// Every Secret has an owner: one without the label gets `team: nobody`, as a question to its users.
const manager = await createManager({ cluster, metrics: false, health: false });
manager
  .controller(SecretMetadata)
  .for({ metadataOnly: true })
  .settings({ reportFailures: false })
  .reconcile(async ({ key, object, signal }) => {
    if (!object || object.metadata.labels?.['team']) return;
    await client.patch(Secret, key, { merge: { metadata: { labels: { team: 'nobody' } } } }, { signal });
    console.log(`${key.name} has no team; the operator knows of it: ${Object.keys(object).toSorted().join(', ')}`);
  });
await manager.start();

// What follows plays the user.
const secrets = cluster.cache(Secret);
const stringData = { password: 'correct horse battery staple' };
await client.create(Secret, { metadata: { namespace: 'default', name: 'kept', labels: { team: 'red' } }, stringData });
await client.create(Secret, { metadata: { namespace: 'default', name: 'forgotten' }, stringData });
await new Promise<void>((resolve) => {
  secrets.onEvent(({ object }) => object.metadata.labels?.['team'] === 'nobody' && resolve());
});
console.log(
  'its data is as it was:',
  Object.keys(secrets.get({ namespace: 'default', name: 'forgotten' })?.data ?? {}).join(),
);

await manager.stop();
await local.stop();
