import { type AnyObject, type Cluster, connect, type DeepReadonly, installDefinition } from '@slipway/kube';
import { ConfigMap, Deployment, EndpointSlice, Pod, PodDisruptionBudget, Service } from '@slipway/kube/kinds';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import { createManager } from '@slipway/runtime';
import { crashAtEveryWrite, type ScenarioContext, type StartOperator } from '@slipway/runtime/testing';
import { KubernetesTarget } from '@slipway/targets';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addControllers } from '../src/controllers/index.ts';
import { GatiHandlerKind, type GatiVersion, GatiVersionKind, gatiDefinitions } from '../src/types/index.ts';
import { idlePrometheus } from './crashes/idle-prometheus.ts';
import { withoutOwn } from './crashes/own.ts';
import { Witness } from './crashes/witness.ts';
import { accountKubeconfig, openAccount } from './rights/account.ts';
import { Refusals } from './rights/refusals.ts';

const MINUTE = 60_000;
/** How many crashes are tried, chosen by `SLIPWAY_FAULT_SEED`; `all` takes its time. @default 3, on a real server 2 */
const { SLIPWAY_CRASHES } = process.env;

function sampleOn({ flavour }: TestCluster): { readonly sample?: number } {
  if (SLIPWAY_CRASHES === 'all') return {};
  return { sample: Number(SLIPWAY_CRASHES ?? (flavour === 'local' ? 3 : 2)) };
}

const SPEC = {
  handlerPath: '/users',
  version: 'v1',
  replicas: 2,
  image: 'users:v1',
  port: 8080,
  rollout: {
    steps: [
      { weight: 10, pause: '10s' },
      { weight: 50, pause: '10s' },
    ],
    progressDeadline: '3m',
    rollbackWindow: '10s',
  },
  traffic: { source: 'prometheus' as const, interval: '10s' },
  decommission: { gracePeriod: '20s', zeroSamples: 2 },
};

/** When the operator of a namespace was up. What it has to catch up with may show in nothing but times. */
const upSince = new Map<string, number>();
const CATCH_UP_MS = 2_000;

function isUp({ namespace }: ScenarioContext): boolean {
  return performance.now() - (upSince.get(namespace) ?? Infinity) > CATCH_UP_MS;
}

/** With the rights that are shipped for one namespace. */
const startWith = async (
  admin: Cluster,
  { kubeconfig, namespace, clock }: Parameters<StartOperator>[0],
): ReturnType<StartOperator> => {
  upSince.delete(namespace);
  const token = await openAccount(admin, { namespaces: [namespace] });
  const cluster = await connect({ text: accountKubeconfig(kubeconfig, token), clock });
  const manager = await createManager({ cluster, clock, metrics: false, health: false, logLevel: 'silent' });
  const target = await KubernetesTarget.open({ cluster, manager: 'gati-operator' });
  addControllers(manager, { target, namespaces: [namespace], prometheus: idlePrometheus() });
  await manager.start();
  upSince.set(namespace, performance.now());
  return {
    async stop() {
      await manager.stop();
      await cluster.close();
    },
  };
};

interface Status {
  readonly phase?: string;
  readonly stableVersion?: string;
  readonly rollout?: { readonly phase?: string };
}

/** What people do and look for, in the namespace of a run. */
function personIn({ client, namespace, until }: ScenarioContext) {
  const ref = { namespace, name: 'users' };
  const status = async (): Promise<Status> => (await client.live.get(GatiHandlerKind, ref))?.status ?? {};
  return {
    install: () => client.create(GatiHandlerKind, { metadata: ref, spec: SPEC }),
    edit: (spec: object) => client.patch(GatiHandlerKind, ref, { merge: { spec } }),
    untilStable: (version: string) =>
      until(async () => {
        const { phase, stableVersion, rollout } = await status();
        return phase === 'Running' && stableVersion === version && rollout?.phase === 'Succeeded';
      }),
    untilReplicas: (image: string, replicas: number) =>
      until(async () => {
        const deployments = await client.live.listAll(Deployment, { namespace });
        return deployments.some(
          ({ spec }) => spec?.template.spec?.containers[0]?.image === image && spec.replicas === replicas,
        );
      }),
    untilStage: (version: string, stage: string) =>
      until(async () => {
        const versions = (await client.live.listAll(GatiVersionKind, { namespace })) as unknown as GatiVersion[];
        return versions.some(({ spec, status: seen }) => spec.versionId === version && seen?.stage === stage);
      }),
  };
}

