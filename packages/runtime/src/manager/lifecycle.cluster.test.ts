import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Cluster, connect, defineKind } from '@slipway/kube';
import { ConfigMap, Lease, Secret } from '@slipway/kube/kinds';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createManager, type Manager, type ManagerOptions, type ReconcileContext } from '../index.ts';

const quiet = { metrics: false, health: false, logLevel: 'silent' } as const;
/** Looks often, and is not given up by a machine that is busy for a while. */
const hurried = { leaseMs: 60_000, renewDeadlineMs: 40_000, retryMs: 300 };

function deferred() {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describeCluster('the life of a manager', { needs: ['objects'] }, (testCluster) => {
  interface Built {
    readonly manager: Manager;
    readonly cluster: Cluster;
    readonly exits: number[];
  }
  /** A manager of ConfigMaps in one namespace. */
  async function build(
    namespace: string,
    reconcile: (context: ReconcileContext<typeof ConfigMap>) => Promise<void> | void,
    options: Partial<ManagerOptions> = {},
  ): Promise<Built> {
    const cluster = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => cluster.close());
    const exits: number[] = [];
    const manager = await createManager({ cluster, ...quiet, exit: (code) => void exits.push(code), ...options });
    manager
      .controller(ConfigMap)
      .for({ namespaces: [namespace] })
      .settings({ reportFailures: false })
      .reconcile(reconcile);
    onTestFinished(() => manager.stop());
    return { manager, cluster, exits };
  }
  const lease = (namespace: string) => ({ leaderElection: { name: 'demo', namespace, ...hurried } });
  const holder = async ({ client }: Cluster, namespace: string) =>
    (await client.live.get(Lease, { namespace, name: 'demo' }))?.spec?.holderIdentity;

  it('R-160: a second start, a second controller of one name and a late one are errors that say what to do', async () => {
    const namespace = await freshNamespace(testCluster());
    const { manager } = await build(namespace, () => {});
    const second = manager.controller(ConfigMap);
    expect(() => second.reconcile(() => {})).toThrow(/two controllers of the name configmaps.*call named\(\) on one/);
    await expect(manager.start()).rejects.toMatchObject({ code: 'MANAGER_INCOMPLETE' });
    second.named('other').reconcile(() => {});
    await manager.start();
    await expect(manager.start()).rejects.toMatchObject({ code: 'MANAGER_STATE' });
    expect(() => manager.controller(Lease).reconcile(() => {})).toThrow(/comes too late/);
  });

  it('R-160: a declaration is one thing, whether the results of its calls are kept or dropped', async () => {
    const namespace = await freshNamespace(testCluster());
    const cluster = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => cluster.close());
    const manager = await createManager({ cluster, ...quiet });
    const reconciled: string[] = [];
    const builder = manager.controller(ConfigMap).named('dropped');
    builder.for({ namespaces: [namespace] });
    builder.watches(Secret, ({ metadata }) => [{ namespace, name: metadata.name ?? '' }], { namespaces: [namespace] });
    builder.settings({ reportFailures: false });
    builder.reconcile(({ key }) => void reconciled.push(key.name));
    expect(() => builder.owns(Secret)).toThrow(/dropped was completed by reconcile/);
    await manager.start();
    onTestFinished(() => manager.stop());
    await cluster.client.create(Secret, { metadata: { namespace, name: 'named-by-a-secret' } });
    await vi.waitFor(() => expect(reconciled).toContain('named-by-a-secret'));
  });

  it('R-160: a controller that was refused for its name is completed under another one', async () => {
    const namespace = await freshNamespace(testCluster());
    const runs: string[] = [];
    const { manager, cluster } = await build(namespace, () => {});
    const refused = manager
      .controller(ConfigMap)
      .for({ namespaces: [namespace] })
      .settings({ reportFailures: false });
    const reconcile = () => void runs.push('other');
    expect(() => refused.reconcile(reconcile)).toThrow(/call named\(\) on one/);
    expect(refused.isComplete).toBe(false);
    refused.named('other').reconcile(reconcile);
    await manager.start();
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'work' } });
    await vi.waitFor(() => expect(runs).toContain('other'));
  });

  it('R-160: a declaration without a reconcile fails the start, which names it', async () => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => cluster.close());
    const manager = await createManager({ cluster, ...quiet });
    const builder = manager.controller(ConfigMap).named('forgotten').owns(Secret);
    await expect(manager.start()).rejects.toMatchObject({
      code: 'MANAGER_INCOMPLETE',
      message: expect.stringContaining('forgotten') as string,
    });
    // Nothing had begun: completed, it starts.
    builder.reconcile(() => {});
    await manager.start();
    await manager.stop();
    expect(() => manager.controller(Lease)).toThrow(/comes too late/);
  });

  it('R-159 R-80: a port that is taken, a kind that never syncs and a bad election each fail the start and free the rest', async () => {
    const namespace = await freshNamespace(testCluster());
    const taken = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(taken.listening).toBe(true));
    onTestFinished(() => void taken.close());
    const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
    const { manager: noPort } = await build(namespace, () => {}, { health: { address } });
    await expect(noPort.start()).rejects.toMatchObject({ code: 'MANAGER_ADDRESS' });

    const Absent = defineKind({ ...ConfigMap, group: 'absent.dev', kind: 'Absent', plural: 'absents' });
    const cluster = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => cluster.close());
    const noKind = await createManager({ cluster, ...quiet, health: { address: '127.0.0.1:0' }, syncTimeoutMs: 200 });
    noKind.controller(Absent).reconcile(() => {});
    await expect(noKind.start()).rejects.toMatchObject({
      code: 'CACHE_SYNC_TIMEOUT',
      message: expect.stringContaining('absents.absent.dev') as string,
    });
    await expect(fetch(`http://127.0.0.1:${noKind.ports.health}/readyz`)).rejects.toThrow();

    const election = { leaderElection: { name: 'demo', namespace, leaseMs: 1000, renewDeadlineMs: 2000 } };
    const { manager: noElection } = await build(namespace, () => {}, election);
    await expect(noElection.start()).rejects.toMatchObject({ code: 'ELECTION_CONFIG' });
  });

  it('R-80: a watch of an absent kind that is declared optional is not waited for', async () => {
    const namespace = await freshNamespace(testCluster());
    const Absent = defineKind({ ...ConfigMap, group: 'absent.dev', kind: 'Absent', plural: 'absents' });
    const cluster = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => cluster.close());
    const manager = await createManager({ cluster, ...quiet });
    manager
      .controller(ConfigMap)
      .for({ namespaces: [namespace] })
      .owns(Absent, { optional: true })
      .reconcile(() => {});
    await manager.start();
    await manager.stop();
  });

  it('R-161 R-138: a stop turns unready, lets work finish while the lease is held, then gives the lease back', async () => {
    const namespace = await freshNamespace(testCluster());
    const [begun, may] = [deferred(), deferred()];
    let finished = false;
    const { manager, cluster } = await build(
      namespace,
      async () => {
        begun.resolve();
        await may.promise;
        finished = true;
      },
      { ...lease(namespace), health: { address: '127.0.0.1:0' } },
    );
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'work' } });
    await manager.start();
    const ready = async () => (await fetch(`http://127.0.0.1:${manager.ports.health}/readyz`)).status;
    expect(await ready()).toBe(200);
    await begun.promise;
    const observer = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => observer.close());

    const stopped = manager.stop();
    expect(await ready()).toBe(500);
    expect(await holder(observer, namespace)).not.toBe('');
    may.resolve();
    await stopped;
    expect(finished).toBe(true);
    expect(await holder(observer, namespace)).toBe('');
  });

  it('R-162 R-138: work that never ends ends the process with 1, and the lease is left to expire', async () => {
    const namespace = await freshNamespace(testCluster());
    const begun = deferred();
    let signalled = false;
    const { manager, cluster, exits } = await build(
      namespace,
      ({ signal }) => {
        signal.addEventListener('abort', () => {
          signalled = true;
        });
        begun.resolve();
        return new Promise(() => {});
      },
      { ...lease(namespace), shutdown: { finishMs: 50, abortMs: 50, restMs: 5000 } },
    );
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'work' } });
    await manager.start();
    await begun.promise;
    await manager.stop();
    expect([signalled, exits]).toEqual([true, [1]]);
    const observer = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => observer.close());
    expect(await holder(observer, namespace)).not.toBe('');
  });

  it('R-137 R-135: a stolen lease aborts the work, sends nothing more of it, and ends the process with 1', async () => {
    const namespace = await freshNamespace(testCluster());
    const begun = deferred();
    let refused: unknown;
    const { manager, cluster, exits } = await build(
      namespace,
      async ({ signal, client }) => {
        begun.resolve();
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        refused = await client
          .create(ConfigMap, { metadata: { namespace, name: 'too-late' } })
          .catch((e: unknown) => e);
      },
      lease(namespace),
    );
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'work' } });
    await manager.start();
    await begun.promise;
    await cluster.client.patch(
      Lease,
      { namespace, name: 'demo' },
      { merge: { spec: { holderIdentity: 'thief', leaseDurationSeconds: 30 } } },
    );
    await vi.waitFor(() => expect(exits).toEqual([1]));
    expect(refused).toMatchObject({ code: 'ELECTION_LOST' });
    expect(await cluster.client.live.get(ConfigMap, { namespace, name: 'too-late' })).toBeUndefined();
    expect(manager.isLeader).toBe(false);
  });

  it('R-137: with standby a lost lease makes a candidate again, once the work has ended', async () => {
    const namespace = await freshNamespace(testCluster());
    const runs: string[] = [];
    const standby = { leaderElection: { name: 'demo', namespace, ...hurried, onLoss: 'standby' as const } };
    const { manager, cluster, exits } = await build(namespace, ({ key }) => void runs.push(key.name), standby);
    await manager.start();
    await vi.waitFor(() => expect(manager.isLeader).toBe(true));
    const ref = { namespace, name: 'demo' };
    await cluster.client.patch(Lease, ref, { merge: { spec: { holderIdentity: 'thief', leaseDurationSeconds: 1 } } });
    await vi.waitFor(() => expect(manager.isLeader).toBe(false));
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'while-away' } });
    await vi.waitFor(() => expect(runs).toContain('while-away'));
    expect(exits).toEqual([]);
  });

  it('R-143 R-156: a standby is ready with warm caches, does nothing, and takes over when the lease is given back', async () => {
    const namespace = await freshNamespace(testCluster());
    const runs: string[] = [];
    const replica = (name: string) =>
      build(namespace, ({ key }) => void runs.push(`${name} ${key.name}`), {
        ...lease(namespace),
        health: { address: '127.0.0.1:0' },
      });
    const [first, second] = [await replica('first'), await replica('second')];
    await first.manager.start();
    await first.cluster.client.create(ConfigMap, { metadata: { namespace, name: 'a' } });
    await vi.waitFor(() => expect(runs).toContain('first a'));
    await second.manager.start();
    expect((await fetch(`http://127.0.0.1:${second.manager.ports.health}/readyz`)).status).toBe(200);
    expect(second.cluster.client.get(ConfigMap, { namespace, name: 'a' })).toBeDefined();
    expect(runs.some((run) => run.startsWith('second'))).toBe(false);
    await first.manager.stop();
    await vi.waitFor(() => expect(runs).toContain('second a'));
  });

  it('R-156 R-170 R-172: a cluster that cannot be reached holds up neither the start nor the work elsewhere', async () => {
    const namespace = await freshNamespace(testCluster());
    const kubeconfig = testCluster().kubeconfig.replace(/server: .*/, 'server: https://127.0.0.1:1');
    const away = await connect({ text: kubeconfig, name: 'away' });
    onTestFinished(() => away.close());
    const runs: string[] = [];
    const { manager, cluster } = await build(namespace, ({ key }) => void runs.push(key.cluster), {
      clusters: [away],
      health: { address: '127.0.0.1:0' },
    });
    await manager.start();
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'here' } });
    await vi.waitFor(() => expect(runs).toContain(cluster.name));
    expect((await fetch(`http://127.0.0.1:${manager.ports.health}/readyz`)).status).toBe(200);
    expect(runs).not.toContain('away');
    await manager.removeCluster('away');
  });

  it('R-168: a cluster can be added and removed while the manager runs', async () => {
    const namespace = await freshNamespace(testCluster());
    const runs: string[] = [];
    const { manager, cluster } = await build(namespace, ({ key }) => void runs.push(`${key.cluster} ${key.name}`));
    await manager.start();
    const second = await connect({ text: testCluster().kubeconfig, name: 'second' });
    onTestFinished(() => second.close());
    manager.addCluster(second);
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'a' } });
    await vi.waitFor(() => expect(runs).toContain('second a'));
    await manager.removeCluster('second');
    expect(second.cacheStats()).toEqual([]);
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'b' } });
    await vi.waitFor(() => expect(runs).toContain(`${cluster.name} b`));
    expect(runs).not.toContain('second b');
  });

  it('R-97 R-168: a mapper reads the cluster of its object, and what is kept per cluster goes with it', async () => {
    const namespace = await freshNamespace(testCluster());
    const clusters = await Promise.all(
      ['first', 'second'].map((name) => connect({ text: testCluster().kubeconfig, name })),
    );
    onTestFinished(async () => void (await Promise.all(clusters.map((cluster) => cluster.close()))));
    const [first, second] = clusters as [Cluster, Cluster];
    await first.client.create(ConfigMap, { metadata: { namespace, name: 'a', labels: { group: 'one' } } });
    const manager = await createManager({ cluster: first, clusters: [second], ...quiet });
    const open = new Set<string>();
    const partOf = manager.perCluster(({ name }) => {
      open.add(name);
      return { close: () => void open.delete(name) };
    });
    const runs: string[] = [];
    manager
      .controller(ConfigMap)
      .for({ namespaces: [namespace], indexes: { group: ({ metadata }) => [metadata.labels?.['group'] ?? ''] } })
      .watches(
        Secret,
        ({ metadata }, cluster) => {
          const grouped =
            cluster.findCache(ConfigMap, namespace)?.byIndex('group', metadata.labels?.['group'] ?? '') ?? [];
          return grouped.map(({ metadata: { name } }) => ({ namespace, name }));
        },
        { namespaces: [namespace] },
      )
      .settings({ reportFailures: false })
      .reconcile(({ key, cluster }) => {
        partOf(cluster);
        runs.push(`${key.cluster} ${key.name}`);
      });
    await manager.start();
    onTestFinished(() => manager.stop());
    await vi.waitFor(() => expect(runs).toEqual(expect.arrayContaining(['first a', 'second a'])));
    runs.splice(0);
    await first.client.create(Secret, { metadata: { namespace, name: 'secret', labels: { group: 'one' } } });
    await vi.waitFor(() => expect(runs).toEqual(expect.arrayContaining(['first a', 'second a'])));
    expect([...open]).toEqual(expect.arrayContaining(['first', 'second']));
    await manager.removeCluster('second');
    expect([...open]).toEqual(['first']);
    await manager.stop();
    expect([...open]).toEqual([]);
  });

  it.each(['rejects', 'never ends'])('R-161 R-138: a part whose close %s does not keep the lease', async (how) => {
    const namespace = await freshNamespace(testCluster());
    const { manager, cluster, exits } = await build(namespace, () => {}, {
      ...lease(namespace),
      shutdown: { restMs: 2000 },
    });
    const rejects = how === 'rejects';
    const close = () => (rejects ? Promise.reject(new Error('no route')) : new Promise<void>(() => {}));
    manager.perCluster(() => ({ close }))(cluster);
    await manager.start();
    await vi.waitFor(() => expect(manager.isLeader).toBe(true));
    await manager.stop();
    const observer = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => observer.close());
    expect(await holder(observer, namespace)).toBe('');
    expect(exits).toEqual(rejects ? [] : [1]);
  });

  it('R-168: the runs of a cluster that is removed are aborted and end before what is kept for it is closed', async () => {
    const namespace = await freshNamespace(testCluster());
    const log: string[] = [];
    const begun = deferred();
    const { manager, cluster } = await build(namespace, async ({ cluster: { name }, signal, key }) => {
      if (key.cluster !== 'second' || key.name !== 'work') return;
      log.push(`run in ${name}`);
      begun.resolve();
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => setImmediate(resolve), { once: true });
      });
      log.push('ended');
    });
    const second = await connect({ text: testCluster().kubeconfig, name: 'second' });
    onTestFinished(() => second.close());
    await manager.start();
    manager.addCluster(second);
    manager.perCluster(() => ({ close: () => void log.push('closed') }))(second);
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'work' } });
    await begun.promise;
    await manager.removeCluster('second');
    expect(log).toEqual(['run in second', 'ended', 'closed']);
  });

  it('R-159 R-168: what was kept for a cluster is closed when the start fails early and when there was none', async () => {
    const namespace = await freshNamespace(testCluster());
    const taken = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(taken.listening).toBe(true));
    onTestFinished(() => void taken.close());
    const address = `127.0.0.1:${(taken.address() as AddressInfo).port}` as const;
    const closed: string[] = [];
    const part = (name: string) => () => ({ close: () => void closed.push(name) });
    const failing = await build(namespace, () => {}, { health: { address } });
    failing.manager.perCluster(part('failed'))(failing.cluster);
    await expect(failing.manager.start()).rejects.toMatchObject({ code: 'MANAGER_ADDRESS' });
    const unstarted = await build(namespace, () => {});
    unstarted.manager.perCluster(part('unstarted'))(unstarted.cluster);
    await unstarted.manager.stop();
    expect(closed).toEqual(['failed', 'unstarted']);
    const late = unstarted.manager.perCluster(part('late'));
    expect(() => late(unstarted.cluster)).toThrow(/does not work on the cluster/);
  });
});
