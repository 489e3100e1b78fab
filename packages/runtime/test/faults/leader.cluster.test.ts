import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Client, connect } from '@slipway/kube';
import { ConfigMap, Lease } from '@slipway/kube/kinds';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it, onTestFinished, vi } from 'vitest';

const program = new URL('replica.ts', import.meta.url).pathname;
const patient = { timeout: 100_000, interval: 100 };

describeCluster('two replicas of an operator', { needs: ['objects'] }, (testCluster) => {
  function replica(name: string, namespace: string) {
    const child: ChildProcess = spawn(
      process.execPath,
      ['--conditions=slipway-source', '--import', 'tsx', program, name, namespace],
      { env: { ...process.env, TEST_KUBECONFIG: testCluster().kubeconfig }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const copied: string[] = [];
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) =>
        copied.push((JSON.parse(line) as { copied: string }).copied),
      );
    }
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, copied, ended };
  }
  const connected = async (): Promise<Client> => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => cluster.close());
    return cluster.client;
  };
  const ask = (client: Client, namespace: string, name: string) =>
    client.create(ConfigMap, { metadata: { namespace, name, labels: { copy: '' } } });
  /** Starts the leader, and a standby once it leads. */
  async function pair(client: Client, namespace: string) {
    const leader = replica('alpha', namespace);
    await ask(client, namespace, 'first');
    await vi.waitFor(() => expect(leader.copied).toEqual(['first']), patient);
    const standby = replica('beta', namespace);
    await vi.waitFor(async () => {
      const seen = await testCluster().requests();
      expect(seen.some(({ uri, userAgent }) => userAgent.startsWith('beta') && uri.includes('/leases/'))).toBe(true);
    }, patient);
    return { leader, standby };
  }

  it('F-6 R-137 R-143: the leader killed, the standby takes over and does what came meanwhile, once', async () => {
    const namespace = await freshNamespace(testCluster());
    const client = await connected();
    const { leader, standby } = await pair(client, namespace);
    leader.child.kill('SIGKILL');
    await ask(client, namespace, 'second');
    await vi.waitFor(() => expect(standby.copied).toEqual(['second']), patient);
    const copies = await client.live.listAll(ConfigMap, { namespace });
    expect(copies.filter(({ metadata }) => metadata.name?.endsWith('-copy'))).toHaveLength(2);
  });

  it('F-6 R-135 R-136: a leader stopped past its lease writes nothing when it wakes, and ends with 1', async () => {
    const namespace = await freshNamespace(testCluster());
    const client = await connected();
    const { leader, standby } = await pair(client, namespace);
    leader.child.kill('SIGSTOP');
    await ask(client, namespace, 'second');
    await vi.waitFor(() => expect(standby.copied).toEqual(['second']), patient);
    const before = (await testCluster().requests()).length;
    // It wakes with the watch event of `second` in its socket and a lease it believes to hold.
    leader.child.kill('SIGCONT');
    expect(await leader.ended).toBe(1);
    await ask(client, namespace, 'third');
    await vi.waitFor(() => expect(standby.copied).toEqual(['second', 'third']), patient);
    const since = (await testCluster().requests()).slice(before);
    const writes = since.filter(
      ({ method, uri, userAgent }) => method !== 'GET' && userAgent.startsWith('alpha') && !uri.includes('/leases'),
    );
    expect(writes).toEqual([]);
    expect((await client.live.get(Lease, { namespace, name: 'replicas' }))?.spec?.leaseTransitions).toBe(1);
  });
});
