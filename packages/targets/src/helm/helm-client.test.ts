import { mkdir, mkdtemp, readdir, readFile, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test } from 'vitest';
import { fakeHelm } from '../../test/fake-helm.ts';
import { HelmClient } from './index.ts';

const release = { namespace: 'default', name: 'shop' };
const KUBECONFIG = 'users: [{name: a, user: {token: kubetoken}}]\n';
const SPY = 'echo "$@" > args; env > env; ls -lR "$HOME" > files; cp "$KUBECONFIG" kubeconfig';

describe('a helm client', () => {
  test('S-75: gives each call homes of its own and a kubeconfig for this user alone, and removes them', async () => {
    const { binary, folder } = await fakeHelm(`${SPY}; echo '[]'`);
    const parent = await mkdtemp(join(tmpdir(), 'homes-'));
    const env = { PATH: process.env['PATH'], HELM_DRIVER: 'memory', SECRET: 'leak', HTTPS_PROXY: 'http://proxy' };
    const client = await HelmClient.open({ binary, folder: parent, env });
    await client.history({ ...release, kubeconfig: KUBECONFIG });
    const seen = await readFile(join(folder, 'env'), 'utf8');
    const home = /^HOME=(.*)$/m.exec(seen)?.[1] ?? '';
    expect(home.startsWith(parent)).toBe(true);
    for (const name of [
      'HELM_CACHE_HOME',
      'HELM_CONFIG_HOME',
      'HELM_DATA_HOME',
      'HELM_REGISTRY_CONFIG',
      'KUBECONFIG',
    ]) {
      expect(seen).toContain(`${name}=${home}/`);
    }
    expect(seen).toContain('HTTPS_PROXY=http://proxy');
    expect(seen).not.toMatch(/HELM_DRIVER|leak/);
    expect(await readFile(join(folder, 'kubeconfig'), 'utf8')).toBe(KUBECONFIG);
    expect(await readFile(join(folder, 'files'), 'utf8')).toMatch(/^-rw------- .* kubeconfig$/m);
    expect(await readdir(join(parent, (await readdir(parent))[0] ?? ''))).toEqual([]);
    await client.close();
    expect(await readdir(parent)).toEqual([]);
  });

  test('S-75: folders that a dead process left are removed at start, those of living ones are not', async () => {
    const { binary } = await fakeHelm('');
    const parent = await mkdtemp(join(tmpdir(), 'homes-'));
    // The largest process id there can be belongs to nobody.
    await mkdir(join(parent, 'slipway-helm-4194304-abc', 'call-x'), { recursive: true });
    await mkdir(join(parent, `slipway-helm-${process.pid}-kept`));
    // In a container every incarnation of a program has the same process id.
    const former = join(parent, `slipway-helm-${process.pid}-former`);
    await mkdir(former);
    await utimes(former, 1, 1);
    const client = await HelmClient.open({ binary, folder: parent });
    const names = await readdir(parent);
    expect(names.some((name) => name.includes('4194304'))).toBe(false);
    expect(names).not.toContain(`slipway-helm-${process.pid}-former`);
    expect(names).toContain(`slipway-helm-${process.pid}-kept`);
    await client.close();
  });

  test('S-82: a call that is cancelled just before helm starts starts none that goes on', async () => {
    const { binary } = await fakeHelm(`sleep 1000`);
    const client = await HelmClient.open({ binary });
    const over = new AbortController();
    let looks = 0;
    // The second look is the last before helm is started.
    const throwIfAborted = (): void => void ((looks += 1) === 2 && queueMicrotask(() => over.abort(new Error('over'))));
    const signal = Object.assign(over.signal, { throwIfAborted });
    await expect(client.status(release, { signal })).rejects.toThrow('over');
    await client.close();
  });

  test('S-75: a password in the address of a repository is in no error', async () => {
    const { binary } = await fakeHelm(
      'echo "Error: looks like \\"https://ann:s%40cret@host\\" is not valid: s@cret" >&2; exit 1',
    );
    const client = await HelmClient.open({ binary });
    const chart = { repository: 'https://ann:s%40cret@host', name: 'shop' };
    const failed = await client.pull(chart).catch((error: unknown) => inspect(error));
    expect(failed).toContain('is not valid');
    expect(failed).not.toMatch(/s%40cret|s@cret/);
    await client.close();
  });

  test('S-75: credentials and values are in no argument, no variable and no error', async () => {
    const { binary, folder } = await fakeHelm(
      `${SPY}; cat "$HOME"/*.yaml "$HOME"/values.json > got; echo "Error: hunter22 kubetoken pa55word" >&2; exit 1`,
    );
    const client = await HelmClient.open({ binary });
    const chart = {
      repository: 'https://charts.example',
      name: 'shop',
      credentials: { username: 'me', password: 'pa55word' },
    };
    const values = { db: { password: 'hunter22' } };
    const failed = client.upgrade({ ...release, kubeconfig: KUBECONFIG }, { chart, values });
    const error = await failed.catch((reason: unknown) => reason);
    const text = `${inspect(error)} ${JSON.stringify(error)}`;
    expect(text).toContain('***');
    for (const secret of ['hunter22', 'kubetoken', 'pa55word']) {
      expect(text).not.toContain(secret);
      expect(await readFile(join(folder, 'args'), 'utf8')).not.toContain(secret);
      expect(await readFile(join(folder, 'env'), 'utf8')).not.toContain(secret);
    }
    expect(await readFile(join(folder, 'got'), 'utf8')).toContain('pa55word');
    await client.close();
  });

  test('S-74: a helm that is too old, no helm, or nowhere is refused with what to do', async () => {
    const { folder } = await fakeHelm('');
    await expect(HelmClient.open({ env: { HELM_BIN: join(folder, 'none') } })).rejects.toMatchObject({
      code: 'HELM_MISSING',
    });
    await expect(HelmClient.open({ env: { PATH: join(folder, 'none') } })).rejects.toMatchObject({
      code: 'HELM_MISSING',
    });
    await expect(HelmClient.open({ binary: '/bin/true' })).rejects.toMatchObject({ code: 'HELM_VERSION' });
  });

  test('S-75: an answer that is not what helm gives is an error, never an empty answer', async () => {
    const { binary } = await fakeHelm('echo "<html>"');
    const client = await HelmClient.open({ binary });
    await expect(client.history(release)).rejects.toMatchObject({ code: 'HELM_OUTPUT' });
    await client.close();
  });

  test('S-75: names that helm would take for flags never reach it', async () => {
    const { binary, folder } = await fakeHelm('echo ran > ran');
    const client = await HelmClient.open({ binary });
    await expect(client.status({ namespace: 'default', name: '--post-renderer=x' })).rejects.toThrow(
      'cannot be the name',
    );
    expect(await readdir(folder)).not.toContain('ran');
    await client.close();
  });

  test('S-82: a helm that outlives its time is ended', async () => {
    const { binary } = await fakeHelm('exec sleep 600');
    const clock = new FakeClock();
    const client = await HelmClient.open({ binary, clock, timeoutMs: 1_000 });
    const call = client.status(release);
    let isOver = false;
    const failed = expect(call)
      .rejects.toMatchObject({ code: 'HELM_TIMEOUT' })
      .finally(() => {
        isOver = true;
      });
    await clock.advanceUntil(() => isOver, { stepMs: 1_000 });
    await failed;
    await client.close();
  });
});
