import { KubeError } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { lookForOperator, type Watched, warningOfSeveral } from './operator-lease.ts';

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

describe('several installations of the operator', () => {
  const held = (namespace: string, watched?: string, agoMs = 2_000) => ({
    metadata: { namespace, ...(watched !== undefined && { annotations: { 'gati.dev/watch-namespaces': watched } }) },
    ...renewed(agoMs, `pod-of-${namespace}`),
  });

  it.each<[string, readonly object[] | Error, string | undefined, RegExp | undefined]>([
    [
      'on all namespaces are named',
      [held('gati-system', '*'), held('default', '*')],
      'shop',
      /2 installations .* namespace shop.*gati-system\/gati-operator, held by pod-of-gati-system; Lease default\//,
    ],
    ['are named for a list of all namespaces', [held('a', '*'), held('b')], undefined, /work on this cluster/],
    ['that share the namespace are named', [held('a', 'pay,shop'), held('b', '*')], 'shop', /namespace shop/],
    ['on different namespaces are fine', [held('a', 'pay'), held('b', 'shop')], 'shop', undefined],
    ['of which one has ended are one', [held('a', '*'), held('b', '*', 60_000)], 'shop', undefined],
    ['are not looked for where one may not look', forbidden, 'shop', undefined],
  ])('G-158: %s', async (_title, leases, namespace, words) => {
    const warning = await warningOfSeveral(clusterOf(leases), namespace);
    if (words === undefined) expect(warning).toBeUndefined();
    else expect(warning).toMatch(words);
  });
});
