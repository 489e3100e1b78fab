import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../pods/index.ts';
import { backendsOf, type ServiceObject } from './backend.ts';
import { planSlices, type SliceObject, sliceLabels } from './slices.ts';
import { subsetsOf } from './subsets.ts';

const service = (spec: object = {}): ServiceObject => ({
  metadata: { ...READ, name: 'web', namespace: 'default', uid: 's' },
  spec: { clusterIP: '10.0.0.9', ports: [{ name: 'http', port: 80, targetPort: 'http' }], ...spec },
});

interface Facts {
  readonly port: number;
  readonly ready: boolean;
  readonly ending: boolean;
}

const podOf = ({ port, ready, ending }: Facts, index: number): PodObject => ({
  metadata: {
    ...READ,
    name: `p${index}`,
    namespace: 'default',
    uid: `u${index}`,
    ...(ending && { deletionTimestamp: 'now' }),
  },
  spec: { containers: [{ name: 'c', ports: [{ name: 'http', containerPort: port }] }] },
  status: {
    phase: 'Running',
    podIP: `127.0.${Math.floor(index / 250)}.${index % 250}`,
    conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
  },
});

const facts = fc.record<Facts>({ port: fc.constantFrom(80, 8080), ready: fc.boolean(), ending: fc.boolean() });
const backends = (pods: readonly PodObject[], of = service()) => backendsOf(of, pods, 'IPv4', () => undefined);

const OWNER = { apiVersion: 'v1', kind: 'Service', name: 'web', uid: 's' };

/** What is there after a plan. */
function carriedOut(
  of: ServiceObject,
  slices: readonly SliceObject[],
  plan: ReturnType<typeof planSlices>,
): SliceObject[] {
  const kept = slices
    .filter((slice) => !plan.remove.includes(slice))
    .map((slice) => {
      const change = plan.update.find((one) => one.slice === slice);
      if (!change) return slice;
      const { ports, endpoints } = change;
      return { ...slice, ports, endpoints, metadata: { ...slice.metadata, labels: sliceLabels(of) } } as SliceObject;
    });
  const made = plan.create.map(
    (content) =>
      ({ ...content, metadata: { ...READ, labels: sliceLabels(of), ownerReferences: [OWNER] } }) as SliceObject,
  );
  return [...kept, ...made];
}

describe('the slices of a Service', () => {
  it('L-20: are written over before others are made: a Service is never seen with its empty slice beside full ones', () => {
    const [empty] = carriedOut(service(), [], planSlices(service(), 'IPv4', [], []));
    const pods = [80, 8080].map((port, index) => podOf({ port, ready: true, ending: false }, index));
    const plan = planSlices(service(), 'IPv4', backends(pods), [empty as SliceObject]);
    expect(plan.remove).toEqual([]);
    expect(plan.update.map(({ slice, endpoints }) => [slice === empty, endpoints.length])).toEqual([[true, 1]]);
    expect(plan.create.map(({ endpoints }) => endpoints.length)).toEqual([1]);
  });

  it('L-20: hold every pod with an address once, at most 100 each, and then stay as they are', () => {
    const history = fc.array(fc.array(facts, { maxLength: 230 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(history, (states) => {
        let slices: SliceObject[] = [];
        for (const state of states) {
          const wanted = backends(state.map(podOf));
          slices = carriedOut(service(), slices, planSlices(service(), 'IPv4', wanted, slices));
          const shown = slices.flatMap(({ endpoints }) => endpoints ?? []).map(({ targetRef }) => targetRef?.uid);
          expect(shown).toHaveLength(wanted.length);
          expect(new Set(shown)).toEqual(new Set(wanted.map(({ pod }) => pod.metadata.uid)));
          expect(Math.max(...slices.map(({ endpoints }) => endpoints?.length ?? 0))).toBeLessThanOrEqual(100);
          expect(slices.length).toBeGreaterThan(0);
          const again = planSlices(service(), 'IPv4', wanted, slices);
          expect([again.create, again.update, again.remove]).toEqual([[], [], []]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('L-20: a pod that ends still serves but is not ready, unless all addresses are published', () => {
    const pod = podOf({ port: 80, ready: true, ending: true }, 1);
    expect(backends([pod])[0]).toMatchObject({ isReady: false, isServing: true, isEnding: true });
    expect(backends([pod], service({ publishNotReadyAddresses: true }))[0]).toMatchObject({ isReady: true });
    expect(subsetsOf(service(), backends([pod]))).toEqual([]);
  });

  it('L-20: a port by name has another number in each pod, and a pod without it none', () => {
    const pods = [
      podOf({ port: 80, ready: true, ending: false }, 1),
      podOf({ port: 81, ready: true, ending: false }, 2),
    ];
    expect(subsetsOf(service(), backends(pods)).map(({ ports }) => ports?.[0]?.port)).toEqual([80, 81]);
    const nameless = { ...podOf({ port: 80, ready: true, ending: false }, 3), spec: { containers: [] } };
    expect(backends([nameless])[0]?.ports).toEqual([]);
  });
});
