import { describe, expect, test } from 'vitest';
import { gapWords, measuredShares } from '../../src/shares/index.ts';
import { conditionOf, decided, NOW, observationOf, type Sketch } from '../world.ts';

const counted = (count: number | null, at = NOW) => ({ at, count, inFlight: 0 });
const v1: Sketch = { id: 'v1', weight: 50, stage: 'Current', declares: 50 };
const v2: Sketch = { id: 'v2', weight: 50, stage: 'Serving', declares: 50 };

describe('the measured share', () => {
  test('G-67: is what each version has answered, and adds up to 100', () => {
    const versions = [
      { id: 'v1', sample: counted(200) },
      { id: 'v2', sample: counted(100) },
    ];
    expect(measuredShares(versions, undefined, 60_000, NOW)).toEqual({ v1: 67, v2: 33 });
    expect(measuredShares(versions, { v1: 65, v2: 35 }, 60_000, NOW)).toEqual({ v1: 65, v2: 35 });
  });

  test.each([
    [
      'one was not counted',
      [
        { id: 'v1', sample: counted(200) },
        { id: 'v2', sample: undefined },
      ],
    ],
    [
      'one could not be counted',
      [
        { id: 'v1', sample: counted(200) },
        { id: 'v2', sample: counted(null) },
      ],
    ],
    [
      'one was counted long ago',
      [
        { id: 'v1', sample: counted(200) },
        { id: 'v2', sample: counted(9, NOW - 200_000) },
      ],
    ],
    [
      'there were too few requests',
      [
        { id: 'v1', sample: counted(5) },
        { id: 'v2', sample: counted(5) },
      ],
    ],
  ])('G-67: is not known where %s', (_, versions) => {
    expect(measuredShares(versions, undefined, 60_000, NOW)).toBeUndefined();
  });

  test('G-67: stands in status beside the wanted one, and a wide difference is explained with what to do', () => {
    const versions = [
      { ...v1, sample: counted(100) },
      { ...v2, sample: counted(0) },
    ];
    const gateway = { routing: { gateway: { name: 'edge' } } };
    const { status } = decided(observationOf({ versions, spec: gateway }));
    expect(status.traffic).toMatchObject({ wanted: { v1: 50, v2: 50 }, measured: { v1: 100, v2: 0 } });
    const routed = conditionOf(status, 'Routed');
    expect(routed).toMatchObject({ status: 'True' });
    expect(routed?.message).toContain('answered 100 % of the requests where its share is 50 %');
    expect(routed?.message).toContain('long-lived connections');
  });

  test('G-67: of a version that drains counts as long as it has pods', () => {
    const versions = [
      {
        ...v1,
        weight: 0,
        declares: 0,
        stage: 'Draining' as const,
        sample: counted(90),
        status: { releasedAt: '2029-01-01T00:00:00Z' },
      },
      { ...v2, weight: 100, declares: 100, stage: 'Current' as const, sample: counted(10) },
    ];
    expect(decided(observationOf({ versions })).status.traffic?.measured).toEqual({ v1: 90, v2: 10 });
  });
});

test('G-67: too few pods for a share are distinguished from callers that stay where they are', () => {
  const words = gapWords({ mode: 'Approximate', wanted: { v1: 90, v2: 10 }, achieved: { v1: 75, v2: 25 } });
  expect(words).toContain('% of the pods in rotation');
  expect(words).toContain('routing.gateway');
  expect(words).not.toContain('connections');
  expect(gapWords({ mode: 'Exact', wanted: { v1: 90, v2: 10 }, achieved: { v1: 90, v2: 10 } })).toBeUndefined();
  expect(gapWords({ mode: 'Exact', wanted: { v1: 90, v2: 10 }, measured: { v1: 88, v2: 12 } })).toBeUndefined();
});
