import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lease } from '@slipway/kube/kinds';
import { bundledProgram } from '@slipway/tools/bundled-program';
import { runProcess } from '@slipway/tools/processes/index';
import { expect, it, onTestFinished } from 'vitest';
import { NAMESPACE } from '../src/install/workload.ts';
import { MANAGER } from '../src/names/index.ts';
import { handlerText, LONG_STEP } from './handler-text.ts';
import { type Rig, rolloutOf } from './rig.ts';
import { accountKubeconfig, openAccount } from './rights/account.ts';
import { describeOperator } from './rigs.ts';

const MAIN = bundledProgram(join(import.meta.dirname, '../src/main.ts'));

/** The operator as it is shipped, in processes of their own, with rights on the namespace of a rig. */
async function replicasFor({ cluster, namespace }: Rig, kubeconfig: string): Promise<() => { kill(): void }> {
  const folder = await mkdtemp(join(tmpdir(), 'gati-replicas-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const KUBECONFIG = join(folder, 'kubeconfig');
  const token = await openAccount(cluster, { namespaces: [namespace] });
  await writeFile(KUBECONFIG, accountKubeconfig(kubeconfig, token), { mode: 0o600 });
  const addresses = { METRICS_ADDRESS: '127.0.0.1:0', HEALTH_ADDRESS: '127.0.0.1:0' };
  // As in a pod of the installation: outside of one the operator would make the namespace of its Lease.
  const place = { LEADER_ELECT_NAMESPACE: NAMESPACE, WATCH_NAMESPACES: namespace };
  const env = { ...process.env, ...addresses, ...place, KUBECONFIG };
  return () => {
    const life = new AbortController();
    const end = runProcess(process.execPath, [MAIN], { env, signal: life.signal }).then(
      ({ output }) => output,
      () => 'killed',
    );
    onTestFinished(async () => {
      life.abort();
      expect(await end).toBe('killed');
    });
    return { kill: () => life.abort() };
  };
}

describeOperator('two replicas of the operator', (start, cluster) => {
  it('G-158 G-184 G-203: one leads; when it is killed in the middle of a canary, the other one goes on', async () => {
    const rig = await start();
    await rig.stopOperator();
    const startReplica = await replicasFor(rig, cluster().kubeconfig);
    const lease = async () =>
      (await rig.client.live.get(Lease, { namespace: NAMESPACE, name: MANAGER }))?.spec ?? undefined;
    const first = startReplica();
    const { holderIdentity: leader } = await rig.until('one leads', lease, ({ holderIdentity }) => !!holderIdentity);
    startReplica();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    const before = await rig.untilRollout('users', 'v2', 'Verifying');
    expect((await lease())?.holderIdentity).toBe(leader);
    first.kill();
    await rig.until(
      'the other one leads',
      lease,
      ({ holderIdentity }) => !!holderIdentity && holderIdentity !== leader,
    );
    expect(rolloutOf((await rig.handler('users'))?.status).plan).toEqual(rolloutOf(before.status).plan);
    await rig.say('users', 'promote');
    await rig.untilStable('users', 'v2');
    // A scrape is answered by whatever has the invented address of a simulated pod: that is no matter of rights.
    const refused = (await cluster().requests()).filter(
      ({ userAgent, status, uri }) =>
        userAgent.startsWith(`${MANAGER}/`) && status === 403 && !uri.includes('/proxy/metrics'),
    );
    expect(refused).toEqual([]);
  });
});
