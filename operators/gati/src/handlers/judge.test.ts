import { FakeClock } from '@slipway/kube/testing';
import { expect, test } from 'vitest';
import { observationOf, type Sketch } from '../../test/world.ts';
import { SchemaDetector, TransformerChains } from '../compatibility/index.ts';
import { judged } from './judge.ts';

const clock = new FakeClock();
const judges = {
  detector: new SchemaDetector(() => [], clock),
  coordinator: new TransformerChains(() => []),
  clock,
};

/** Whether v1, which was retired before v2 broke its callers, may take traffic beside v2. */
async function mayReturn(v1: Partial<Sketch>, targetId: string): Promise<boolean | undefined> {
  const { handler, versions } = observationOf({
    versions: [
      { id: 'v0', stage: 'Decommissioned' },
      { id: 'v1', stage: 'Decommissioned', spec: { breaking: true }, ...v1 },
      { id: 'v2', weight: 100, stage: 'Current', spec: { breaking: true } },
    ],
  });
  const port = { live: { get: async () => null, list: async () => [] } };
  const verdicts = await judged({ port, handler, judges, targetId }, versions);
  return verdicts.find(({ id }) => id === 'v1')?.compatibility.mayReceive;
}

test('G-59 G-103: one that is asked for again is judged beside those that serve now; one that rests is left alone', async () => {
  expect(await mayReturn({}, 'v2')).toBe(true);
  expect(await mayReturn({}, 'v1')).toBe(false);
  expect(await mayReturn({ declares: 0 }, 'v2')).toBe(true);
  expect(await mayReturn({ declares: 30, spec: { breaking: true, routingWeight: 30 } }, 'v2')).toBe(false);
});
