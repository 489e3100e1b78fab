import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readYaml } from '@slipway/crd/schema';
import { type Cluster, connect, installDefinition, silentLogger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { settingsOf } from '../settings/index.ts';
import { GatiHandlerKind, GatiModuleKind, gatiDefinitions } from '../types/index.ts';
import { VERSION } from '../version.ts';
import { createOperator, type Operator } from './index.ts';

/** In the env of a handler; it may appear nowhere but in its pods. */
const MARKER = 'marker-7b1f';

interface Kubeconfig {
  readonly clusters: [{ cluster: Record<string, string> }];
  readonly users: [{ user: Record<string, string> }];
}

/** A `KubeConfig` of client-node, by its shape alone. */
function clientNodeConfig(kubeconfig: string): object {
  const [document] = readYaml(kubeconfig, 'kubeconfig');
  if (!document) throw new Error('the kubeconfig is empty');
  const { clusters, users } = document.value as unknown as Kubeconfig;
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  return {
    currentContext: 'local',
    clusters: [
      { name: 'local', server: cluster['server'], caData: cluster['certificate-authority-data'], skipTLSVerify: false },
    ],
    users: [
      {
        name: 'admin',
        token: user['token'],
        certData: user['client-certificate-data'],
        keyData: user['client-key-data'],
      },
    ],
    contexts: [{ name: 'local', cluster: 'local', user: 'admin' }],
  };
}

describe('the operator as a process', () => {
  let local: LocalCluster;
  let admin: Cluster;
  let operator: Operator;
  const lines: string[] = [];

  beforeAll(async () => {
    local = await startLocalCluster({ nodes: 1 });
    admin = await connect({ text: local.kubeconfig });
    for (const { manifest } of gatiDefinitions) await installDefinition(admin.client, manifest);
    operator = await createOperator(settingsOf({ LOG_LEVEL: 'debug' }), {
      connect: { object: clientNodeConfig(local.kubeconfig) },
      metrics: { address: '127.0.0.1:0' },
      health: { address: '127.0.0.1:0' },
      logStream: { write: (line) => void lines.push(line) },
      exit: () => undefined,
    });
  });
  afterAll(async () => {
    await operator?.stop();
    await admin?.close();
    await local?.stop();
  });

  const page = async (port: 'metrics' | 'health', path: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${operator.manager.ports[port]}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const own = async (): Promise<string> =>
    (await page('metrics', '/metrics')).text
      .split('\n')
      .filter((line) => /^(?:reconciliation_duration|deployment_count|gati_operator_)/.test(line))
      .filter((line) => !line.includes('_bucket') && !line.includes('_sum'))
      .join('\n');

  test('G-180: every series is there before anything has happened, at 0, and none names an object', async () => {
    await operator.start();
    await expect(await own()).toMatchFileSnapshot('./golden/scrape.txt');
  });

  test('G-183: it is ready once its caches are full, on ports of their own', async () => {
    expect(await page('health', '/readyz')).toMatchObject({ status: 200 });
    expect(await page('health', '/healthz')).toMatchObject({ status: 200 });
    expect(operator.manager.ports.metrics).not.toBe(operator.manager.ports.health);
  });

  test('G-2, G-180: started with a KubeConfig of client-node it deploys, and counts what it does', async () => {
    const namespace = 'default';
    const spec = { replicas: 1, image: 'app:v1', port: 3000, env: { PASSWORD: MARKER } };
    await admin.client.create(GatiHandlerKind, {
      metadata: { namespace, name: 'users' },
      spec: { ...spec, handlerPath: '/users', version: 'v1' },
    });
    await admin.client.create(GatiModuleKind, {
      metadata: { namespace, name: 'db' },
      spec: { ...spec, moduleName: 'db', moduleType: 'node', runtime: 'node:20' },
    });
    const phases = async (): Promise<unknown[]> =>
      Promise.all(
        [
          { kind: GatiHandlerKind, name: 'users' },
          { kind: GatiModuleKind, name: 'db' },
        ].map(async ({ kind, name }) => {
          const found = (await admin.client.live.get(kind, { namespace, name })) as { status?: { phase?: string } };
          return found.status?.phase;
        }),
      );
    await expect.poll(phases).toEqual(['Running', 'Running']);
    for (const line of [
      'deployment_count{kind="handler"} 1',
      'deployment_count{kind="module"} 1',
      'gati_operator_versions{stage="Current"} 1',
    ]) {
      await expect.poll(own).toContain(line);
    }
    const scrape = await own();
    const count = (pattern: RegExp): number => Number(pattern.exec(scrape)?.[1] ?? 0);
    expect(
      count(/target_operations_total\{target="kubernetes",verb="applySet",result="created"\} (\d+)/),
    ).toBeGreaterThan(5);
    expect(count(/reconciliation_duration_count\{controller="handler",result="success"\} (\d+)/)).toBeGreaterThan(1);
  });

  test('G-158, R-18: it holds its Lease, and says in every request who it is', async () => {
    expect(operator.manager.isLeader).toBe(true);
    const agents = local.requests().map(({ userAgent }) => userAgent);
    expect(agents.some((agent) => agent.startsWith(`gati-operator/${VERSION}`))).toBe(true);
  });

  test('G-181: lines are JSON with ISO times and names of levels, and hold no value of an env', () => {
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const { level, time } = JSON.parse(line) as { level: string; time: string };
      expect(level).toMatch(/^(?:debug|info|warn|error)$/);
      expect(new Date(time).toISOString()).toBe(time);
    }
    expect(lines.join('')).not.toContain(MARKER);
    expect(lines.join('')).not.toContain(/token: (\S+)/.exec(local.kubeconfig)?.[1] ?? 'no token');
  });

  test('G-171 G-181: what a target did is reported with the request and the generation that it was done for', () => {
    const reported = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const done = reported.filter(({ verb }) => verb === 'applySet');
    expect(new Set(done.map(({ owner }) => owner))).toEqual(
      new Set(['GatiHandler default/users', 'GatiModule default/db']),
    );
    const request = { reconcileID: expect.stringMatching(/^[0-9a-f-]{36}$/), generation: 1 };
    const object = { kind: expect.any(String), namespace: 'default', name: expect.any(String) };
    for (const line of done) expect(line).toMatchObject({ ...object, ...request, result: expect.any(String) });
  });
});

test('G-158: a start that fails ends the look for other installations too', async () => {
  const local = await startLocalCluster({ nodes: 0 });
  const clock = new FakeClock();
  const operator = await createOperator(settingsOf({}), {
    connect: { text: local.kubeconfig, clock },
    metrics: { address: '127.0.0.1:0' },
    health: { address: '127.0.0.1:0' },
    logger: silentLogger,
    exit: () => undefined,
  });
  vi.spyOn(operator.manager, 'start').mockRejectedValue(new Error('no start'));
  const before = clock.pendingTimers;
  await expect(operator.start()).rejects.toThrow('no start');
  expect(clock.pendingTimers).toBe(before);
  await operator.stop();
  await local.stop();
});

test('a step that fails closes what earlier steps have opened', async () => {
  const local = await startLocalCluster({ nodes: 0 });
  const folder = await mkdtemp(join(tmpdir(), 'operator-'));
  vi.stubEnv('TMPDIR', folder);
  const create = createOperator(
    settingsOf({ DEPLOYMENT_TARGET: 'gitops', GIT_URL: 'https://git.example/shop.git', GITOPS_ENGINE: 'none' }),
    {
      connect: { text: local.kubeconfig },
      // Found out once the target is open.
      health: { address: 'nowhere' },
      logger: silentLogger,
    },
  );
  await expect(create).rejects.toMatchObject({ code: 'MANAGER_OPTIONS' });
  // The copy of the repository, and the keys beside it.
  expect(await readdir(folder)).toEqual([]);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await local.stop();
});

test('G-1: the version that is reported is that of the package', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  expect(VERSION).toBe((JSON.parse(text) as { version: string }).version);
});
