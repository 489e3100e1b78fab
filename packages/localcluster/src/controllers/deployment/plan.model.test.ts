import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../pods/index.ts';
import { replicaPlan, replicaSetStatus } from '../replicaset/decision.ts';
import {
  type DeploymentObject,
  type Draft,
  maxSurge,
  maxUnavailable,
  type ReplicaSetObject,
  replicasOf,
} from './draft.ts';
import { planDeployment } from './plan.ts';

/** A cluster of one Deployment: its sets, their pods, and nothing that is late or lost. */
class ClusterModel {
  deployment: DeploymentObject;
  sets: ReplicaSetObject[] = [];
  pods: { set: string; ready: boolean; name: string }[] = [];
  #made = 0;
  #nowMs = Date.parse('2026-01-01T00:00:00Z');

  constructor(replicas: number, strategy: object) {
    this.deployment = {
      metadata: { ...READ, name: 'web', namespace: 'default', uid: 'd', generation: 1 },
      spec: { replicas, strategy, selector: { matchLabels: { app: 'web' } }, template: template(0) },
    };
  }

  change(spec: object): void {
    const { metadata } = this.deployment;
    this.deployment = {
      ...this.deployment,
      metadata: { ...metadata, generation: (metadata.generation ?? 0) + 1 },
      spec: { ...this.deployment.spec, ...spec },
    } as DeploymentObject;
  }

  get available(): number {
    return this.pods.filter(({ ready }) => ready).length;
  }

  /** One run of the Deployment's controller. Returns whether it wanted anything. */
  plan(): boolean {
    this.#nowMs += 1000;
    const plan = planDeployment({
      deployment: this.deployment,
      sets: this.sets,
      pods: this.#podMap(),
      wallMs: this.#nowMs,
    });
    const before = JSON.stringify([this.deployment, this.sets]);
    for (const draft of plan.drafts) this.sets = this.sets.map((set) => (set === draft.object ? written(draft) : set));
    if (plan.create) this.sets.push(this.#created(plan.create.draft));
    this.sets = this.sets.filter((set) => !plan.remove.some(({ metadata }) => metadata.uid === set.metadata.uid));
    const annotations = { ...this.deployment.metadata.annotations, ...(plan.revision && { revision: plan.revision }) };
    this.deployment = {
      ...this.deployment,
      metadata: { ...this.deployment.metadata, annotations },
      status: plan.status,
    };
    return before !== JSON.stringify([this.deployment, this.sets]);
  }

  /** One run of the sets' controller for all of them. */
  scale(): void {
    this.sets = this.sets.map((set) => {
      const { remove, create } = replicaPlan(set, this.#podsOf(set), () => [], this.#nowMs);
      this.pods = this.pods.filter(({ name }) => !remove.some(({ metadata }) => metadata.name === name));
      for (let count = 0; count < create; count++)
        this.pods.push({ set: set.metadata.uid, ready: false, name: `p${this.#made++}` });
      return {
        ...set,
        status: replicaSetStatus(set, this.#podsOf(set), [], undefined, this.#nowMs),
      } as ReplicaSetObject;
    });
  }

  #podMap(): Map<string, PodObject[]> {
    return new Map(this.sets.map((set) => [set.metadata.uid, this.#podsOf(set)]));
  }

  #podsOf({ metadata }: ReplicaSetObject): PodObject[] {
    return this.pods
      .filter(({ set }) => set === metadata.uid)
      .map(({ name, ready }) => ({
        metadata: { ...READ, name, uid: name },
        spec: { containers: [], nodeName: 'n' },
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
      }));
  }

  #created(draft: Draft): ReplicaSetObject {
    const uid = `s${this.#made++}`;
    const { template: wanted } = this.deployment.spec ?? {};
    const creationTimestamp = new Date(this.#nowMs).toISOString();
    const metadata = { name: draft.name, uid, generation: 1, creationTimestamp, annotations: draft.annotations };
    return {
      metadata,
      spec: { replicas: draft.replicas, template: wanted },
      status: { replicas: 0 },
    } as object as ReplicaSetObject;
  }
}

function written({ object, replicas, annotations }: Draft): ReplicaSetObject {
  return {
    ...object,
    metadata: { ...object?.metadata, annotations },
    spec: { ...object?.spec, replicas },
  } as ReplicaSetObject;
}

const template = (version: number) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: `web:${version}` }] },
});

const bound = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
);
const strategy = fc.record({
  type: fc.constant('RollingUpdate'),
  rollingUpdate: fc.record({ maxSurge: bound, maxUnavailable: bound }),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ do: 'plan' as const }) },
  { weight: 6, arbitrary: fc.constant({ do: 'scale' as const }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ready' as const), pod: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unready' as const), pod: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('template' as const), version: fc.nat(3) }) },
);

/** Everything the controllers still want, with all pods becoming ready. */
function settle(world: ClusterModel): void {
  for (let rounds = 0; rounds < 200; rounds++) {
    const isQuiet = !world.plan();
    const before = JSON.stringify([world.pods, world.sets]);
    world.scale();
    for (const pod of world.pods) pod.ready = true;
    if (isQuiet && before === JSON.stringify([world.pods, world.sets])) return;
  }
  throw new Error('it never ends');
}

describe('a rolling update, whatever happens', () => {
  it('L-20: never surges beyond maxSurge and never takes an available pod below maxUnavailable', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        strategy,
        fc.array(step, { maxLength: 60 }),
        (replicas, rolling, steps) => {
          const world = new ClusterModel(replicas, rolling);
          settle(world);
          const most = replicasOf(world.deployment) + maxSurge(world.deployment);
          const least = replicasOf(world.deployment) - maxUnavailable(world.deployment);
          for (const one of steps) {
            const before = world.available;
            if (one.do === 'plan') world.plan();
            else if (one.do === 'scale') world.scale();
            else if (one.do === 'template') world.change({ template: template(one.version) });
            else {
              const pod = world.pods[one.pod];
              if (pod) pod.ready = one.do === 'ready';
            }
            expect(world.pods.length).toBeLessThanOrEqual(most);
            if (one.do === 'scale') expect(world.available).toBeGreaterThanOrEqual(Math.min(before, least));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('L-20: ends with all pods of the newest template, and then wants nothing more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.oneof(strategy, fc.constant({ type: 'Recreate' })),
        fc.array(fc.oneof(step, fc.record({ do: fc.constant('replicas' as const), replicas: fc.nat(6) })), {
          maxLength: 30,
        }),
        (replicas, rolling, steps) => {
          const world = new ClusterModel(replicas, rolling);
          for (const one of steps) {
            if (one.do === 'plan') world.plan();
            else if (one.do === 'scale') world.scale();
            else if (one.do === 'template') world.change({ template: template(one.version) });
            else if (one.do === 'replicas') world.change({ replicas: one.replicas });
            else if (world.pods[one.pod]) (world.pods[one.pod] as { ready: boolean }).ready = one.do === 'ready';
          }
          settle(world);
          const wanted = replicasOf(world.deployment);
          const current = world.sets.filter(({ spec }) => (spec?.replicas ?? 0) > 0);
          expect(world.pods).toHaveLength(wanted);
          expect(current.map(({ spec }) => spec?.template)).toEqual(
            wanted === 0 ? [] : [world.deployment.spec?.template],
          );
          expect(world.plan()).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });
});
