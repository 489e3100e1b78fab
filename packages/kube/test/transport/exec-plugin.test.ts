import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@slipway/apimachinery/process';
import { type ExecConfig, loadKubeconfig } from '@slipway/kube/config';
import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest } from '@slipway/kube/transport';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ApiServer, json, status } from './api-server.ts';

const get: KubeRequest = { method: 'GET', path: '/api/v1/configmaps' };
const V1 = 'client.authentication.k8s.io/v1';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'slipway-'));
  onTestFinished(() => rm(root, { recursive: true }));
});

/** A real plugin: a script that counts its runs in a file and then does what the test asks. */
async function plugin(
  script: string,
  more: Partial<ExecConfig> = {},
): Promise<ExecConfig & { runs(): Promise<number> }> {
  const path = join(root, `plugin-${Math.random().toString(36).slice(2)}.cjs`);
  const prelude = `const fs = require('node:fs');
    fs.appendFileSync(__filename + '.runs', 'x');
    const run = fs.readFileSync(__filename + '.runs', 'utf8').length;
    const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
    const print = (status, apiVersion = info.apiVersion) =>
      process.stdout.write(JSON.stringify({ apiVersion, kind: 'ExecCredential', status }));\n`;
  await writeFile(path, prelude + script);
  return {
    apiVersion: V1,
    command: process.execPath,
    args: [path],
    env: {},
    interactiveMode: 'Never',
    ...more,
    runs: async () => (await readFile(`${path}.runs`, 'utf8')).length,
  };
}

const tokens = (server: ApiServer) => server.requests.map(({ headers }) => headers.authorization);

