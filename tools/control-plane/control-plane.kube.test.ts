import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../processes/index.ts';
import { versions } from '../versions.ts';
import { type ControlPlane, requestAs, startControlPlane } from './index.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});
afterAll(() => plane?.stop());

async function createConfigMap(name: string): Promise<string> {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { key: 'value' } };
  const answer = await requestAs(plane.kubeconfig, CONFIG_MAPS, { method: 'POST', body });
  expect(answer.status).toBe(201);
  return (JSON.parse(answer.body) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

describe('a real control plane', () => {
  test('R-184: says the pinned version', async () => {
    const { body } = await requestAs(plane.kubeconfig, '/version');
    expect(JSON.parse(body)).toMatchObject({ gitVersion: `v${versions.kubernetes}`, major: '1', minor: '36' });
  });

  test('R-184: lets the administrator do all and a named user nothing', async () => {
    const user = plane.kubeconfigFor('nobody-special', ['some-group']);
    const refused = await requestAs(user, CONFIG_MAPS);
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('nobody-special');
    expect((await requestAs(plane.kubeconfig, CONFIG_MAPS)).status).toBe(200);
  });

  test('R-184: has controllers that turn a Deployment into a pod', async () => {
    const labels = { app: 'one' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'none' }] } };
    const body = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'one' },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    };
    const path = '/apis/apps/v1/namespaces/default/deployments';
    expect((await requestAs(plane.kubeconfig, path, { method: 'POST', body })).status).toBe(201);
    const pod = await waitUntil(async () => {
      const list = await requestAs(plane.kubeconfig, '/api/v1/namespaces/default/pods?labelSelector=app%3Done');
      return (JSON.parse(list.body) as { items: { metadata: { name: string } }[] }).items[0];
    });
    expect(pod.metadata.name).toMatch(/^one-/);
  });

  test('R-184: keeps its address and its state over a restart', async () => {
    await createConfigMap('kept');
    await plane.restart();
    expect((await requestAs(plane.kubeconfig, `${CONFIG_MAPS}/kept`)).status).toBe(200);
  });

  test('R-184: answers 410 to a watch and a list from before a compaction', async () => {
    const early = await createConfigMap('early');
    await createConfigMap('late');
    const watch = `${CONFIG_MAPS}?watch=1&timeoutSeconds=1&resourceVersion=${early}`;
    const list = `${CONFIG_MAPS}?resourceVersion=${early}&resourceVersionMatch=Exact`;
    expect((await requestAs(plane.kubeconfig, watch)).body).toContain('"late"');
    expect((await requestAs(plane.kubeconfig, list)).status).toBe(200);

    await plane.compact();

    expect((await requestAs(plane.kubeconfig, watch)).body).toContain('"code":410');
    expect((await requestAs(plane.kubeconfig, list)).status).toBe(410);
    expect((await requestAs(plane.kubeconfig, `${CONFIG_MAPS}/early`)).status).toBe(200);
  });

  test('R-184: leaves no process and no folder when the one who started it is killed', async () => {
    const parent = fork(fileURLToPath(new URL('testing/start-and-tell.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx', '--conditions=slipway-source'],
    });
    const [folder] = (await once(parent, 'message')) as [string];
    expect(await processesIn(folder)).toHaveLength(5);

    parent.kill('SIGKILL');

    await waitUntil(async () => ((await processesIn(folder)).length === 0 && !existsSync(folder) ? true : undefined));
  });
});

/** Process ids whose command line names the folder. */
async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_, index) => lines[index]?.includes(folder));
}
