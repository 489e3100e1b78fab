import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type GatiHandler,
  GatiHandlerKind,
  GatiModuleKind,
  GatiVersionKind,
  gatiDefinitions,
} from '@gati-framework/operator';
import { type AnyKind, type Cluster, connect, installDefinition } from '@slipway/kube';
import {
  ConfigMap,
  CustomResourceDefinition,
  Deployment,
  HorizontalPodAutoscaler,
  Lease,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
} from '@slipway/kube/kinds';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Run, runsSlipway, slipway } from '../../test/run.ts';

const namespace = 'default';
/** All that the operator makes for people. */
const MADE: readonly AnyKind[] = [
  Deployment,
  Service,
  ConfigMap,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
  NetworkPolicy,
];

describeCluster(
  'slipway gati, while the operator runs',
  { needs: ['objects', 'apply', 'schema', 'controllers'] },
  (cluster) => {
    let folder: string;
    let nodes: Nodes;
    let admin: Cluster;
    let operator: ChildProcess;
    let ended: Promise<number | null>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'slipway-uninstall-'));
      const { kubeconfig } = cluster();
      await writeFile(join(folder, 'kubeconfig'), kubeconfig);
      admin = await connect({ text: kubeconfig });
      nodes = await startNodes({ kubeconfig, nodes: 1 });
      for (const { manifest } of gatiDefinitions) await installDefinition(admin.client, manifest);
      const { command, args } = runsSlipway(['operator', 'gati', '--metrics-port', '0', '--health-port', '0']);
      operator = spawn(command, args, { env: { ...process.env, KUBECONFIG: join(folder, 'kubeconfig') } });
      operator.stdout?.resume();
      operator.stderr?.resume();
      ended = new Promise((resolve) => operator.once('exit', resolve));
    });
    afterAll(async () => {
      operator?.kill('SIGKILL');
      await nodes?.stop();
      await admin?.close();
      await rm(folder, { recursive: true });
    });

    const stagesOf = async (name: string): Promise<string[]> => {
      const { status } = (await admin.client.live.get(GatiHandlerKind, { namespace, name })) as unknown as GatiHandler;
      return (status?.versions ?? []).map(({ versionId, stage }) => `${versionId} ${stage}`).toSorted();
    };
    const names = async (kind: AnyKind): Promise<string[]> =>
      (await admin.client.live.listAll(kind, { namespace })).map(({ metadata }) => metadata?.name ?? '');
    const made = async (): Promise<string[]> => {
      const all = await Promise.all(
        MADE.map(async (kind) => (await names(kind)).map((name) => `${kind.kind} ${name}`)),
      );
      return all.flat().filter((text) => /users|cache/.test(text));
    };

    const gati = (...args: string[]): Promise<Run> =>
      slipway(['gati', ...args], { env: { KUBECONFIG: join(folder, 'kubeconfig') } });
    const rolling = (name: string, version: string) => ({
      metadata: { namespace, name },
      spec: {
        handlerPath: `/${name}`,
        version,
        replicas: 2,
        image: `${name}:${version}`,
        port: 3000,
        rollout: { steps: [{ weight: 50, pause: 'manual' }] },
      },
    });

    it('G-61: the word of a person lets a rollout begin that breaks callers, and their name is kept', {
      timeout: 300_000,
    }, async () => {
      const { client } = admin;
      const ref = { namespace, name: 'orders' };
      await client.create(GatiHandlerKind, rolling('orders', 'v1'));
      await expect.poll(() => stagesOf('orders')).toEqual(['v1 Current']);
      const next = { version: 'v2', image: 'orders:v2', timescape: { breaking: true } };
      await client.patch(GatiHandlerKind, ref, { merge: { spec: next } });
      await expect.poll(() => stagesOf('orders')).toEqual(['v1 Current', 'v2 HeaderOnly']);
      const { stdout, stderr, exitCode } = await gati('promote', 'orders', '--accept-breaking', '--by', 'ann');
      expect({ stdout, stderr, exitCode }).toEqual({
        stdout: 'orders: v2: ann accepted that it may break callers of v1 (gati.dev/accept-breaking).\n',
        stderr: '',
        exitCode: 0,
      });
      await expect.poll(() => stagesOf('orders')).toEqual(['v1 Current', 'v2 Canary']);
      await client.delete(GatiHandlerKind, ref);
      await expect.poll(() => names(GatiVersionKind as AnyKind)).toEqual([]);
    });

    it('G-156: in the middle of a canary, while the operator runs: it cleans up, and nothing of it is left', {
      timeout: 300_000,
    }, async () => {
      const { client } = admin;
      const labels = { app: 'legacy' };
      await client.create(Deployment, {
        metadata: { namespace, name: 'legacy' },
        spec: {
          replicas: 1,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'legacy:v1' }] } },
        },
      });
      await client.create(GatiVersionKind, {
        metadata: { namespace, name: 'users-legacy' },
        spec: {
          versionId: 'v0',
          breaking: false,
          routingWeight: 0,
          handlerRef: { name: 'users' },
          deploymentName: 'legacy',
          serviceName: 'legacy',
        },
      });
      await client.create(GatiVersionKind, {
        metadata: { namespace, name: 'lost' },
        spec: { versionId: 'v9', breaking: false, routingWeight: 0, handlerRef: { name: 'nobody' } },
      });
      await client.create(GatiModuleKind, {
        metadata: { namespace, name: 'cache' },
        spec: {
          moduleName: 'cache',
          moduleType: 'node',
          runtime: 'node:20',
          replicas: 2,
          image: 'cache:v1',
          port: 50_051,
        },
      });
      await client.create(GatiHandlerKind, rolling('users', 'v1'));
      await expect.poll(() => stagesOf('users')).toContain('v1 Current');
      await client.patch(
        GatiHandlerKind,
        { namespace, name: 'users' },
        {
          merge: { spec: { version: 'v2', image: 'users:v2' } },
        },
      );
      await expect.poll(() => stagesOf('users')).toContain('v2 Canary');
      await expect.poll(made).toContain('Deployment module-cache');
      // It leads where an installed operator does, whatever the namespace of the context.
      const lease = await client.live.get(Lease, { namespace: 'gati-system', name: 'gati-operator' });
      expect(lease?.spec?.holderIdentity).toBeTruthy();

      const { stdout, stderr, exitCode } = await gati('uninstall', '--yes');
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
      // No finalizer was taken off: the operator has done its work.
      expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
        'deleted 6 resources',
        'deleted CustomResourceDefinition gatihandlers.gati.dev',
        'deleted CustomResourceDefinition gatimodules.gati.dev',
        'deleted CustomResourceDefinition gativersions.gati.dev',
      ]);
      const definitions = async (): Promise<string[]> =>
        (await client.live.listAll(CustomResourceDefinition))
          .map(({ metadata }) => metadata?.name)
          .filter((name) => name.endsWith('.gati.dev'));
      await expect.poll(definitions).toEqual([]);
      await expect.poll(made).toEqual([]);
      // What another client made is not ours.
      expect((await client.live.get(Deployment, { namespace, name: 'legacy' }))?.spec?.replicas).toBe(1);

      operator.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
  },
);