describe('exec plugins', () => {
  test.each([V1, 'client.authentication.k8s.io/v1beta1'] as const)(
    'R-14: a token of a %s plugin is sent',
    async (apiVersion) => {
      const server = await ApiServer.start();
      const exec = await plugin(`print({ token: 'from-' + info.apiVersion })`, { apiVersion });
      await server.connect({}, { user: { exec } }).json(get);
      expect(tokens(server)).toEqual([`Bearer from-${apiVersion}`]);
    },
  );

  test('R-14: a client certificate of a plugin is shown to the server', async () => {
    const server = await ApiServer.start();
    const { certPem, keyPem } = server.authority.issueClient({ user: 'plugged' });
    const exec = await plugin(`print(${JSON.stringify({ clientCertificateData: certPem, clientKeyData: keyPem })})`);
    await server.connect({}, { user: { exec } }).json(get);
    expect(server.requests[0]?.user).toBe('plugged');
  });

  test('R-14: one run serves all requests that wait, until 10 s before the credential ends', async () => {
    const clock = new FakeClock();
    const expirationTimestamp = new Date(clock.wall() + 300_000).toISOString();
    const server = await ApiServer.start();
    const exec = await plugin(
      `print({ token: 'run-' + run, expirationTimestamp: ${JSON.stringify(expirationTimestamp)} })`,
    );
    const transport = server.connect({ clock }, { user: { exec } });
    await Promise.all(Array.from({ length: 50 }, () => transport.json(get)));
    expect(await exec.runs()).toBe(1);
    await clock.advance(289_999);
    await transport.json(get);
    expect(await exec.runs()).toBe(1);
    await clock.advance(1);
    await transport.json({ ...get, deadlineMs: 3_600_000 });
    expect(await exec.runs()).toBe(2);
    expect(tokens(server).at(-1)).toBe('Bearer run-2');
  });

  test('R-14: a refused token has the plugin run again, once for all that were refused', async () => {
    const server = await ApiServer.start();
    const exec = await plugin(`print({ token: 'run-' + run })`);
    const transport = server.connect({}, { user: { exec } });
    await transport.json(get);
    server.handler = ({ headers }, response) =>
      headers.authorization === 'Bearer run-2' ? json(response, {}) : status(response, 401);
    await Promise.all(Array.from({ length: 20 }, () => transport.json(get)));
    expect(await exec.runs()).toBe(2);
  });

  test('R-14: two kubeconfigs with the same user name and different plugins never mix their tokens', async () => {
    const servers = [await ApiServer.start(), await ApiServer.start()];
    const transports = await Promise.all(
      servers.map(async (server, index) => {
        const exec = await plugin(`print({ token: 'cluster-${index}-run-' + run })`);
        const kubeconfig = {
          'current-context': 'main',
          clusters: [
            {
              name: 'main',
              cluster: {
                server: server.url,
                'certificate-authority-data': Buffer.from(server.authority.certPem).toString('base64'),
              },
            },
          ],
          users: [{ name: 'admin', user: { exec: { ...exec, env: [] } } }],
          contexts: [{ name: 'main', context: { cluster: 'main', user: 'admin' } }],
        };
        return server.connect({}, await loadKubeconfig({ object: kubeconfig }));
      }),
    );
    await Promise.all(transports.flatMap((transport) => Array.from({ length: 30 }, () => transport.json(get))));
    expect(new Set(tokens(servers[0] as ApiServer))).toEqual(new Set(['Bearer cluster-0-run-1']));
    expect(new Set(tokens(servers[1] as ApiServer))).toEqual(new Set(['Bearer cluster-1-run-1']));
  });

  test('R-14: the plugin gets what it asked for: cluster, environment, whether a person is there', async () => {
    const out = join(root, 'info.json');
    const cluster = { server: 'https://example.test', config: { audience: 'x' } };
    const server = await ApiServer.start();
    const script = `fs.writeFileSync(process.env.OUT, JSON.stringify(info)); print({ token: 't' })`;
    const exec = await plugin(script, { cluster, env: { OUT: out }, interactiveMode: 'IfAvailable' });
    await server.connect({}, { user: { exec } }).json(get);
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
      apiVersion: V1,
      kind: 'ExecCredential',
      spec: { interactive: false, cluster },
    });
  });

  test('R-14: a plugin that needs a terminal is refused where there is none', async () => {
    const server = await ApiServer.start();
    const exec = await plugin(`print({ token: 't' })`, { interactiveMode: 'Always' });
    await expect(server.connect({}, { user: { exec } }).json(get)).rejects.toMatchObject({
      code: 'KUBE_EXEC_PLUGIN',
      message: expect.stringContaining('interactiveMode: Always'),
    });
  });

  test('R-14: a plugin that fails once costs no request; one that fails twice is KUBE_EXEC_PLUGIN', async () => {
    const server = await ApiServer.start();
    const once = await plugin(`if (run === 1) process.exit(3); print({ token: 't' })`);
    await server.connect({}, { user: { exec: once } }).json(get);
    const always = await plugin(`process.exit(3)`);
    await expect(server.connect({}, { user: { exec: always } }).json(get)).rejects.toMatchObject({
      code: 'KUBE_EXEC_PLUGIN',
      message: expect.stringContaining('ended with code 3'),
    });
    expect(await always.runs()).toBe(2);
  });

  test('R-14: a plugin that prints without end is stopped', async () => {
    const server = await ApiServer.start();
    const exec = await plugin(
      `const line = 'x'.repeat(65536); const more = () => process.stdout.write(line, more); more()`,
    );
    await expect(server.connect({}, { user: { exec } }).json(get)).rejects.toMatchObject({
      code: 'KUBE_EXEC_PLUGIN',
      message: expect.stringContaining('printed more than 1048576 bytes'),
    });
  });

  test('R-14: a plugin that is not there is named with its install hint', async () => {
    const server = await ApiServer.start();
    const exec = await plugin('', { command: 'no-such-plugin', installHint: 'Install it with: get no-such-plugin' });
    await expect(server.connect({}, { user: { exec } }).json(get)).rejects.toMatchObject({
      code: 'KUBE_EXEC_PLUGIN',
      message: 'The credential plugin no-such-plugin was not found. Install it with: get no-such-plugin',
    });
  });

  test('R-14: a plugin that hangs is ended after 60 s, even if a process of its own holds the output open', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start();
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5000)'], { stdio: 'inherit' })`;
    const exec = await plugin(`${child}; setInterval(() => {}, 1000)`);
    const failed = expect(
      server.connect({ clock }, { user: { exec } }).json({ ...get, deadlineMs: 120_000 }),
    ).rejects.toMatchObject({ code: 'KUBE_EXEC_PLUGIN', message: expect.stringContaining('60000 ms') });
    await clock.until(() => exec.runs().catch(() => 0));
    await clock.advance(60_000);
    await failed;
  });

  test('R-5, R-14: a deadline ends the wait for a plugin, at the start and after a refusal, as KUBE_TIMEOUT', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start((_request, response) => status(response, 401));
    const hangs = `setInterval(() => {}, 1000)`;
    for (const [script, neverSent] of [
      [hangs, true],
      [`if (run === 1) print({ token: 't' }); else ${hangs}`, false],
    ] as const) {
      const exec = await plugin(script);
      const failed = expect(server.connect({ clock }, { user: { exec } }).json(get)).rejects.toMatchObject({
        code: 'KUBE_TIMEOUT',
        neverSent,
      });
      const runs = neverSent ? 1 : 2;
      await clock.until(async () => (await exec.runs().catch(() => 0)) === runs);
      await clock.advance(30_000);
      await failed;
    }
  });

  test('R-14, R-168: closing the transport ends a plugin that runs', async () => {
    const server = await ApiServer.start();
    const clock = new FakeClock();
    const pid = join(root, 'pid');
    const exec = await plugin(`fs.writeFileSync(process.env.OUT, String(process.pid)); setInterval(() => {}, 1000)`, {
      env: { OUT: pid },
    });
    const transport = server.connect({ clock }, { user: { exec } });
    const call = transport.json(get).catch((error: unknown) => error);
    const running = await clock.until(async () => Number(await readFile(pid, 'utf8').catch(() => '0')));
    await transport.close();
    await expect(call).resolves.toMatchObject({ code: 'KUBE_UNREACHABLE' });
    await clock.until(() => !isAlive(running));
    expect(clock.pendingTimers).toBe(0);
  });

  test('R-14: a command with a relative path starts at the kubeconfig’s folder', async () => {
    const server = await ApiServer.start();
    const script = `#!/bin/sh\necho '{"apiVersion":"${V1}","kind":"ExecCredential","status":{"token":"relative"}}'\n`;
    await writeFile(join(root, 'get-token'), script);
    await chmod(join(root, 'get-token'), 0o755);
    const kubeconfig = `
current-context: main
clusters: [{name: main, cluster: {server: "${server.url}", certificate-authority-data: ${Buffer.from(server.authority.certPem).toString('base64')}}}]
users: [{name: me, user: {exec: {apiVersion: ${V1}, command: ./get-token, interactiveMode: Never}}}]
contexts: [{name: main, context: {cluster: main, user: me}}]`;
    await writeFile(join(root, 'config'), kubeconfig);
    await server.connect({}, await loadKubeconfig({ path: join(root, 'config') })).json(get);
    expect(tokens(server)).toEqual(['Bearer relative']);
  });
});
