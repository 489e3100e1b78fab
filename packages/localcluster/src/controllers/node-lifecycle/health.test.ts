import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { NodeObject } from '../objects/index.ts';
import type { PodObject } from '../pods/index.ts';
import { evictionInMs } from './eviction.ts';
import { silentConditions, taintsOf } from './health.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const node = (spec: object, conditions: object[] = []): NodeObject =>
  ({
    metadata: { ...READ, name: 'n', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec,
    status: { conditions },
  }) as NodeObject;
const pod = (tolerations: object[]): PodObject =>
  ({ metadata: READ, spec: { containers: [], tolerations } }) as object as PodObject;
const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute', timeAdded: '2026-01-01T11:59:00Z' };

describe('the health of a node', () => {
  it('L-20: its conditions taint it, and the taints go with them; those of others stay', () => {
    const mine = { key: 'gpu', effect: 'NoSchedule' };
    const sick = taintsOf(node({ taints: [mine] }, [{ type: 'Ready', status: 'False' }]), NOW);
    expect(sick?.map(({ key, effect }) => `${key}:${effect}`)).toEqual([
      'gpu:NoSchedule',
      'node.kubernetes.io/not-ready:NoSchedule',
      'node.kubernetes.io/not-ready:NoExecute',
    ]);
    const well = taintsOf(node({ taints: sick ?? [] }, [{ type: 'Ready', status: 'True' }]), NOW);
    expect(well).toEqual([mine]);
    const cordoned = taintsOf(node({ unschedulable: true }, [{ type: 'Ready', status: 'True' }]), NOW);
    expect(taintsOf(node({}, [{ type: 'Ready', status: 'True' }]), NOW), 'nothing to write').toBeUndefined();
    expect(cordoned?.map(({ key }) => key)).toEqual(['node.kubernetes.io/unschedulable']);
  });

  it('L-20: of a silent node nothing is known, and the reason says whether it ever spoke', () => {
    const conditions = silentConditions(node({}, [{ type: 'Ready', status: 'True' }]), NOW);
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['Ready', 'Unknown', 'NodeStatusUnknown'],
      ['MemoryPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['DiskPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['PIDPressure', 'Unknown', 'NodeStatusNeverUpdated'],
    ]);
  });

  it('L-20: a pod leaves at once, after the time it tolerates, or not at all', () => {
    const sick = node({ taints: [notReady] });
    const tolerating = (tolerationSeconds?: number) =>
      pod([
        {
          key: notReady.key,
          operator: 'Exists',
          effect: 'NoExecute',
          ...(tolerationSeconds !== undefined && { tolerationSeconds }),
        },
      ]);
    expect(evictionInMs(pod([]), sick, NOW)).toBe(0);
    expect(evictionInMs(tolerating(300), sick, NOW)).toBe(240_000);
    expect(evictionInMs(tolerating(), sick, NOW)).toBeUndefined();
    expect(evictionInMs(pod([]), node({ taints: [{ key: 'x', effect: 'NoSchedule' }] }), NOW)).toBeUndefined();
  });
});
