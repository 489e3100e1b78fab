import { type Cluster, connect } from '@slipway/kube';
import { Event, PersistentVolume, PersistentVolumeClaim, Pod, StatefulSet, StorageClass } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const namespace = 'default';
const claimSpec = (rest: object = {}) => ({
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  ...rest,
});
const mounting = (claimName: string) => ({
  containers: [{ name: 'c', image: 'x', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
  terminationGracePeriodSeconds: 0,
});

describe('storage of a cluster with nodes', () => {
  const fixture = useCluster(() => ({ nodes: 2 }));
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await connect({ text: fixture.cluster.kubeconfig });
  });
  afterAll(() => cluster.close());

  const until = <T>(look: () => Promise<T | undefined>): Promise<T> => waitUntil(look, AbortSignal.timeout(240_000));
  const claimIn = (phase: string, name: string) =>
    until(async () => {
      const claim = await cluster.client.live.get(PersistentVolumeClaim, { namespace, name });
      return claim?.status?.phase === phase ? claim : undefined;
    });
  const podIn = (phase: string, name: string) =>
    until(async () => {
      const pod = await cluster.client.live.get(Pod, { namespace, name });
      return pod?.status?.phase === phase ? pod : undefined;
    });
  const volumeOf = async (claim: string) => {
    const { spec } = await claimIn('Bound', claim);
    return cluster.client.live.get(PersistentVolume, { name: spec?.volumeName ?? '' });
  };
  const reasonsOf = async (name: string) =>
    (await cluster.client.live.listAll(Event, { namespace }))
      .filter(({ regarding }) => regarding?.name === name)
      .map(({ reason }) => reason);

  it('L-20 L-21: a StatefulSet with claims becomes ready', async () => {
    await cluster.client.create(StatefulSet, {
      metadata: { namespace, name: 'db' },
      spec: {
        replicas: 2,
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'c', image: 'x', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] },
        },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec() }],
      },
    });
    await until(async () => {
      const set = await cluster.client.live.get(StatefulSet, { namespace, name: 'db' });
      return set?.status?.readyReplicas === 2 ? set : undefined;
    });
    const volume = await volumeOf('data-db-0');
    expect(volume).toMatchObject({
      spec: {
        storageClassName: 'standard',
        persistentVolumeReclaimPolicy: 'Delete',
        capacity: { storage: '1Gi' },
        claimRef: { namespace, name: 'data-db-0' },
      },
      status: { phase: 'Bound' },
    });
  });

  it('L-20: a claim of the default class waits for its first pod; its volume goes with it', async () => {
    await cluster.client.create(PersistentVolumeClaim, { metadata: { namespace, name: 'lazy' }, spec: claimSpec() });
    await until(async () => (await reasonsOf('lazy')).find((reason) => reason === 'WaitForFirstConsumer'));
    await cluster.client.create(Pod, { metadata: { namespace, name: 'lazy' }, spec: mounting('lazy') });
    const pod = await podIn('Running', 'lazy');
    const claim = await claimIn('Bound', 'lazy');
    expect(claim.metadata.annotations?.['volume.kubernetes.io/selected-node']).toBe(pod.spec?.nodeName);
    await vi.waitFor(async () =>
      expect(await reasonsOf('lazy')).toEqual(
        expect.arrayContaining(['ExternalProvisioning', 'ProvisioningSucceeded']),
      ),
    );
    const volume = await volumeOf('lazy');

    // A claim in use stays until its pod is gone.
    await cluster.client.delete(PersistentVolumeClaim, { namespace, name: 'lazy' });
    expect(await cluster.client.live.get(PersistentVolumeClaim, { namespace, name: 'lazy' })).toBeDefined();
    await cluster.client.delete(Pod, { namespace, name: 'lazy' });
    await until(async () =>
      (await cluster.client.live.get(PersistentVolume, { name: volume?.metadata.name ?? '' })) ? undefined : true,
    );
  });

  it('L-20: an immediate class makes volumes without a pod, and Retain keeps them', async () => {
    const provisioner = (await cluster.client.live.get(StorageClass, { name: 'standard' }))?.provisioner ?? '';
    await cluster.client.create(StorageClass, { metadata: { name: 'kept' }, provisioner, reclaimPolicy: 'Retain' });
    const spec = claimSpec({ storageClassName: 'kept' });
    await cluster.client.create(PersistentVolumeClaim, { metadata: { namespace, name: 'kept' }, spec });
    const volume = await volumeOf('kept');
    await cluster.client.delete(PersistentVolumeClaim, { namespace, name: 'kept' });
    await until(async () => {
      const found = await cluster.client.live.get(PersistentVolume, { name: volume?.metadata.name ?? '' });
      return found?.status?.phase === 'Released' ? found : undefined;
    });
  });

  it('L-21: a volume that one node reaches draws the pod there', async () => {
    const provisioner = 'kubernetes.io/no-provisioner';
    const volumeBindingMode = 'WaitForFirstConsumer';
    await cluster.client.create(StorageClass, { metadata: { name: 'local' }, provisioner, volumeBindingMode });
    const nodeSelectorTerms = [
      { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node-2'] }] },
    ];
    await cluster.client.create(PersistentVolume, {
      metadata: { name: 'disk' },
      spec: {
        capacity: { storage: '2Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'local',
        local: { path: '/mnt/disk' },
        nodeAffinity: { required: { nodeSelectorTerms } },
      },
    });
    const spec = claimSpec({ storageClassName: 'local' });
    for (const name of ['near', 'far']) {
      await cluster.client.create(PersistentVolumeClaim, { metadata: { namespace, name }, spec });
    }
    await cluster.client.create(Pod, { metadata: { namespace, name: 'near' }, spec: mounting('near') });
    expect((await podIn('Running', 'near')).spec?.nodeName).toBe('node-2');
    expect((await volumeOf('near'))?.metadata.name).toBe('disk');

    await cluster.client.create(Pod, { metadata: { namespace, name: 'far' }, spec: mounting('far') });
    const refused = await until(async () => {
      const pod = await cluster.client.live.get(Pod, { namespace, name: 'far' });
      return pod?.status?.conditions?.find(({ message }) => message)?.message;
    });
    expect(refused).toContain("2 node(s) didn't find available persistent volumes to bind");
  });
});
