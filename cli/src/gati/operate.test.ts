import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GatiHandler, GatiHandlerKind, gatiDefinitions } from '@gati-framework/operator';
import { type Cluster, connect, installDefinition } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, runsSlipway, slipway } from '../../test/run.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('slipway operator gati, slipway gati', () => {
  let folder: string;
  let local: LocalCluster;
  let cluster: Cluster;
  let operator: ChildProcess;
  let operatorEnded: Promise<number | null>;
  let log = '';
  let healthAddress: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-gati-'));
    local = await startLocalCluster({ nodes: 1 });
    await writeFile(join(folder, 'kubeconfig'), local.kubeconfig);
    cluster = await connect({ text: local.kubeconfig });
    for (const { manifest } of gatiDefinitions) await installDefinition(cluster.client, manifest);
    const { command, args } = runsSlipway(['operator', 'gati', '--metrics-port', '0']);
    healthAddress = `127.0.0.1:${await freePort()}`;
    operator = spawn(command, args, {
      // Of the port that a flag names, the variable says nothing.
      env: {
        ...process.env,
        KUBECONFIG: join(folder, 'kubeconfig'),
        HEALTH_ADDRESS: healthAddress,
        METRICS_ADDRESS: healthAddress,
      },
    });
    operator.stdout?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    operator.stderr?.resume();
    // Not `exit`, after which the end of what it wrote may still be on its way.
    operatorEnded = new Promise((resolve) => operator.once('close', resolve));
  });
  afterAll(async () => {
    operator?.kill('SIGKILL');
    await cluster?.close();
    await local?.stop();
    await rm(folder, { recursive: true });
  });

  const gati = (...args: string[]): Promise<Run> =>
    slipway(['gati', ...args], { env: { KUBECONFIG: join(folder, 'kubeconfig') } });
  const name = 'users';
  const ref = { namespace: 'default', name };
  const handler = async (): Promise<GatiHandler> =>
    (await cluster.client.live.get(GatiHandlerKind, ref)) as unknown as GatiHandler;
  const phase = async (): Promise<string | undefined> => (await handler()).status?.rollout?.phase;

  it('G-1: the operator runs by a command, and takes handlers on', async () => {
    await cluster.client.create(GatiHandlerKind, {
      metadata: ref,
      spec: {
        handlerPath: '/api/users',
        version: 'v1',
        replicas: 2,
        image: 'users:v1',
        port: 3000,
        rollout: { steps: [{ weight: 50, pause: 'manual' }] },
      },
    });
    await expect.poll(async () => (await handler()).status?.stableVersion).toBe('v1');
    await expect.poll(() => log).toContain('This process leads.');
    // Where an installed operator elects its leader too, and not in the namespace of the context.
    expect(log).toContain('its leader holds the Lease gati-system/gati-operator.');
  });

  it('G-183 G-185: HEALTH_ADDRESS says where the command listens', async () => {
    expect((await fetch(`http://${healthAddress}/healthz`)).status).toBe(200);
  });

  it('G-88: a command is given, answered and printed, and its annotations are taken off', async () => {
    await cluster.client.patch(GatiHandlerKind, ref, { merge: { spec: { version: 'v2', image: 'users:v2' } } });
    await expect.poll(phase).toBe('Paused');
    const shown = await gati('status', name);
    expect(shown.stdout).toContain('default/users  /api/users  Running');
    expect(shown.stdout).toMatch(
      /VERSION +STAGE +WANTED +ACHIEVED +MEASURED +READY\nv1 +Current +50 +50 +(?:-|\d+) +2\nv2 +Canary +50 +50/,
    );
    expect(shown.stdout).toMatch(
      /rollout v1 to v2: Paused at 50 % \(step 1 of 2\)\n {2}now +it goes on when a person says so\n {2}at the latest +\d{4}-\S+Z: it freezes where it is\n {2}to act +resume, promote or abort \(the owner of the handler\)\n/,
    );
    const listed = await gati('list', '-o', 'wide');
    expect(listed.stdout).toMatch(
      /\nusers +\/api\/users +v2 +v1 +\w+ +Running +Paused +users:v2 +\w+ +50 % \(step 1 of 2\)\n/,
    );
    const promoted = await gati('promote', name, '--reason', 'looks good', '--by', 'ann');
    expect([promoted.exitCode, promoted.stdout]).toEqual([0, 'users: promote accepted (looks good)\n']);
    await expect.poll(phase).toBe('Succeeded');
    const { metadata, status } = await handler();
    expect(status?.lastCommand).toMatchObject({ actor: 'ann', reason: 'looks good', result: 'Accepted' });
    expect(metadata.annotations?.['gati.dev/command']).toBeUndefined();
  });

  it('G-88: what the phase forbids is refused with the reason, and ends the command with 1', async () => {
    const { exitCode, stderr } = await gati('resume', name);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^slipway: users: resume refused: .+ \[Refused\]\n$/),
    ]);
    const lost = await gati('pause', 'nobody');
    expect([lost.exitCode, lost.stderr]).toEqual([
      3,
      'slipway: there is no GatiHandler nobody in namespace default [CLI_INPUT]\n',
    ]);
    expect((await gati('retire', 'users-v1')).stderr).toContain('retire needs --reason');
  });

  it('G-158: asked to end, it stops in order', async () => {
    operator.kill('SIGTERM');
    expect(await operatorEnded).toBe(0);
    expect(log).toContain('The Gati operator has stopped.');
  });

  it('G-88: without an operator the wait has an end, and says what follows', async () => {
    const { exitCode, stderr } = await gati('pause', name, '--timeout', '1');
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/no operator answered within 1 s; .+ \[CLI_NO_ANSWER\]\n$/),
    ]);
  });

  it('G-156: uninstall needs a yes, and takes finalizers off when the operator is gone', async () => {
    expect((await gati('uninstall')).exitCode).toBe(2);
    const { stdout, exitCode } = await gati('uninstall', '--yes', '--operator-namespace', 'default');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('took the finalizer off GatiHandler default/users: no operator runs\n');
    expect(stdout).toContain('deleted CustomResourceDefinition gatihandlers.gati.dev\n');
    const left = async (): Promise<string[]> =>
      (await cluster.client.live.listAll(CustomResourceDefinition)).map(({ metadata }) => metadata?.name);
    await expect.poll(left).toEqual([]);
    for (const command of ['status', 'pause']) {
      const { exitCode: code, stderr } = await gati(command, name);
      expect([code, stderr]).toEqual([3, expect.stringContaining('Gati is not installed on this cluster')]);
    }
  });
});
