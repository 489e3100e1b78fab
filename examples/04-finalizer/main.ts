import { connect, defineKind, installDefinition } from '@slipway/kube';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { openDefinition } from '@slipway/runtime/testing';

/** A bucket of a cloud that knows nothing of Kubernetes: no garbage collector deletes what is made there. */
const Bucket = defineKind<{ region: string }, { place?: string }>({
  group: 'example.dev',
  version: 'v1',
  kind: 'Bucket',
  plural: 'buckets',
  scope: 'Namespaced',
});

/** The cloud's API. Both calls can be repeated: a reconcile may crash after any of them. */
const regions = new Map<string, string>();
const cloud = {
  async ensureBucket(name: string, region: string): Promise<string> {
    if (regions.get(name) !== region) console.log(`cloud: bucket ${name} is made in ${region}`);
    regions.set(name, region);
    return `${region}/${name}`;
  },
  async deleteBucket(name: string): Promise<void> {
    if (regions.delete(name)) console.log(`cloud: bucket ${name} is deleted`);
  },
};

const local = await startLocalCluster();
const cluster = await connect({ text: local.kubeconfig });
const { client } = cluster;
await installDefinition(client, openDefinition(Bucket));

const manager = await createManager({ cluster, metrics: false, health: false });
manager
  .controller(Bucket)
  // The finalizer is on the object before the reconcile first runs, and until the cleanup has succeeded:
  // whatever crashes in between, no bucket is left behind.
  .finalizer('example.dev/bucket', ({ key }) => cloud.deleteBucket(key.name))
  .reconcile(async ({ key, object, status }) => {
    if (!object) return;
    status.set({ place: await cloud.ensureBucket(key.name, object.spec.region) });
  });
await manager.start();

// What follows plays the user.
const photos = { namespace: 'default', name: 'photos' };
const buckets = cluster.cache(Bucket);
const isTrue = (condition: () => boolean) =>
  new Promise<void>((resolve) => {
    const subscription = buckets.onEvent(() => {
      if (!condition()) return;
      subscription.close();
      resolve();
    });
  });
await client.create(Bucket, { metadata: photos, spec: { region: 'north' } });
await isTrue(() => buckets.get(photos)?.status?.place !== undefined);
console.log('its status:', buckets.get(photos)?.status?.place);
console.log('its finalizers:', buckets.get(photos)?.metadata.finalizers?.join());
await client.delete(Bucket, photos);
await isTrue(() => buckets.get(photos) === undefined);
console.log('the object is gone; buckets left in the cloud:', regions.size);

await manager.stop();
await local.stop();
