import type { Known } from '@gati-framework/contracts/deployment';
import {
  type Command,
  type GateRequest,
  type Measurement,
  type VersionId,
  validatePlan,
  type Weights,
} from '@slipway/delivery';
import type { VersionHealth } from '@slipway/delivery/model';
import type { StoredRollout } from '@slipway/delivery/persistence';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOpen } from '../outlook/index.ts';
import type { GatiHandlerSpec, Rollout } from '../types/index.ts';
import { driveRollout, type RolloutDecision } from './drive.ts';
import { nextMove } from './next-move.ts';
import { planOf } from './plan.ts';

const MINUTE = 60_000;
const handler = { kind: 'GatiHandler', namespace: 'default', name: 'shop' };
const specOf = (rollout: Rollout = {}, more: Partial<GatiHandlerSpec> = {}): GatiHandlerSpec => ({
  handlerPath: '/shop',
  version: 'v1',
  replicas: 4,
  image: 'shop:1',
  port: 3000,
  rollout,
  ...more,
});

/** A handler whose versions do at once what is asked of them, unless they are set to be bad. */
class Shop {
  now = 1_000_000;
  spec: GatiHandlerSpec;
  target: VersionId = 'v1';
  generation = 1;
  stored: StoredRollout | undefined;
  current: Weights = {};
  readonly asked: GateRequest[] = [];
  /** What was measured since the last look: all is well. */
  gates: Readonly<Record<string, Known<readonly Measurement[]>>> = {};
  readonly versions: VersionId[] = ['v1'];
  readonly ready = new Map<VersionId, number>();
  readonly crashing = new Set<VersionId>();
  readonly unready = new Set<VersionId>();
  readonly degraded = new Set<VersionId>();
  /** How many of an unready one are ready all the same. */
  readonly some = new Map<VersionId, number>();
  readonly bad = new Set<VersionId>();
  readonly declared = new Map<VersionId, number>();
  readonly downSince = new Map<VersionId, number>();
  readonly reported: string[] = [];

  constructor(rollout?: Rollout, more?: Partial<GatiHandlerSpec>) {
    this.spec = specOf(rollout, more);
  }

  bump(version: VersionId): void {
    if (!this.versions.includes(version)) this.versions.push(version);
    this.target = version;
    this.generation += 1;
  }

  look(commands: readonly Command[] = []): RolloutDecision {
    const isLive = this.stored !== undefined && isOpen(this.stored);
    const current = isLive ? (this.stored?.state.weights ?? {}) : this.current;
    const stable = isLive ? (this.stored?.plan.from ?? undefined) : largest(current);
    const isRoutable = (id: VersionId): boolean => !this.bad.has(id) || (isLive && this.stored?.plan.to === id);
    const next = nextMove({
      versions: this.versions.map((id, index) => ({
        versionId: id,
        name: id,
        createdAt: index,
        declared: this.declared.get(id) ?? null,
        isRoutable: isRoutable(id),
      })),
      target: this.target,
      stable: stable ?? null,
      current,
    });
    const decision = driveRollout({
      handler,
      spec: this.spec,
      generation: this.generation,
      stored: this.stored,
      target: this.target,
      versions: this.versions.map((id) => ({
        id,
        health: this.#health(id, current),
        isRoutable: isRoutable(id),
        templateHash: `hash-${id}`,
        ...(this.downSince.has(id) && { downSince: this.downSince.get(id) }),
      })),
      current,
      stable,
      next,
      commands,
      gates: this.gates,
      since: 0,
      now: this.now,
    });
    this.asked.push(...decision.requests);
    this.gates = Object.fromEntries(
      decision.requests.map(({ key }) => [key, { at: this.now, value: [{ at: this.now, outcome: 'Pass' as const }] }]),
    );
    this.reported.push(...decision.events.map(({ type }) => type));
    this.stored = decision.stored;
    this.current = decision.weights;
    const phase = this.stored?.state.phase;
    if (phase === 'RolledBack' || phase === 'Aborted') this.bad.add(this.stored?.plan.to ?? '');
    for (const [id, { min = 4 }] of Object.entries(decision.scale)) if (!this.crashing.has(id)) this.ready.set(id, min);
    return decision;
  }