describeCluster('the operator dies', { needs: ['objects', 'apply', 'schema', 'controllers'] }, (cluster) => {
  let nodes: Nodes;
  let observer: Cluster;
  const refusals = new Refusals();
  const witnesses = new Map<string, Witness>();
  beforeAll(async () => {
    const { kubeconfig } = cluster();
    nodes = await startNodes({
      kubeconfig,
      nodes: 2,
      rules: [{ match: { image: 'users:bad' }, behaviour: { readyAfter: false } }],
    });
    observer = await connect({ text: kubeconfig });
    for (const { manifest } of gatiDefinitions) await installDefinition(observer.client, manifest);
    for (const kind of [GatiHandlerKind, Service, EndpointSlice])
      observer.cache(kind).onEvent(({ type, object }) => {
        const { namespace = '' } = (object as AnyObject).metadata ?? {};
        const witness = witnesses.get(namespace) ?? new Witness();
        witnesses.set(namespace, witness);
        witness.see(type, { ...(object as object), kind: kind.kind });
      });
  });
  afterAll(async () => {
    await observer?.close();
    await nodes?.stop();
    refusals.end();
  });

  const expectSameEnd = async (scenario: (world: ScenarioContext) => Promise<void>): Promise<void> => {
    const { crashes } = await crashAtEveryWrite({
      kubeconfig: cluster().kubeconfig,
      kinds: [GatiHandlerKind, GatiVersionKind, Deployment, Service, ConfigMap, PodDisruptionBudget, Pod],
      start: (surroundings) => startWith(observer, surroundings),
      scenario,
      time: 'fake',
      withinMs: 15 * MINUTE,
      quietMs: 5 * MINUTE,
      role: roleOf,
      normalise: withoutRunsOwn,
      endState: isUp,
      ...sampleOn(cluster()),
    });
    expect(crashes).toBeGreaterThan(0);
    expect([...witnesses.values()].flatMap(({ complaints }) => complaints)).toEqual([]);
  };

  it('G-203 G-102 G-87: around any write of a canary and the retirement after it, and everything ends the same', async () => {
    await expectSameEnd(async (world) => {
      const person = personIn(world);
      await person.install();
      await person.untilStable('v1');
      await person.edit({ version: 'v2', image: 'users:v2' });
      await person.untilStable('v2');
      await person.untilStage('v1', 'Decommissioned');
    });
  });

  it('G-203 G-85 G-87: around any write of a rollout that goes back, and everything ends the same', async () => {
    await expectSameEnd(async (world) => {
      const person = personIn(world);
      await person.install();
      await person.untilStable('v1');
      await person.edit({ version: 'v2', image: 'users:bad', rollout: { strategy: 'direct' } });
      await person.untilStage('v2', 'Failed');
      // The last that happens until its retention is over.
      await person.untilReplicas('users:bad', 1);
    });
  });
});

/** One record for a version, whatever its name. Pods are made by their Deployments. */
function roleOf({ kind, metadata, ...object }: DeepReadonly<AnyObject>): string | undefined {
  if (kind === 'Pod') return undefined;
  const { versionId } = (object as { spec?: { versionId?: string } }).spec ?? {};
  return `${kind} ${kind === 'GatiVersion' ? versionId : metadata?.name}`;
}

/** Pods are distinguished by nothing but their names; digests are made with the namespace. */
function withoutRunsOwn(state: unknown): unknown {
  const { objects, other } = state as { objects: Record<string, unknown>; other: unknown };
  const kept = Object.entries(objects).filter(([name]) => !name.startsWith('Pod '));
  const text = JSON.stringify(withoutOwn({ ...Object.fromEntries(kept), other }));
  return JSON.parse(text.replaceAll(/\b[0-9a-f]{16}\b/g, '<digest>')) as unknown;
}
