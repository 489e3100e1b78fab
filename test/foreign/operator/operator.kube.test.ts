import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Administrator, WIDGETS, widget } from '../administrator.ts';
import { describeNeeding } from '../needing.ts';
import { Program } from '../program.ts';

const LEASE = '/apis/coordination.k8s.io/v1/namespaces/default/leases/widgets.foreign.slipway.dev';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

await describeNeeding(['operator'], 'two replicas of an operator on controller-runtime, on localcluster', () => {
  let folder: string;
  let cluster: LocalCluster;
  let admin: Administrator;
  let executable: string;
  const replicas = new Map<string, Program>();
  const start = (identity: string): Program => {
    const env = { HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') };
    const replica = new Program(executable, [`--identity=${identity}`], env);
    replicas.set(identity, replica);
    return replica;
  };
  const by = (identity: string) => (found: { status?: { by?: string } }) => found?.status?.by === identity;

  beforeAll(async () => {
    executable = (await ensureTool('operator')).path;
    folder = await mkdtemp(join(tmpdir(), 'foreign-'));
    cluster = await startLocalCluster({ controllers: true });
    await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig);
    admin = new Administrator(cluster.kubeconfig);
    await admin.defineWidgets();
  });
  afterAll(async () => {
    await Promise.all([...replicas.values()].map((replica) => replica.end()));
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('K-67 K-173: the first leads, syncs by WatchList and brings about what is wanted', {
    timeout: 300_000,
  }, async () => {
    await admin.ask('POST', WIDGETS, widget('small', 3));
    await start('first').untilSays(/^leads$/);
    const found = await admin.until(`${WIDGETS}/small`, by('first'));
    expect(found.metadata.finalizers).toEqual(['foreign.slipway.dev/widget']);
    expect(found.status).toMatchObject({ size: 3, conditions: [{ type: 'Ready', status: 'True' }] });
    const child = await admin.ask('GET', `${CONFIG_MAPS}/small`);
    expect(child.data).toEqual({ size: '3' });
    expect(child.metadata.ownerReferences).toMatchObject([{ kind: 'Widget', name: 'small', controller: true }]);
    expect(child.metadata.managedFields).toMatchObject([{ manager: 'widget-operator', operation: 'Apply' }]);
    const asked = cluster.requests().map(({ uri }) => uri);
    expect(asked.filter((uri) => uri.includes('sendInitialEvents=true') && uri.includes('widgets'))).not.toEqual([]);
    expect(asked.filter((uri) => /^\/apis\/foreign[^?]*widgets\?limit/.test(uri))).toEqual([]);
    const events = '/apis/events.k8s.io/v1/namespaces/default/events';
    await admin.until(events, ({ items }) =>
      items.some(({ reason, note }: Record<string, string>) => reason === 'Applied' && note === 'is of size 3'),
    );
  });

  test('K-67: it sees what changes, and undoes what others do to its child', async () => {
    await admin.ask('PATCH', `${WIDGETS}/small`, { spec: { size: 4 } });
    await admin.until(`${CONFIG_MAPS}/small`, ({ data }) => data.size === '4');
    await admin.ask('DELETE', `${CONFIG_MAPS}/small`);
    await admin.until(`${CONFIG_MAPS}/small`, (found) => found?.data.size === '4');
  });

  test('K-173: the second waits, and takes over from one that was killed', async () => {
    const second = start('second');
    await second.untilSays(/[Aa]ttempting to acquire leader lease/);
    const { spec: before } = await admin.ask('GET', LEASE);
    await replicas.get('first')?.end('SIGKILL');
    await admin.ask('PATCH', `${WIDGETS}/small`, { spec: { size: 5 } });
    await second.untilSays(/^leads$/);
    await admin.until(`${WIDGETS}/small`, (found) => by('second')(found) && found.status.size === 5);
    const { spec: after } = await admin.ask('GET', LEASE);
    expect(after.holderIdentity).not.toBe(before.holderIdentity);
    expect(after.leaseTransitions).toBe(before.leaseTransitions + 1);
  });

  test('K-67: a deletion waits for the finalizer and takes the child along', async () => {
    await admin.ask('DELETE', `${WIDGETS}/small`);
    await admin.until(`${WIDGETS}/small`, (found) => found === undefined);
    expect((await admin.ask('GET', `${CONFIG_MAPS}/small-gone`)).data).toEqual({ by: 'second' });
    await admin.until(`${CONFIG_MAPS}/small`, (found) => found === undefined);
  });

  test('K-53: it goes on after a restart of the server that has forgotten history', async () => {
    cluster.compact();
    await cluster.restart();
    await admin.ask('POST', WIDGETS, widget('later', 7));
    await admin.until(`${WIDGETS}/later`, by('second'));
  });

  test('K-173: one that is asked to end hands over at once', async () => {
    await replicas.get('second')?.end('SIGTERM');
    expect((await admin.ask('GET', LEASE)).spec.holderIdentity ?? '').toBe('');
  });
});
