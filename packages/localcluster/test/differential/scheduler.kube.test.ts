import { type Cluster, connect, type ObjectOf } from '@slipway/kube';
import { Node, Pod, PriorityClass } from '@slipway/kube/kinds';
import { type ControlPlane, startControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Decision, schedule, snapshotOf } from '../../src/scheduler/index.ts';
import { NAMED_CASES, type SchedulingCase } from '../support/named-scheduling.ts';
import { PRIORITIES, schedulingCase } from './random-scheduling.ts';

type PodObject = ObjectOf<typeof Pod>;

const NAMESPACE = 'default';
const CASES = 220;
const MOST_ATTEMPTS = 5;
const GATE = [{ name: 'test/wait' }];

interface Outcome {
  readonly ours: Decision;
  /** The pod as the real scheduler left it. */
  readonly pod: PodObject;
  readonly victims: readonly string[];
}

describe('the scheduler beside a real one', () => {
  let plane: ControlPlane;
  let cluster: Cluster;
  beforeAll(async () => {
    plane = await startControlPlane({ controllerManager: false, scheduler: true });
    cluster = await connect({ text: plane.kubeconfig });
    for (const [name, value] of Object.entries(PRIORITIES)) {
      await cluster.client.create(PriorityClass, { metadata: { name }, value });
    }
    const polite = { metadata: { name: 'polite' }, value: 1, preemptionPolicy: 'Never' };
    await cluster.client.create(PriorityClass, polite);
  });
  afterAll(async () => {
    await cluster?.close();
    await plane?.stop();
  });

  /** Puts a case into the cluster with its pod held back, so that both schedulers look at the same state. */
  async function arrange({ nodes, pods, pod }: SchedulingCase): Promise<void> {
    const { client } = cluster;
    await Promise.all([
      client.deleteMany(Pod, { namespace: NAMESPACE, gracePeriodSeconds: 0 }),
      client.deleteMany(Node),
    ]);
    await Promise.all(
      nodes.map(async ({ metadata, spec, status }) => {
        await client.create(Node, { metadata, ...(spec && { spec }) });
        const name = metadata.name ?? '';
        // The server taints a new node; its controller would take that away.
        await client.patch(Node, { name }, { merge: { spec: { taints: spec?.taints ?? null } } });
        await client.subresource(Node, { name }, 'status').patch({ merge: { status } });
      }),
    );
    await Promise.all(
      pods.map(async ({ metadata, spec }, index) => {
        await client.create(Pod, { metadata: { ...metadata, namespace: NAMESPACE }, ...(spec && { spec }) });
        // Which of two equal pods is older decides who goes first.
        const startTime = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();
        const ref = { namespace: NAMESPACE, name: metadata.name ?? '' };
        await client.subresource(Pod, ref, 'status').patch({ merge: { status: { startTime } } });
      }),
    );
    const gated = { ...(pod.spec as NonNullable<PodObject['spec']>), schedulingGates: GATE };
    await client.create(Pod, { metadata: { ...pod.metadata, namespace: NAMESPACE }, spec: gated });
  }

  async function compare(given: SchedulingCase): Promise<Outcome> {
    await arrange(given);
    const { client } = cluster;
    const ref = { namespace: NAMESPACE, name: 'pending' };
    const [nodes, pods] = await Promise.all([client.live.listAll(Node), client.live.listAll(Pod)]);
    const waiting = pods.find(({ metadata }) => metadata.name === 'pending') as (typeof pods)[number];
    const others = pods.filter((each) => each !== waiting);
    const ours = schedule(
      waiting,
      snapshotOf({ nodes, pods: others, namespaceLabels: (name) => ({ 'kubernetes.io/metadata.name': name }) }),
    );
    await client.patch(Pod, ref, { json: [{ op: 'remove', path: '/spec/schedulingGates' }] });
    const isDecided = (each: PodObject | undefined): boolean =>
      Boolean(each?.spec?.nodeName) ||
      each?.status?.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'Unschedulable') ===
        true;
    const pod = await waitUntil(async () => {
      const each = await client.live.get(Pod, ref);
      return isDecided(each) ? each : undefined;
    }, AbortSignal.timeout(240_000));
    const victims = pod.status?.nominatedNodeName === undefined ? [] : await deleted(fewestVictims(ours));
    return { ours, pod, victims: victims.toSorted() };
  }

  /** Names of the pods that go, at least so many if they come: the real one deletes after it has announced for whom. */
  async function deleted(atLeast: number): Promise<string[]> {
    const names = async (): Promise<string[]> =>
      (await cluster.client.live.listAll(Pod))
        .filter(({ metadata }) => metadata.deletionTimestamp)
        .map(({ metadata }) => metadata.name ?? '');
    const enough = async (): Promise<string[] | undefined> => {
      const found = await names();
      return found.length < atLeast ? undefined : found;
    };
    return waitUntil(enough, AbortSignal.timeout(10_000)).catch(names);
  }

  /** A decision on a view that was not complete yet says nothing; a true difference stays. */
  async function judge(given: SchedulingCase): Promise<{ seen: Outcome; differences: string[] }> {
    for (let attempt = 1; ; attempt++) {
      const seen = await compare(given);
      const differences = differencesIn(seen);
      if (differences.length === 0 || attempt === MOST_ATTEMPTS) return { seen, differences };
    }
  }

  it.each(NAMED_CASES)('L-21: $title', async ({ given, outcome }) => {
    const { seen, differences } = await judge(given);
    expect(differences).toEqual([]);
    expect(seen.ours.is === 'placed' ? seen.ours.feasible.join() : seen.ours.message).toBe(outcome);
  });

  it(`L-21: on ${CASES} random clusters pods are placed where the real one can place them, and refused in its words`, {
    timeout: 1_200_000,
  }, async () => {
    const seed = Number(process.env['SLIPWAY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    const cases = fc.sample(schedulingCase, { seed, numRuns: CASES });
    const tally = { placed: 0, best: 0, refused: 0, preempted: 0 };
    for (const [index, given] of cases.entries()) {
      const { seen, differences } = await judge(given);
      count(tally, seen);
      expect(differences, `case ${index} of seed ${seed}: ${JSON.stringify(given)}`).toEqual([]);
    }
    console.info('scheduling cases', { seed, ...tally });
    for (const kind of ['placed', 'refused'] as const)
      expect(tally[kind], `too few ${kind}`).toBeGreaterThan(CASES / 10);
    expect(tally.best).toBe(tally.placed);
  });
});

const fewestVictims = (ours: Decision): number => (ours.is === 'placed' ? 0 : (ours.preemption?.victims.length ?? 0));

function differencesIn({ ours, pod, victims }: Outcome): string[] {
  const chosen = pod.spec?.nodeName;
  if (chosen) {
    if (ours.is !== 'placed') return [`placed on ${chosen}; ours: ${ours.message}`];
    if (!ours.feasible.includes(chosen))
      return [`placed on ${chosen}; ours can only run on ${ours.feasible.join(', ')}`];
    return ours.nodes.includes(chosen) ? [] : [`placed on ${chosen}; ours prefers ${ours.nodes.join(', ')}`];
  }
  const message = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message;
  if (ours.is === 'placed') return [`refused: ${message}; ours: ${ours.nodes.join(', ')}`];
  const found: string[] = [];
  const nominated = pod.status?.nominatedNodeName;
  if (Boolean(nominated) !== Boolean(ours.preemption)) {
    found.push(`nominated to ${nominated}; ours: ${ours.preemption?.node}`);
  } else if (nominated && nominated === ours.preemption?.node) {
    const own = ours.preemption.victims.map(({ metadata }) => metadata.name ?? '').toSorted();
    if (own.join() !== victims.join()) found.push(`victims ${victims.join()}; ours: ${own.join()}`);
  }
  if (message !== ours.message) found.push(`says: ${message}\nours: ${ours.message}`);
  return found;
}

function count(
  tally: { placed: number; best: number; refused: number; preempted: number },
  { ours, pod }: Outcome,
): void {
  const chosen = pod.spec?.nodeName;
  if (chosen) tally.placed++;
  else tally.refused++;
  if (chosen && ours.is === 'placed' && ours.nodes.includes(chosen)) tally.best++;
  if (pod.status?.nominatedNodeName) tally.preempted++;
}
