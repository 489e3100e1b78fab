import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { connect } from '@slipway/kube';
import { ConfigMap, Lease } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

type Line = Record<string, unknown>;

/** Starts the operator as a child process on a cluster with one object to work on. */
async function operator(behaviour: string, prepare: (local: LocalCluster) => Promise<void> = async () => {}) {
  const local = await startLocalCluster();
  onTestFinished(() => local.stop());
  const cluster = await connect({ text: local.kubeconfig });
  await cluster.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'work' } });
  await prepare(local);
  await cluster.close();
  const program = new URL('operator.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--conditions=slipway-source', '--import', 'tsx', program, behaviour], {
    env: { ...process.env, TEST_KUBECONFIG: local.kubeconfig },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const saw = (key: string) => vi.waitFor(() => expect(lines.some((line) => key in line)).toBe(true));
  return { local, child, lines, ended, saw };
}

describe('an operator as a process', () => {
  it('R-78: a promise that nobody awaited ends the process with 1 and is logged with the run it was started in', async () => {
    const { lines, ended } = await operator('floating');
    expect(await ended).toBe(1);
    const run = lines.find((line) => 'reconcileID' in line && !('error' in line));
    expect(lines).toContainEqual(expect.objectContaining({ error: 'forgotten', reconcileID: run?.['reconcileID'] }));
  });

  it('R-161 R-163: SIGTERM stops it cleanly: it ends by itself with 0, and the lease is free', async () => {
    const { local, child, ended, saw } = await operator('good');
    await saw('reconcileID');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await saw('ended');
    const cluster = await connect({ text: local.kubeconfig });
    expect((await cluster.client.live.get(Lease, { namespace: 'default', name: 'demo' }))?.spec?.holderIdentity).toBe(
      '',
    );
    await cluster.close();
  });

  it('R-162: a second signal ends it at once', async () => {
    const { child, ended, saw } = await operator('endless');
    await saw('reconcileID');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect(await ended).toBe(1);
  });

  it('R-163: a candidate stays alive without any socket, and stops when asked', async () => {
    const { local, child, lines, ended, saw } = await operator('candidate', async ({ kubeconfig }) => {
      const cluster = await connect({ text: kubeconfig });
      const metadata = { namespace: 'default', name: 'demo' };
      await cluster.client.create(Lease, { metadata, spec: { holderIdentity: 'other', leaseDurationSeconds: 600 } });
      await cluster.close();
    });
    await saw('running');
    const watching = () => local.requests().some(({ uri }) => uri.includes('watch=true'));
    await vi.waitFor(() => expect(watching()).toBe(true));
    await local.stop();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(lines.at(-1)).toEqual({ ended: true });
    expect(lines.some((line) => 'reconcileID' in line)).toBe(false);
  });
});