  /** Looks until time alone would change something, then lets it pass; for so many minutes. */
  pass(minutes: number): RolloutDecision {
    const end = this.now + minutes * MINUTE;
    for (;;) {
      let decision = this.look();
      for (let round = 0; decision.isChanged; round++) {
        expect(round).toBeLessThan(50);
        this.now += 1;
        decision = this.look();
      }
      if (this.now >= end) return decision;
      this.now = Math.min(end, Math.max(this.now + 1, decision.wakeAt ?? end));
    }
  }

  #health(id: VersionId, weights: Weights): Known<VersionHealth> {
    const isDown = this.crashing.has(id) || this.unready.has(id);
    const ready = isDown ? (this.some.get(id) ?? 0) : (this.ready.get(id) ?? 0);
    const weight = weights[id] ?? 0;
    return {
      at: this.now,
      value: {
        ready,
        wanted: 4,
        isCurrent: true,
        weight,
        ...(this.crashing.has(id) && { crashLoop: true }),
        ...(this.degraded.has(id) && { degraded: 'its image cannot be pulled' }),
      },
    };
  }
}

function largest(weights: Weights): VersionId | undefined {
  return Object.entries(weights).toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** A shop whose first version serves. */
function open(rollout?: Rollout): Shop {
  const shop = new Shop(rollout);
  shop.pass(10);
  expect(shop.current).toEqual({ v1: 100 });
  return shop;
}

describe('the first version', () => {
  test('G-30: it gets everything as soon as it is healthy, without steps', () => {
    const shop = new Shop();
    shop.look();
    expect(shop.stored?.plan).toMatchObject({ from: null, to: 'v1', stages: [{ kind: 'install' }] });
    shop.pass(2);
    expect(shop.stored?.state).toMatchObject({ phase: 'Succeeded', weights: { v1: 100 } });
  });

  test('G-30: one that crashes is not marked bad, and gets its weight when it recovers', () => {
    const shop = new Shop();
    shop.crashing.add('v1');
    shop.pass(30);
    expect(shop.stored?.state.phase).toBe('Frozen');
    shop.crashing.clear();
    shop.ready.set('v1', 4);
    shop.pass(5);
    expect(shop.stored?.state).toMatchObject({ phase: 'Succeeded', weights: { v1: 100 } });
  });

  test('G-30: one that is replaced before it was ready leaves its place', () => {
    const shop = new Shop();
    shop.crashing.add('v1');
    shop.pass(30);
    shop.bump('v2');
    shop.pass(5);
    expect(shop.stored).toMatchObject({ plan: { from: null, to: 'v2' }, state: { phase: 'Succeeded' } });
    expect(shop.current).toEqual({ v2: 100 });
  });
});

describe('a version that follows the first one at once', () => {
  test('G-42: ends a pause of the first one, which serves on until the next takes over', () => {
    const shop = new Shop();
    shop.pass(0.1);
    shop.look([{ type: 'pause', actor: 'ann', reason: 'lunch', key: 'lunch' }]);
    expect(shop.stored?.state.phase).toBe('Paused');
    shop.pass(30);
    shop.bump('v2');
    shop.pass(0.1);
    expect(shop.current).toEqual({ v1: 100 });
    shop.pass(60);
    expect(shop.stored).toMatchObject({ plan: { from: 'v1', to: 'v2' }, state: { phase: 'Succeeded' } });
    expect(shop.current).toEqual({ v1: 0, v2: 100 });
  });

  test('G-81 G-42: waits while spec.rollout.paused is set', () => {
    const shop = new Shop();
    shop.pass(0.1);
    shop.spec = specOf({ paused: true });
    shop.pass(1);
    shop.bump('v2');
    shop.pass(30);
    expect(shop.stored).toMatchObject({ plan: { to: 'v1' }, state: { phase: 'Paused' } });
  });

  test.each(['Verifying', 'Paused'])(
    'G-42 G-46: takes over at once where nothing is left of the first one, %s',
    (phase) => {
      const shop = new Shop();
      shop.pass(0.1);
      if (phase === 'Paused') shop.look([{ type: 'pause', actor: 'ann', reason: 'lunch', key: 'lunch' }]);
      expect(shop.stored?.state.phase).toBe(phase);
      shop.versions.splice(0);
      shop.bump('v2');
      shop.pass(5);
      expect(shop.stored).toMatchObject({ plan: { from: null, to: 'v2' }, state: { phase: 'Succeeded' } });
      expect(shop.current).toEqual({ v2: 100 });
    },
  );

  test('G-30 G-42: waits until the first one is known to be well, and takes nothing from it', () => {
    const shop = new Shop();
    shop.pass(0.1);
    expect(shop.stored?.state.phase).toBe('Verifying');
    expect(shop.current).toEqual({ v1: 100 });
    shop.bump('v2');
    const decision = shop.pass(0.1);
    expect(shop.current).toEqual({ v1: 100 });
    expect(decision.waiting).toEqual(['v2']);
    shop.pass(1);
    expect(shop.stored?.plan).toMatchObject({ from: 'v1', to: 'v2', split: { baseline: { v1: 100 } } });
    expect(shop.current).toEqual({ v1: 90, v2: 10 });
  });

  test('G-82: is a fix for a first one that broke right after it got its traffic', () => {
    const shop = new Shop();
    shop.pass(0.1);
    shop.crashing.add('v1');
    shop.downSince.set('v1', shop.now);
    shop.pass(1);
    expect(shop.stored?.state.phase).toBe('Frozen');
    shop.bump('v2');
    shop.pass(4);
    expect(shop.current).toMatchObject({ v2: 100 });
  });
});

describe('the next version', () => {
  test('G-81: the default is 10 % for 5 minutes, 50 % for 10, then all', () => {
    const shop = open();
    shop.bump('v2');
    shop.pass(1);
    expect(shop.current).toEqual({ v1: 90, v2: 10 });
    shop.pass(5);
    expect(shop.current).toEqual({ v1: 50, v2: 50 });
    shop.pass(11);
    expect(shop.current).toEqual({ v1: 0, v2: 100 });
    expect(shop.stored?.state.phase).toBe('Succeeded');
  });

  test('G-42 G-66: one that its record declares takes its share beside the target, and gives it back to a newer one', () => {
    const shop = open();
    shop.versions.push('v0');
    shop.declared.set('v0', 30);
    shop.pass(20);
    expect(shop.stored).toMatchObject({ plan: { to: 'v0' }, state: { phase: 'Succeeded' } });
    expect(shop.current).toEqual({ v1: 70, v0: 30 });
    shop.versions.push('vx');
    shop.declared.set('vx', 20);
    shop.pass(1);
    expect(shop.stored?.plan.to).toBe('vx');
    shop.bump('v2');
    shop.pass(1);
    expect(shop.reported).toContain('PlanSuperseded');
    expect(shop.stored?.plan.to).toBe('v2');
  });

  test('G-80: a crash loop gives the weight back and marks the version', () => {
    const shop = open();
    shop.bump('v2');
    shop.pass(3);
    shop.crashing.add('v2');
    shop.pass(1);
    expect(shop.stored?.state.phase).toBe('RolledBack');
    expect(shop.current).toMatchObject({ v1: 100 });
    shop.pass(60);
    expect(shop.stored?.state).toMatchObject({ phase: 'RolledBack', attempt: 1 });
  });

  test('G-82 G-86: one that is not ready any more, without a crash, goes back when its time is over', () => {
    const shop = open();
    shop.bump('v2');
    shop.pass(3);
    shop.unready.add('v2');
    shop.pass(60);
    expect(shop.stored?.state.phase).toBe('RolledBack');
    expect(shop.current).toMatchObject({ v1: 100 });
  });

  test('G-87 G-167: a rollout in 25 steps fits its status, and tells no more of one kind than a recorder takes at once', () => {
    const steps = Array.from({ length: 25 }, (_, index) => ({ weight: index * 4 + 4, pause: '1s' }));
    const shop = open({ steps });
    const first = shop.reported.length;
    shop.bump('v2');
    shop.pass(3);
    const reported = shop.reported.slice(first);
    for (const type of ['WeightChanged', 'StageReached'])
      expect(reported.filter((one) => one === type)).toHaveLength(25);
    expect(reported.at(-1)).toBe('PlanSucceeded');
  });

  const measuring = (metrics: number): Rollout => ({
    steps: [5, 10, 25, 50, 75, 100].map((weight) => ({ weight, pause: '5m' })),
    analysis: {
      metrics: Array.from({ length: metrics }, (_, index) => ({ name: `m${index}`, query: `${index}`.repeat(300) })),
    },
  });

  test('G-83 G-87: what every step measures is kept once, and printed in full whenever it is to be measured', () => {
    const shop = open(measuring(5));
    shop.bump('v2');
    shop.pass(1);
    expect(JSON.stringify(shop.stored).split('2'.repeat(300))).toHaveLength(2);
    shop.pass(40);
    expect(shop.stored?.state.phase).toBe('Succeeded');
    for (const { key, spec } of shop.asked) expect(spec['metric']).toMatchObject({ query: key.slice(-1).repeat(300) });
    expect(new Set(shop.asked.map(({ key }) => key)).size).toBe(30);
  });

  test('G-14 G-87: a plan that its status could not hold to the end is refused before it begins', () => {
    const shop = open(measuring(60));
    const before = shop.stored;
    shop.bump('v2');
    const decision = shop.pass(1);
    expect(decision.refused).toMatchObject({ reason: 'InvalidSpec', message: expect.stringContaining('fewer steps') });
    expect(shop.stored).toEqual(before);
    expect(shop.current).toEqual({ v1: 100 });
  });

  test('G-14: a plan that cannot be carried out is refused in words, and nothing begins', () => {
    const shop = new Shop({ progressDeadline: '0s' });
    const { refused } = shop.pass(1);
    expect(refused).toMatchObject({ reason: 'InvalidSpec', message: expect.stringMatching(/eadline .*spec\.rollout/) });
    expect(shop.stored).toBeUndefined();
    expect(shop.current).toEqual({});
  });

  const slow: Rollout = { progressDeadline: '2m', steps: [{ weight: 50, pause: '1h' }] };

  test('G-86: one that never starts goes back at progressDeadline, however long its pause would be', () => {
    const shop = open(slow);
    shop.bump('v2');
    shop.unready.add('v2');
    shop.pass(1.9);
    expect(shop.stored?.state.phase).toBe('Progressing');
    shop.pass(0.2);
    expect(shop.stored?.state.phase).toBe('RolledBack');
    expect(shop.reported).toContain('DeadlineExceeded');
  });

  test('G-86: progressDeadline counts from the last progress, and not while it is paused', () => {
    const shop = open(slow);
    shop.bump('v2');
    shop.unready.add('v2');
    shop.pass(1.9);
    shop.some.set('v2', 1);
    shop.pass(1.9);
    expect(shop.stored?.state.phase).toBe('Progressing');
    shop.spec = specOf({ ...slow, paused: true });
    shop.pass(30);
    expect(shop.stored?.state.phase).toBe('Paused');
    shop.spec = specOf(slow);
    shop.pass(0.05);
    expect(shop.stored?.state.phase).toBe('Progressing');
    shop.pass(0.1);
    expect(shop.stored?.state.phase).toBe('RolledBack');
  });

  test('G-86: one that is well soaks as long as it should, and one that was ill for a moment too', () => {
    const shop = open(slow);
    shop.bump('v2');
    shop.pass(20);
    shop.unready.add('v2');
    shop.pass(0.05);
    shop.unready.clear();
    shop.pass(1);
    expect(shop.stored?.state.phase).toBe('Verifying');
    shop.pass(60);
    expect(shop.stored?.state.phase).toBe('Succeeded');
  });

  test('G-82: one that falls ill while it soaks goes back within seconds', () => {
    const shop = open(slow);
    shop.bump('v2');
    shop.pass(20);
    shop.unready.add('v2');
    shop.pass(0.4);
    expect(shop.stored?.state.phase).toBe('RolledBack');
  });

  test('G-86: with onFailure freeze the weights stay', () => {
    const shop = open({ onFailure: 'freeze' });
    shop.bump('v2');
    shop.pass(8);
    shop.crashing.add('v2');
    shop.pass(1);
    expect(shop.stored?.state.phase).toBe('Frozen');
    expect(shop.current).toEqual({ v1: 50, v2: 50 });
  });

  test('G-42: a newer target takes its place, from the same baseline', () => {
    const shop = open();
    shop.bump('v2');
    shop.pass(8);
    shop.bump('v3');
    shop.pass(1);
    expect(shop.reported).toContain('PlanSuperseded');
    expect(shop.stored?.plan).toMatchObject({ from: 'v1', to: 'v3', split: { baseline: { v1: 100 } } });
    shop.pass(20);
    expect(shop.current).toMatchObject({ v3: 100, v2: 0 });
  });

  test('G-42: with queue the newest one waits for the end', () => {
    const shop = open({ onNewVersion: 'queue' });
    shop.bump('v2');
    shop.pass(3);
    shop.bump('v3');
    const decision = shop.pass(1);
    expect(shop.stored?.plan.to).toBe('v2');
    expect(decision.waiting).toEqual(['v3']);
    shop.pass(40);
    expect(shop.current).toMatchObject({ v3: 100 });
  });

  test('G-42: going back to the stable version is an abort; once frozen, a rollback', () => {
    const aborted = open();
    aborted.bump('v2');
    aborted.pass(8);
    aborted.bump('v1');
    aborted.pass(1);
    expect(aborted.stored?.state.phase).toBe('Aborted');
    expect(aborted.current).toMatchObject({ v1: 100 });
    const frozen = open({ onFailure: 'freeze' });
    frozen.bump('v2');
    frozen.pass(8);
    frozen.crashing.add('v2');
    frozen.pass(1);
    frozen.bump('v1');
    frozen.pass(1);
    expect(frozen.stored?.state.phase).toBe('RolledBack');
    expect(frozen.current).toMatchObject({ v1: 100 });
  });

  test('G-43: going back right after success needs no steps, later it does', () => {
    const shop = open();
    shop.bump('v2');
    shop.pass(17);
    expect(shop.stored?.state.phase).toBe('Succeeded');
    shop.bump('v1');
    shop.pass(1);
    expect(shop.current).toMatchObject({ v1: 100 });
    const later = open();
    later.bump('v2');
    later.pass(30);
    later.bump('v1');
    later.pass(1);
    expect(later.current).toMatchObject({ v1: 10, v2: 90 });
  });

  test('G-80: blueGreen has all of its capacity before any of its traffic', () => {
    const shop = open({ strategy: 'blueGreen' });
    shop.bump('v2');
    shop.look();
    const preview = shop.look();
    expect(preview.scale['v2']).toMatchObject({ min: 4 });
    expect(shop.current).toMatchObject({ v1: 100 });
    shop.pass(3);
    expect(shop.current).toMatchObject({ v2: 100 });
  });

  test('G-81: paused holds it while it is set, and a manual step waits for a person', () => {
    const shop = open({ steps: [{ weight: 20, pause: 'manual' }] });
    shop.bump('v2');
    shop.spec = specOf({ ...shop.spec.rollout, paused: true });
    shop.pass(30);
    expect(shop.current).toMatchObject({ v1: 100 });
    expect(shop.stored?.state.phase).toBe('Paused');
    shop.spec = specOf({ steps: [{ weight: 20, pause: 'manual' }] });
    shop.generation += 1;
    shop.pass(300);
    expect(shop.stored?.state).toMatchObject({ phase: 'Paused', weights: { v1: 80, v2: 20 } });
    shop.look([{ type: 'promote', actor: 'ann', reason: 'looks good', key: 'p1' }]);
    shop.pass(2);
    expect(shop.current).toMatchObject({ v2: 100 });
  });

  test('G-82: where nothing of the old version is left, the fix goes to its goal by health alone', () => {
    const shop = open();
    shop.ready.set('v1', 0);
    shop.crashing.add('v1');
    shop.downSince.set('v1', shop.now);
    shop.bump('v2');
    shop.pass(4);
    expect(shop.current).toMatchObject({ v2: 100 });
  });

  test('G-82: a version that fails inside the rollback window goes back', () => {
    const shop = open();
    shop.bump('v2');
    shop.pass(17);
    shop.crashing.add('v2');
    shop.pass(1);
    expect(shop.stored?.state.phase).toBe('RolledBack');
    expect(shop.current).toMatchObject({ v1: 100 });
  });

  /** v2 has succeeded, and the window in which going back needs no steps is open. */
  const justDone = (): Shop => {
    const shop = open();
    shop.bump('v2');
    shop.pass(16.5);
    expect(shop.stored?.state.phase).toBe('Succeeded');
    return shop;
  };

  test('G-82: inside the rollback window a moment without a ready pod, or one bad look, is no failure', () => {
    const shop = justDone();
    shop.unready.add('v2');
    shop.downSince.set('v2', shop.now);
    shop.degraded.add('v2');
    shop.pass(0.05);
    shop.unready.clear();
    shop.degraded.clear();
    shop.downSince.clear();
    shop.pass(10);
    expect(shop.stored?.state).toMatchObject({ phase: 'Succeeded', attempt: 1 });
    expect(shop.current).toMatchObject({ v2: 100 });
  });

  test('G-82: three bad looks in a row are one, and come faster where no pod is left', () => {
    const degraded = justDone();
    degraded.degraded.add('v2');
    degraded.pass(0.5);
    expect(degraded.stored?.state.phase).toBe('RolledBack');
    const down = justDone();
    down.unready.add('v2');
    down.pass(0.2);
    expect(down.stored?.state.phase).toBe('RolledBack');
  });

  test('G-82: after the window one goes back that nothing is left of, where pods of the old one stand by', () => {
    for (const [isLeft, phase] of [
      [true, 'RolledBack'],
      [false, 'Succeeded'],
    ] as const) {
      const shop = justDone();
      shop.pass(10);
      shop.unready.add('v2');
      if (!isLeft) shop.unready.add('v1');
      shop.pass(0.5);
      expect(shop.stored?.state.phase).toBe(phase);
    }
    const half = justDone();
    half.pass(10);
    half.unready.add('v2');
    half.some.set('v2', 2);
    half.pass(5);
    expect(half.stored?.state.phase).toBe('Succeeded');
    const late = justDone();
    late.pass(120);
    late.unready.add('v2');
    late.pass(5);
    expect(late.stored?.state.phase).toBe('Succeeded');
  });

  test('G-82: an outage that the old version shares rolls nothing back, inside the window and on the way', () => {
    for (const minutes of [1, 16.5]) {
      const shop = open();
      shop.bump('v2');
      shop.pass(minutes);
      const before = shop.current;
      for (const id of ['v1', 'v2']) shop.unready.add(id);
      shop.pass(0.5);
      shop.unready.clear();
      shop.pass(1);
      expect(shop.current).toEqual(before);
      expect(shop.reported).not.toContain('RollbackStarted');
    }
  });

  test('G-82 G-112: who asks for no pods is not rolled back for having none', () => {
    const shop = justDone();
    shop.spec = specOf({}, { replicas: 0 });
    for (const id of ['v1', 'v2']) {
      shop.unready.add(id);
      shop.downSince.set(id, shop.now);
    }
    shop.pass(20);
    expect(shop.stored?.state.phase).toBe('Succeeded');
    expect(shop.current).toMatchObject({ v2: 100 });
  });

  test('G-88: while a person holds the handler no version begins, whatever became of the last', () => {
    const say = (type: 'hold' | 'unhold', key: string): Command => ({ type, actor: 'ann', reason: 'fair week', key });
    const shop = open();
    shop.bump('v2');
    shop.pass(3);
    shop.look([say('hold', 'h')]);
    shop.crashing.add('v2');
    shop.pass(1);
    expect(shop.stored?.state).toMatchObject({ phase: 'RolledBack', hold: { by: 'ann' } });
    shop.bump('v3');
    expect(shop.pass(60).held).toEqual({ version: 'v3', hold: 'ann: fair week' });
    expect(shop.current).toMatchObject({ v1: 100 });
    shop.look([say('unhold', 'u')]);
    shop.pass(30);
    expect(shop.current).toMatchObject({ v3: 100 });
  });

  test('G-88: a person’s command acts once in the life of a handler, what the spec says once in each rollout', () => {
    const pause: Command = { type: 'pause', actor: 'git', reason: 'kept', key: 'kept' };
    const shop = open();
    for (const [version, phase] of [
      ['v2', 'Paused'],
      ['v3', 'Verifying'],
    ] as const) {
      shop.bump(version);
      shop.pass(2);
      shop.look([pause]);
      expect(shop.stored?.state.phase).toBe(phase);
      shop.bump('v1');
      shop.pass(1);
      expect(shop.stored?.state.phase).toBe('Aborted');
    }
  });

  test('G-112: where no pod serves, a new target takes over at once', () => {
    const shop = new Shop({}, { replicas: 0 });
    shop.look();
    expect(shop.current).toEqual({ v1: 100 });
    shop.bump('v2');
    expect(shop.look()).toMatchObject({ stored: undefined, weights: { v2: 100 } });
  });
});

test('G-69 G-80: whatever admitted fields say, there is a plan that the engine takes, and its shares rise to the goal', () => {
  const steps = fc
    .uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 6 })
    .map((weights) =>
      weights.toSorted((a, b) => a - b).map((weight) => ({ weight, pause: weight % 3 === 0 ? 'manual' : '1m' })),
    );
  const inputs = fc.record({
    strategy: fc.constantFrom('canary' as const, 'blueGreen' as const, 'direct' as const),
    steps,
    promotion: fc.constantFrom('auto' as const, 'manual' as const),
  });
  fc.assert(
    fc.property(inputs, fc.integer({ min: 1, max: 100 }), (rollout, goal) => {
      const plan = planOf({
        handler,
        spec: specOf(rollout),
        from: 'v1',
        to: 'v2',
        templateHash: 'x',
        baseline: { v1: 100 },
        goal: goal === 100 ? { v2: 100 } : { v1: 100 - goal, v2: goal },
        isUndo: false,
        now: 0,
      });
      expect(validatePlan(plan)).toEqual([]);
      const shares = plan.stages.flatMap(({ to }) => (typeof to === 'number' ? [to] : []));
      if (rollout.strategy !== 'blueGreen') expect(shares.at(-1)).toBe(goal);
    }),
    { numRuns: 1_000 },
  );
});
