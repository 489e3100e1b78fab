import type { Gate, Plan, Stage } from '../src/model/index.ts';

export const MINUTE = 60_000;

export function weight(share: number, soakMinutes: number, ...more: Gate[]): Stage {
  return {
    name: `${share}%`,
    kind: 'weight',
    to: share,
    maxConcurrent: 1,
    deadline: 30 * MINUTE,
    gates: [
      { name: 'health', kind: 'health', when: 'after', deadline: 10 * MINUTE },
      ...(soakMinutes > 0
        ? [
            {
              name: 'soak',
              kind: 'soak',
              when: 'after',
              deadline: (soakMinutes + 10) * MINUTE,
              spec: { forMs: soakMinutes * MINUTE },
            } as const,
          ]
        : []),
      ...more,
    ],
  };
}

/** A canary as most are: 10 % for 5 minutes, 50 % for 10, then all. */
export function canary(change: Partial<Plan> = {}): Plan {
  return {
    id: 'shop-2',
    subject: { kind: 'GatiHandler', namespace: 'default', name: 'shop' },
    actuator: 'traffic',
    author: 'eve',
    from: 'v1',
    to: 'v2',
    pin: { digest: 'sha256:2', values: '' },
    members: [],
    stages: [weight(10, 5), weight(50, 10), weight(100, 0)],
    floor: 1,
    split: { baseline: { v1: 100 }, goal: { v2: 100 } },
    onFailure: 'rollback',
    maxFailures: 0,
    deadline: 24 * 60 * MINUTE,
    reversibility: 'reversible',
    retire: { scaleDownDelay: 0, deleteDelay: 0 },
    rollback: { window: 5 * MINUTE },
    ...change,
  };
}

/** A wave over clusters. */
export function wave(size: number, change: Partial<Plan> = {}): Plan {
  const stage = (name: string, to: number): Stage => ({
    name,
    kind: 'members',
    to,
    maxConcurrent: 2,
    deadline: 4 * 60 * MINUTE,
    gates: [{ name: 'health', kind: 'health', when: 'after', deadline: 10 * MINUTE }],
  });
  return {
    ...canary(),
    id: 'wave-2',
    actuator: 'clusters',
    members: Array.from({ length: size }, (_, index) => ({ id: `c${String(index).padStart(4, '0')}` })),
    stages: [stage('first', 10), stage('half', 50), stage('all', 100)],
    floor: 0,
    split: undefined as never,
    ...change,
  };
}
