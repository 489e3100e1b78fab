import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { notRun } from '@slipway/tools/vitest-reporter';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Administrator, WIDGETS, widget } from '../administrator.ts';
import { Program } from '../program.ts';
import { ensureKopf } from './kopf-folder.ts';

const OPERATOR = fileURLToPath(new URL('operator.py', import.meta.url));
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const kopf = await ensureKopf();
const title = 'an operator on kopf, on localcluster';

if ('missing' in kopf) describe.skip(title, notRun(kopf.missing), () => suite(''));
else describe(title, () => suite(kopf.path));

function suite(path: string): void {
  let folder: string;
  let cluster: LocalCluster;
  let admin: Administrator;
  let operator: Program;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foreign-'));
    cluster = await startLocalCluster({ controllers: true });
    await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig);
    await writeFile(join(folder, 'ca.crt'), cluster.caPem);
    admin = new Administrator(cluster.kubeconfig);
    await admin.defineWidgets();
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      PYTHONPATH: path,
      PYTHONDONTWRITEBYTECODE: '1',
      KUBECONFIG: join(folder, 'kubeconfig'),
      SERVER: cluster.url,
      TOKEN: cluster.issueToken('kopf', ['system:masters']),
      AUTHORITY: join(folder, 'ca.crt'),
    };
    operator = new Program('python3', ['-m', 'kopf', 'run', '--all-namespaces', '--standalone', OPERATOR], env);
  });
  afterAll(async () => {
    await operator?.end();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('K-23 K-47 K-67: it finds the kind, and a new object gets finalizer, child and status', {
    timeout: 300_000,
  }, async () => {
    await admin.ask('POST', WIDGETS, widget('small', 3));
    const found = await admin.until(`${WIDGETS}/small`, (one) => one.status?.created !== undefined);
    expect(found.metadata.finalizers).toEqual(['foreign.slipway.dev/kopf']);
    expect(found.status).toMatchObject({ size: 3, created: { made: 'small' } });
    expect((await admin.ask('GET', `${CONFIG_MAPS}/small`)).data).toEqual({ size: '3' });
  });

  test('K-67: it sees a change, and tells of it by an Event', async () => {
    await admin.ask('PATCH', `${WIDGETS}/small`, { spec: { size: 4 } });
    await admin.until(`${WIDGETS}/small`, ({ status }) => status.size === 4);
    await admin.until('/api/v1/namespaces/default/events', ({ items }) =>
      items.some(({ reason, message }: Record<string, string>) => reason === 'Resized' && message === 'from 3 to 4'),
    );
  });

  test('K-67: a deletion waits for its finalizer and takes the child along', async () => {
    await admin.ask('DELETE', `${WIDGETS}/small`);
    await admin.until(`${WIDGETS}/small`, (found) => found === undefined);
    await admin.until(`${CONFIG_MAPS}/small`, (found) => found === undefined);
    expect(await admin.ask('GET', `${CONFIG_MAPS}/small-gone`)).toBeDefined();
  });
}
