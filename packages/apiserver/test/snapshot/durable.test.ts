import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestAs } from '@slipway/tools/control-plane/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from '../../src/index.ts';
import { CONFIG_MAPS, configMap, WIDGETS, widget, widgetDefinition } from '../support/fixture.ts';

let folder = '';
const running: ApiServer[] = [];
const startIn = async (options: object = { folder }): Promise<ApiServer> => {
  const cluster = await startApiServer(options);
  running.push(cluster);
  return cluster;
};
const ask = async (kubeconfig: string, path: string, body?: unknown, method = body ? 'POST' : 'GET') => {
  const headers = { 'content-type': 'application/json' };
  const answer = await requestAs(kubeconfig, path, { method, headers, ...(body !== undefined && { body }) });
  return {
    status: answer.status,
    body: JSON.parse(answer.body) as { metadata: Record<string, string>; status: object },
  };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((cluster) => cluster.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe('a cluster with a folder', () => {
  test('L-26: comes back with its objects, resource versions, kinds, tokens and address', async () => {
    const first = await startIn();
    const user = first.kubeconfigFor('ann', ['system:masters']);
    const made = await ask(first.kubeconfig, CONFIG_MAPS, configMap('x', { data: { a: 'ü' } }));
    await ask(first.kubeconfig, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition());
    const custom = await ask(first.kubeconfig, WIDGETS, widget('w', { spec: { size: 1 } }));
    expect(custom.status).toBe(201);
    const account = '/api/v1/namespaces/default/serviceaccounts';
    await ask(first.kubeconfig, account, { metadata: { name: 'sam' } });
    const { body: token } = await ask(first.kubeconfig, `${account}/sam/token`, {});
    const before = Number(first.resourceVersion);
    await first.stop();

    const second = await startIn();
    expect([second.url, second.kubeconfig, second.restored]).toEqual([first.url, first.kubeconfig, { lostBytes: 0 }]);
    expect(Number(second.resourceVersion)).toBe(before);
    expect((await ask(user, `${CONFIG_MAPS}/x`)).body).toEqual(made.body);
    expect((await ask(user, `${WIDGETS}/w`)).body).toEqual(custom.body);
    const review = { spec: { token: (token.status as { token: string }).token } };
    const reviewed = await ask(user, '/apis/authentication.k8s.io/v1/tokenreviews', review);
    expect(reviewed.body.status).toMatchObject({ authenticated: true });
    const next = await ask(user, CONFIG_MAPS, configMap('y'));
    expect(Number(next.body.metadata['resourceVersion'])).toBeGreaterThan(before);
    expect((await ask(user, CONFIG_MAPS, configMap('x'))).status).toBe(409);
  });

  test('L-26: a revoked token stays revoked, and history from before is 410', async () => {
    const first = await startIn();
    const token = first.issueToken('ann', ['system:masters']);
    first.revokeToken(token);
    const { body } = await ask(first.kubeconfig, CONFIG_MAPS, configMap('x'));
    await first.stop();
    const second = await startIn();
    const path = `${CONFIG_MAPS}?resourceVersion=${Number(body.metadata['resourceVersion']) - 1}&resourceVersionMatch=Exact`;
    expect((await ask(second.kubeconfig, path)).status).toBe(410);
    const bare = second.kubeconfig.replace(/token: .*/, `token: ${token}`);
    expect((await ask(bare, CONFIG_MAPS)).status).toBe(401);
  });

  test('L-26: a damaged end costs the writes in it, and the cluster says so', async () => {
    const first = await startIn();
    await ask(first.kubeconfig, CONFIG_MAPS, configMap('whole'));
    await first.stop();
    const half = '0badc0de {"put":"configmaps","key":"default/half"';
    appendFileSync(join(folder, 'state.log'), half);
    const second = await startIn();
    expect(second.restored).toEqual({ lostBytes: half.length });
    expect((await ask(second.kubeconfig, `${CONFIG_MAPS}/whole`)).status).toBe(200);
    expect((await ask(second.kubeconfig, `${CONFIG_MAPS}/half`)).status).toBe(404);
    expect(readdirSync(folder)).toContain('state.log.damaged');
  });

  test('L-26: what is not a cluster’s log is refused and left alone', async () => {
    await (await startIn()).stop();
    writeFileSync(join(folder, 'state.log'), 'something else\n');
    await expect(startIn()).rejects.toMatchObject({ code: 'APISERVER_FOLDER' });
    expect(readFileSync(join(folder, 'state.log'), 'utf8')).toBe('something else\n');
  });

  test('L-26: a second cluster in the folder is refused, in this process and in another', async () => {
    const first = await startIn();
    await expect(startIn()).rejects.toMatchObject({ code: 'APISERVER_FOLDER' });
    await first.stop();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    writeFileSync(join(folder, 'lock'), `${other.pid} x\n`);
    await expect(startIn()).rejects.toMatchObject({ code: 'APISERVER_FOLDER' });
    other.kill();
    await once(other, 'exit');
    expect((await startIn()).restored).toEqual({ lostBytes: 0 });
  });

  test('L-26: nobody else can read its keys', async () => {
    await startIn();
    for (const file of ['identity.json', 'state.log', 'lock'])
      expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  });
});

describe('a snapshot', () => {
  test('L-26: is the whole cluster, and can be started any number of times', async () => {
    const first = await startIn({});
    const made = await ask(first.kubeconfig, CONFIG_MAPS, configMap('x'));
    const snapshot = first.snapshot();
    await ask(first.kubeconfig, CONFIG_MAPS, configMap('later'));
    for (const copy of [await startIn({ snapshot }), await startIn({ snapshot })]) {
      const kubeconfig = first.kubeconfig.replace(first.url, copy.url);
      expect((await ask(kubeconfig, `${CONFIG_MAPS}/x`)).body).toEqual(made.body);
      expect((await ask(kubeconfig, `${CONFIG_MAPS}/later`)).status).toBe(404);
    }
  });

  test('L-26: half of one is refused', async () => {
    const snapshot = (await startIn({})).snapshot();
    for (const bytes of [snapshot.subarray(0, snapshot.length - 1), snapshot.subarray(0, 1000), new Uint8Array()]) {
      await expect(startIn({ snapshot: bytes })).rejects.toMatchObject({ code: 'APISERVER_SNAPSHOT' });
    }
  });
});
