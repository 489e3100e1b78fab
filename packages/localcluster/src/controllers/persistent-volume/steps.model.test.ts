import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import { BIND_COMPLETED, withAnnotations, withClaim } from '../../volumes/index.ts';
import { type ClaimObject, claimStep, type VolumeObject } from './claim-step.ts';
import { unbound, volumeStep } from './volume-step.ts';

const size = fc.constantFrom('1Gi', '2Gi', '4Gi');
const claims = fc.array(fc.record({ storage: size, wanted: fc.option(fc.nat(4), { nil: undefined }) }), {
  maxLength: 5,
});
const volumes = fc.array(fc.record({ storage: size, reserved: fc.option(fc.nat(4), { nil: undefined }) }), {
  maxLength: 5,
});

const claimOf = (index: number, storage: string, wanted?: number): ClaimObject => ({
  metadata: { ...READ, namespace: 'default', name: `c${index}`, uid: `u${index}` },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage } },
    storageClassName: '',
    ...(wanted !== undefined && { volumeName: `v${wanted}` }),
  },
});
const volumeOf = (index: number, storage: string, reserved?: number): VolumeObject => ({
  metadata: { ...READ, name: `v${index}` },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage },
    persistentVolumeReclaimPolicy: 'Retain',
    ...(reserved !== undefined && { claimRef: { namespace: 'default', name: `c${reserved}` } }),
  },
});

/** Claims and volumes, and the steps taken one after the other in a given order. */
class ClusterModel {
  readonly claims: ClaimObject[];
  readonly volumes: VolumeObject[];

  constructor(given: { claims: ClaimObject[]; volumes: VolumeObject[] }) {
    this.claims = given.claims;
    this.volumes = given.volumes;
  }

  /** Whether anything was done. */
  takeClaim(index: number): boolean {
    const claim = this.claims[index];
    if (!claim) return false;
    const step = claimStep(claim, { volumes: this.volumes, classes: [], waitingPods: [] });
    if (step.is !== 'bind') return false;
    const at = this.volumes.indexOf(step.volume);
    const taken = withClaim(step.volume, claim);
    if (taken) this.volumes[at] = { ...taken, status: { phase: 'Bound' } };
    const isDone = claim.metadata.annotations?.[BIND_COMPLETED] !== undefined;
    const spec = { ...claim.spec, volumeName: step.volume.metadata.name ?? '' };
    this.claims[index] = withAnnotations({ ...claim, spec }, { [BIND_COMPLETED]: 'yes' });
    return taken !== undefined || !isDone;
  }

  takeVolume(index: number): boolean {
    const volume = this.volumes[index];
    if (!volume) return false;
    const step = volumeStep(
      volume,
      this.claims.find(({ metadata }) => metadata.uid === volume.spec?.claimRef?.uid),
    );
    if (step.is !== 'unbind' && step.is !== 'phase') return false;
    const phase = step.is === 'phase' ? step.phase : 'Available';
    if (step.is === 'phase' && volume.status?.phase === phase) return false;
    this.volumes[index] = { ...(step.is === 'unbind' ? unbound(volume) : volume), status: { phase } };
    return true;
  }
}

describe('the binder', () => {
  it('L-20: whatever the order, no volume has two claims, both halves agree, and then it rests', () => {
    fc.assert(
      fc.property(claims, volumes, fc.array(fc.tuple(fc.boolean(), fc.nat(4)), { maxLength: 30 }), (c, v, order) => {
        const world = new ClusterModel({
          claims: c.map(({ storage, wanted }, index) => claimOf(index, storage, wanted)),
          volumes: v.map(({ storage, reserved }, index) => volumeOf(index, storage, reserved)),
        });
        const take = ([isClaim, index]: readonly [boolean, number]): boolean =>
          isClaim ? world.takeClaim(index) : world.takeVolume(index);
        for (const one of order) take(one);
        const all = [0, 1, 2, 3, 4].flatMap((index) => [[true, index] as const, [false, index] as const]);
        let rounds = 0;
        while (all.map(take).some(Boolean)) expect(++rounds).toBeLessThan(20);
        const bound = world.claims.filter(({ metadata }) => metadata.annotations?.[BIND_COMPLETED]);
        expect(new Set(bound.map(({ spec }) => spec?.volumeName)).size).toBe(bound.length);
        for (const { spec, metadata } of bound) {
          const volume = world.volumes.find((each) => each.metadata.name === spec?.volumeName);
          expect(volume).toMatchObject({ spec: { claimRef: { uid: metadata.uid } }, status: { phase: 'Bound' } });
        }
      }),
    );
  });
});
