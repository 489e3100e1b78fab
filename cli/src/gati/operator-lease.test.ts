import { KubeError } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { lookForOperator, type Watched } from './operator-lease.ts';

const clock = new FakeClock();
const renewed = (agoMs: number, holderIdentity = 'pod-1') => ({
  spec: { holderIdentity, renewTime: new Date(clock.wall() - agoMs).toISOString() },
});

/** A cluster with these Leases; `there` is the one of the namespace that is named. */
function clusterOf(all: readonly object[] | Error, there?: object): Watched {
  const listAll = () => (all instanceof Error ? Promise.reject(all) : Promise.resolve(all));
  return { clock, client: { live: { listAll, get: () => Promise.resolve(there) } } } as unknown as Watched;
}

const forbidden = new KubeError('KUBE_FORBIDDEN', 'leases in all namespaces');

describe('the Lease of an operator', () => {
  it.each([
    ['renewed in any namespace is that of one that runs', clusterOf([renewed(60_000), renewed(2_000)]), true, true],
    ['that is old, or was handed back, is of none', clusterOf([renewed(60_000), renewed(1_000, '')]), false, true],
    ['that is nowhere is of none', clusterOf([]), false, true],
    ['is looked for where one may look', clusterOf(forbidden, renewed(2_000)), true, false],
    ['that is not seen there says nothing about elsewhere', clusterOf(forbidden), false, false],
  ])('G-156: %s', async (_title, cluster, isRunning, isKnown) => {
    expect(await lookForOperator(cluster, 'gati-system')).toEqual({ isRunning, isKnown });
  });
});
