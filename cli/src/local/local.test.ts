import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, connect } from '@slipway/kube';
import { ConfigMap, Namespace } from '@slipway/kube/kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, slipway } from '../../test/run.ts';

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly url: string | null;
  readonly pid: number | null;
  readonly kubeconfig: string;
}

describe('slipway local', () => {
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'slipway-local-'));
  });
  afterAll(async () => {
    await local('stop', '--all', '--erase');
    await rm(home, { recursive: true });
  });

  const local = (...args: string[]): Promise<Run> => slipway(['local', ...args], { env: { SLIPWAY_HOME: home } });
  const listed = async (): Promise<Listed[]> => JSON.parse((await local('list', '-o', 'json')).stdout) as Listed[];
  const named = async (name: string): Promise<Listed | undefined> => (await listed()).find((one) => one.name === name);

  async function within<T>(kubeconfig: string, work: (cluster: Cluster) => Promise<T>): Promise<T> {
    const cluster = await connect({ text: kubeconfig });
    try {
      return await work(cluster);
    } finally {
      await cluster.close();
    }
  }

  it('starts a cluster that outlives the command, and says how to reach it', async () => {
    const { stdout, exitCode } = await local('start', 'first', '--nodes', '0');
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('Cluster "first" is running at https://127.0.0.1:'),
    ]);
    const { stdout: kubeconfig } = await local('kubeconfig', 'first');
    const { stdout: path } = await local('kubeconfig', 'first', '--path');
    expect(await readFile(path.trim(), 'utf8')).toBe(kubeconfig);
    // The administrator's token is in it.
    expect((await stat(path.trim())).mode & 0o077).toBe(0);
    expect(
      await within(kubeconfig, (cluster) => cluster.client.live.get(Namespace, { name: 'default' })),
    ).toMatchObject({
      metadata: { name: 'default' },
    });
  });

  it('leaves a running cluster as it is, and runs several at once', async () => {
    const before = await named('first');
    const [again, second] = await Promise.all([local('start', 'first'), local('start', 'second', '--nodes', '0')]);
    expect(again.stdout).toContain('Cluster "first" is running already');
    expect(second.exitCode).toBe(0);
    expect(await named('first')).toEqual(before);
    expect((await named('second'))?.url).not.toBe(before?.url);
    const { stdout } = await local('list');
    expect(stdout.split('\n').map((line) => line.split(/ +/).slice(0, 2))).toEqual([
      ['NAME', 'STATE'],
      ['first', 'running'],
      ['second', 'running'],
      [''],
    ]);
  });

  it('makes one cluster of two starts at the same time', async () => {
    const starts = await Promise.all([
      local('start', 'twice', '--nodes', '0'),
      local('start', 'twice', '--nodes', '0'),
    ]);
    const urls = starts.map(({ stdout }) => /https:\S+/.exec(stdout)?.[0]);
    const running = await named('twice');
    expect(urls).toEqual([running?.url, running?.url]);
  });

  it('empties a cluster at the same address', async () => {
    const before = await named('second');
    const createThing = (kubeconfig: string): Promise<unknown> =>
      within(kubeconfig, ({ client }) =>
        client.create(ConfigMap, { metadata: { namespace: 'default', name: 'thing' } }),
      );
    await createThing((await local('kubeconfig', 'second')).stdout);
    expect((await local('reset', 'second')).exitCode).toBe(0);
    expect((await named('second'))?.url).toBe(before?.url);
    await createThing((await local('kubeconfig', 'second')).stdout);
  });

  it('starts again after its process was killed', async () => {
    const { pid } = (await named('second')) ?? {};
    if (pid) process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await named('second'))?.state).toBe('stopped');
    expect((await local('kubeconfig', 'second')).stderr).toBe(
      'slipway: cluster "second" is not running; slipway local start second starts it [CLI_CLUSTER]\n',
    );
    expect((await local('start', 'second')).exitCode).toBe(0);
  });

  it('says so when the port is taken', async () => {
    const { url } = (await named('first')) ?? {};
    const { port } = new URL(url ?? '');
    const { stderr, exitCode } = await local('start', 'third', '--nodes', '0', '--port', port);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining(`cannot listen on 127.0.0.1:${port}: the port is taken`),
    ]);
    expect(await named('third')).toBeUndefined();
  });

  it('says that flags do not change a cluster that runs', async () => {
    const before = await named('first');
    const { stderr, exitCode } = await local('start', 'first', '--nodes', '3');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('stop it first to change them')]);
    expect(await named('first')).toEqual(before);
  });

  it('says which folder it cannot write, and how to name another', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    const { stderr, exitCode } = await slipway(['local', 'start', 'a'], { env: { SLIPWAY_HOME: file } });
    const text = `slipway: ${join(file, 'local', 'a')} cannot be written (ENOTDIR); name a folder of yours in SLIPWAY_HOME [CLI_CLUSTER]\n`;
    expect([exitCode, stderr]).toEqual([3, text]);
  });

  it('stops by name, and what is not durable is gone', async () => {
    expect((await local('stop', 'first', 'second', 'twice')).stdout).toBe(
      'Cluster "first" stopped\nCluster "second" stopped\nCluster "twice" stopped\n',
    );
    expect(await listed()).toEqual([]);
    expect(await local('list')).toMatchObject({ stdout: '', stderr: 'No clusters; slipway local start makes one.\n' });
  });

  it.each([
    [['start', 'No_Good'], 2, '"No_Good" cannot name a cluster'],
    [['start', 'a', '--nodes', '-1'], 2, '--nodes is "-1": give a whole number from 0 to 1000'],
    [['start', 'a', '--port', '70000'], 2, '--port is "70000": give a whole number from 0 to 65535'],
    [['stop', 'nobody'], 3, 'there is no cluster "nobody"; slipway local list shows all'],
    [['reset', 'nobody'], 3, 'there is no cluster "nobody"; slipway local start nobody makes one'],
    [['stop', 'a', '--all'], 2, 'give names or --all, not both'],
  ])('refuses %j', async (args, code, text) => {
    const { stderr, exitCode } = await local(...args);
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(text)]);
    expect(await listed()).toEqual([]);
  });
});
