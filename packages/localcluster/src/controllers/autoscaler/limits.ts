import type { ScalingRules } from './types.ts';

/** What an autoscaler remembers of itself; lost with the process, as with the real one. */
export interface Memory {
  readonly recommendations: readonly { readonly replicas: number; readonly atMs: number }[];
  /** Changes of size, down ones negative. */
  readonly changes: readonly { readonly by: number; readonly atMs: number }[];
}

export const NO_MEMORY: Memory = { recommendations: [], changes: [] };

/** Without a rule a target shrinks only to the most that was wanted in the last five minutes. */
const DOWN_WINDOW_SECONDS = 300;
/** Longest time that anything is remembered, in milliseconds. */
const LONGEST_MS = 3_600_000;

export interface LimitInput {
  readonly current: number;
  readonly proposed: number;
  readonly min: number;
  readonly max: number;
  readonly behavior:
    | { readonly scaleUp?: ScalingRules | undefined; readonly scaleDown?: ScalingRules | undefined }
    | undefined;
  readonly memory: Memory;
  readonly wallMs: number;
}

export interface Limited {
  readonly replicas: number;
  readonly ableToScale: { readonly reason: string; readonly message: string };
  readonly limited: { readonly isLimited: boolean; readonly reason: string; readonly message: string };
  readonly memory: Memory;
}

const UP_STABILIZED = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};
const DOWN_STABILIZED = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};
const READY = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' };

/** How far one may go at once towards what the metrics ask for. */
export function limit(input: LimitInput): Limited {
  const { current, proposed, behavior, memory, wallMs } = input;
  const stabilized = behavior ? stabilize(input) : Math.max(proposed, ...recent(memory, DOWN_WINDOW_SECONDS, wallMs));
  const stated = behavior && proposed >= current ? UP_STABILIZED : DOWN_STABILIZED;
  const { replicas, reason, message } = bounded(input, stabilized);
  return {
    replicas,
    ableToScale: stabilized === proposed ? READY : stated,
    limited: { isLimited: replicas !== stabilized, reason, message },
    memory: {
      recommendations: [...fresh(memory.recommendations, wallMs), { replicas: proposed, atMs: wallMs }],
      changes: fresh(memory.changes, wallMs),
    },
  };
}

/** With a change of size noted, from which the speed is counted. */
export function withChange(memory: Memory, by: number, wallMs: number): Memory {
  return { ...memory, changes: [...memory.changes, { by, atMs: wallMs }] };
}

function fresh<T extends { readonly atMs: number }>(entries: readonly T[], wallMs: number): T[] {
  return entries.filter(({ atMs }) => wallMs - atMs <= LONGEST_MS);
}

function recent({ recommendations }: Memory, seconds: number, wallMs: number): number[] {
  return recommendations.filter(({ atMs }) => wallMs - atMs < seconds * 1000).map(({ replicas }) => replicas);
}

function stabilize({ current, proposed, behavior, memory, wallMs }: LimitInput): number {
  const upWindow = behavior?.scaleUp?.stabilizationWindowSeconds ?? 0;
  const downWindow = behavior?.scaleDown?.stabilizationWindowSeconds ?? DOWN_WINDOW_SECONDS;
  const up = Math.min(proposed, ...recent(memory, upWindow, wallMs));
  const down = Math.max(proposed, ...recent(memory, downWindow, wallMs));
  return Math.min(Math.max(current, up), down);
}

const WITHIN = { reason: 'DesiredWithinRange', message: 'the desired count is within the acceptable range' };
const TOO_MANY = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const TOO_FEW = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};
const TOO_FAST_UP = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
};
const TOO_FAST_DOWN = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
};

function bounded(
  input: LimitInput,
  wanted: number,
): { readonly replicas: number; readonly reason: string; readonly message: string } {
  const { current, min, max, behavior } = input;
  if (!behavior) {
    const most = Math.max(2 * current, 4);
    if (wanted < min) return { replicas: min, ...TOO_FEW };
    if (wanted > Math.min(max, most))
      return { replicas: Math.min(max, most), ...(max > most ? TOO_FAST_UP : TOO_MANY) };
    return { replicas: wanted, ...WITHIN };
  }
  if (wanted > current) {
    const most = Math.max(current, upLimit(input));
    if (wanted > Math.min(max, most))
      return { replicas: Math.min(max, most), ...(max > most ? TOO_FAST_UP : TOO_MANY) };
  } else if (wanted < current) {
    const least = Math.min(current, downLimit(input));
    if (wanted < Math.max(min, least))
      return { replicas: Math.max(min, least), ...(min < least ? TOO_FAST_DOWN : TOO_FEW) };
  }
  return { replicas: wanted, ...WITHIN };
}

const UP_POLICIES = [
  { type: 'Pods', value: 4, periodSeconds: 15 },
  { type: 'Percent', value: 100, periodSeconds: 15 },
];
const DOWN_POLICIES = [{ type: 'Percent', value: 100, periodSeconds: 15 }];

/** The size at the beginning of the period that a policy speaks of. */
function sizeBefore({ current, memory, wallMs }: LimitInput, periodSeconds: number): number {
  const inPeriod = memory.changes.filter(({ atMs }) => wallMs - atMs < periodSeconds * 1000);
  return inPeriod.reduce((size, { by }) => size - by, current);
}

function upLimit(input: LimitInput): number {
  const { selectPolicy = 'Max', policies = UP_POLICIES } = input.behavior?.scaleUp ?? {};
  if (selectPolicy === 'Disabled') return input.current;
  const sizes = policies.map(({ type, value, periodSeconds }) => {
    const before = sizeBefore(input, periodSeconds);
    return type === 'Pods' ? before + value : Math.ceil(before * (1 + value / 100));
  });
  return selectPolicy === 'Min' ? Math.min(...sizes) : Math.max(...sizes);
}

function downLimit(input: LimitInput): number {
  const { selectPolicy = 'Max', policies = DOWN_POLICIES } = input.behavior?.scaleDown ?? {};
  if (selectPolicy === 'Disabled') return input.current;
  const sizes = policies.map(({ type, value, periodSeconds }) => {
    const before = sizeBefore(input, periodSeconds);
    return type === 'Pods' ? before - value : Math.trunc(before * (1 - value / 100));
  });
  return selectPolicy === 'Min' ? Math.max(...sizes) : Math.min(...sizes);
}
