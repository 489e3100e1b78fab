import type { ObjectOf } from '@slipway/kube';
import { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@slipway/kube/kinds';
import { describe, it } from 'vitest';
import { useControlTwins } from './control-twins.ts';
import type { Stage } from './stage.ts';

type ClaimSpec = NonNullable<ObjectOf<typeof PersistentVolumeClaim>['spec']>;

const volume = (storage: string, spec: object = {}, metadata: object = {}) => ({
  metadata,
  spec: {
    capacity: { storage },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Retain',
    hostPath: { path: '/tmp/nowhere' },
    ...spec,
  },
});
const claim = (storage: string, spec: Partial<ClaimSpec> = {}) => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, storageClassName: '', ...spec },
});

describe('L-20: claims and volumes come together as with the real binder', () => {
  const twins = useControlTwins();
  const expectSame = (scene: (stage: Stage) => Promise<void>) =>
    twins.expectSame(
      async (stage) => {
        stage.show(PersistentVolumeClaim);
        await scene(stage);
      },
      ['bare', 'local'],
    );
  /** A class by which a scene's volumes and claims find only each other. */
  const classFor = (stage: Stage, binding: 'Immediate' | 'WaitForFirstConsumer' = 'Immediate') =>
    stage.createShared(StorageClass, 'class', { provisioner: 'example.com/nobody', volumeBindingMode: binding });
  const phaseOf = async (stage: Stage, name: string) => (await stage.get(PersistentVolumeClaim, name))?.status?.phase;
  const phaseOfVolume = async (stage: Stage, name: string) =>
    (await stage.cluster.client.live.get(PersistentVolume, { name: `${stage.namespace}-${name}` }))?.status?.phase;
  const available = async (stage: Stage, ...names: string[]) => {
    for (const name of names) await stage.until(async () => (await phaseOfVolume(stage, name)) === 'Available');
  };
  const bound = (stage: Stage, name: string) => stage.until(async () => (await phaseOf(stage, name)) === 'Bound');

  it('L-20: the smallest volume that is large enough is taken, of its class and with its access mode', () =>
    expectSame(async (stage) => {
      const storageClassName = await classFor(stage);
      await stage.createShared(PersistentVolume, 'small', volume('1Gi', { storageClassName }));
      await stage.createShared(PersistentVolume, 'large', volume('9Gi', { storageClassName }));
      await stage.createShared(PersistentVolume, 'right', volume('5Gi', { storageClassName }));
      await stage.createShared(
        PersistentVolume,
        'shared',
        volume('4Gi', { storageClassName, accessModes: ['ReadWriteMany'] }),
      );
      await stage.createShared(
        PersistentVolume,
        'both',
        volume('3Gi', { storageClassName, accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] }),
      );
      await stage.createShared(PersistentVolume, 'classless', volume('3Gi'));
      await available(stage, 'small', 'large', 'right', 'shared', 'both', 'classless');
      await stage.create(PersistentVolumeClaim, 'data', claim('3Gi', { storageClassName }));
      await bound(stage, 'data');
    }));

  it('L-20: a selector chooses among volumes by their labels', () =>
    expectSame(async (stage) => {
      const storageClassName = await classFor(stage);
      const labelled = { labels: { tier: 'fast' } };
      await stage.createShared(PersistentVolume, 'slow', volume('1Gi', { storageClassName }));
      await stage.createShared(PersistentVolume, 'fast', volume('8Gi', { storageClassName }, labelled));
      await available(stage, 'slow', 'fast');
      const selector = { matchExpressions: [{ key: 'tier', operator: 'In', values: ['fast'] }] };
      await stage.create(PersistentVolumeClaim, 'data', claim('1Gi', { storageClassName, selector }));
      await bound(stage, 'data');
    }));

  it('L-20: a volume that is reserved for a claim waits for it, and a claim for the volume that it names', () =>
    expectSame(async (stage) => {
      const storageClassName = await classFor(stage);
      const claimRef = { namespace: stage.namespace, name: 'awaited' };
      await stage.createShared(PersistentVolume, 'reserved', volume('1Gi', { storageClassName, claimRef }));
      await stage.createShared(PersistentVolume, 'named', volume('1Gi', { storageClassName }));
      await available(stage, 'reserved', 'named');
      const volumeName = `${stage.namespace}-named`;
      await stage.create(PersistentVolumeClaim, 'naming', claim('1Gi', { storageClassName, volumeName }));
      await stage.create(PersistentVolumeClaim, 'awaited', claim('1Gi', { storageClassName }));
      await bound(stage, 'naming');
      await bound(stage, 'awaited');
    }));

  it('L-20: what cannot be bound says why', () =>
    expectSame(async (stage) => {
      const storageClassName = await classFor(stage);
      await stage.createShared(PersistentVolume, 'small', volume('1Gi', { storageClassName }));
      await stage.createShared(
        PersistentVolume,
        'other',
        volume('1Gi', { storageClassName, claimRef: { namespace: 'elsewhere', name: 'other' } }),
      );
      await available(stage, 'small', 'other');
      const named = (name: string) => ({ storageClassName, volumeName: `${stage.namespace}-${name}` });
      await stage.create(PersistentVolumeClaim, 'too-large', claim('5Gi', named('small')));
      await stage.create(
        PersistentVolumeClaim,
        'other-mode',
        claim('1Gi', { ...named('small'), accessModes: ['ReadWriteMany'] }),
      );
      await stage.create(
        PersistentVolumeClaim,
        'other-class',
        claim('1Gi', { ...named('small'), storageClassName: '' }),
      );
      await stage.create(PersistentVolumeClaim, 'taken', claim('1Gi', named('other')));
      await stage.create(PersistentVolumeClaim, 'missing', claim('1Gi', named('missing')));
      await stage.create(PersistentVolumeClaim, 'classless', claim('1Gi'));
      await stage.create(PersistentVolumeClaim, 'unknown-class', claim('1Gi', { storageClassName: 'unknown' }));
      await stage.create(PersistentVolumeClaim, 'provisioned', claim('5Gi', { storageClassName }));
      const in5 = await stage.createShared(StorageClass, 'manual', { provisioner: 'kubernetes.io/no-provisioner' });
      await stage.create(PersistentVolumeClaim, 'manual', claim('5Gi', { storageClassName: in5 }));
    }));

  it('L-20: a claim of a class that waits for pods is bound to a reserved volume alone', () =>
    expectSame(async (stage) => {
      const storageClassName = await classFor(stage, 'WaitForFirstConsumer');
      await stage.createShared(PersistentVolume, 'free', volume('1Gi', { storageClassName }));
      await available(stage, 'free');
      await stage.create(PersistentVolumeClaim, 'waiting', claim('1Gi', { storageClassName }));
      const claimRef = { namespace: stage.namespace, name: 'awaited' };
      await stage.createShared(PersistentVolume, 'reserved', volume('1Gi', { storageClassName, claimRef }));
      await stage.create(PersistentVolumeClaim, 'awaited', claim('1Gi', { storageClassName }));
      await bound(stage, 'awaited');
    }));

  it.each(['Retain', 'Delete'] as const)(
    'L-20: a released volume is treated as its policy %s says',
    (persistentVolumeReclaimPolicy) =>
      expectSame(async (stage) => {
        const storageClassName = await classFor(stage);
        const kept = { storageClassName, persistentVolumeReclaimPolicy };
        await stage.createShared(PersistentVolume, 'temporary', volume('1Gi', kept));
        await stage.createShared(
          PersistentVolume,
          'elsewhere',
          volume('2Gi', { ...kept, hostPath: { path: '/var/nowhere' } }),
        );
        await stage.createShared(
          PersistentVolume,
          'driven',
          volume('3Gi', {
            ...kept,
            hostPath: undefined,
            csi: { driver: 'example.com', volumeHandle: 'a' },
          }),
        );
        await stage.createShared(
          PersistentVolume,
          'network',
          volume('4Gi', {
            ...kept,
            hostPath: undefined,
            nfs: { server: 'example.com', path: '/a' },
          }),
        );
        await available(stage, 'temporary', 'elsewhere', 'driven', 'network');
        for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
          await stage.create(PersistentVolumeClaim, name, claim(`${index + 1}Gi`, { storageClassName }));
          await bound(stage, name);
        }
        for (const name of ['a', 'b', 'c', 'd']) await stage.remove(PersistentVolumeClaim, name);
        await stage.until(async () => (await stage.list(PersistentVolumeClaim)).length === 0);
        await stage.until(async () => (await phaseOfVolume(stage, 'driven')) === 'Released');
        await stage.until(async () => (await phaseOfVolume(stage, 'network')) !== 'Bound');
      }),
  );

  it('L-20: a claim whose volume is gone is lost', () =>
    expectSame(async (stage) => {
      const storageClassName = await classFor(stage);
      await stage.createShared(PersistentVolume, 'only', volume('1Gi', { storageClassName }));
      await available(stage, 'only');
      await stage.create(PersistentVolumeClaim, 'data', claim('1Gi', { storageClassName }));
      await bound(stage, 'data');
      const name = `${stage.namespace}-only`;
      await stage.cluster.client.delete(PersistentVolume, { name });
      await stage.cluster.client.patch(PersistentVolume, { name }, { merge: { metadata: { finalizers: null } } });
      await stage.until(async () => (await phaseOf(stage, 'data')) === 'Lost');
    }));
});
