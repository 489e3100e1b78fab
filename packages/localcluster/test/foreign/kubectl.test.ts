import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { useCluster, widget, widgetDefinition } from '../support/fixture.ts';

const run = promisify(execFile);
const fixture = useCluster();
let folder = '';
let binary = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kubectl-'));
  writeFileSync(join(folder, 'config'), fixture.cluster.kubeconfig);
  binary = (await ensureTool('kubectl')).path;
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Its caches go to the folder of the test: what it keeps of one cluster must not reach the next. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: folder,
  KUBECONFIG: join(folder, 'config'),
});

async function kubectl(...args: string[]): Promise<string> {
  const { stdout } = await run(binary, args, { env: environment() });
  return stdout;
}

function file(name: string, ...objects: object[]): string {
  const path = join(folder, name);
  writeFileSync(path, objects.map((object) => stringify(object)).join('---\n'));
  return path;
}

const rows = (output: string): string[] =>
  output
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim());

describe('kubectl', () => {
  test('K-41, K-44: get prints the columns of the server, with namespaces and labels', async () => {
    expect(rows(await kubectl('get', 'namespaces'))[0]).toBe('NAME STATUS AGE');
    const services = rows(await kubectl('get', 'svc', '-A', '--show-labels'));
    expect(services[0]).toBe('NAMESPACE NAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S) AGE LABELS');
    expect(services[1]).toMatch(
      /^default kubernetes ClusterIP 10\.96\.0\.1 <none> 443\/TCP \S+ component=apiserver,provider=kubernetes$/,
    );
  });

  test('K-20, K-27: api-resources and api-versions come from discovery', async () => {
    const resources = await kubectl('api-resources', '--no-headers');
    expect(rows(resources)).toContain('deployments deploy apps/v1 true Deployment');
    expect(rows(await kubectl('api-versions'))).toContain('coordination.k8s.io/v1');
    expect(rows(await kubectl('api-resources', '--categories=api-extensions', '-o', 'name'))).toContain(
      'customresourcedefinitions.apiextensions.k8s.io',
    );
  });

  test('K-32: create -f leaves validation to the server, of built-in and of custom kinds', async () => {
    const made = await kubectl(
      'create',
      '-f',
      file('map.yaml', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made' }, data: { a: '1' } }),
    );
    expect(made).toBe('configmap/made created\n');
    await kubectl('create', '-f', file('crd.yaml', widgetDefinition()));
    expect(await kubectl('create', '-f', file('widget.yaml', widget('first', { spec: { size: 1 } })))).toBe(
      'widget.demo.io/first created\n',
    );
    expect(rows(await kubectl('get', 'wd'))[1]).toMatch(/^first /);
  });

  test('K-84: a refusal is printed in the words of the server', async () => {
    await expect(kubectl('create', '-f', join(folder, 'map.yaml'))).rejects.toMatchObject({
      stderr: expect.stringContaining('Error from server (AlreadyExists)') as string,
    });
    await expect(kubectl('get', 'configmap', 'none')).rejects.toMatchObject({
      stderr: 'Error from server (NotFound): configmaps "none" not found\n',
    });
  });

  test('K-63: label, annotate and patch by merge and JSON patch', async () => {
    expect(await kubectl('label', 'cm', 'made', 'tier=web')).toBe('configmap/made labeled\n');
    expect(await kubectl('annotate', 'cm', 'made', 'note=x')).toBe('configmap/made annotated\n');
    await kubectl('patch', 'cm', 'made', '--type=merge', '-p', '{"data":{"b":"2"}}');
    await kubectl('patch', 'cm', 'made', '--type=json', '-p', '[{"op":"remove","path":"/data/a"}]');
    const object = JSON.parse(await kubectl('get', 'cm', 'made', '-o', 'json')) as {
      data: object;
      metadata: { labels: object };
    };
    expect(object.data).toEqual({ b: '2' });
    expect(object.metadata.labels).toEqual({ tier: 'web' });
    expect(await kubectl('get', 'cm', '-l', 'tier=web', '-o', 'name')).toBe('configmap/made\n');
  });

  test('K-41: pages are put together', async () => {
    expect(rows(await kubectl('get', 'ns', '--chunk-size=1', '--no-headers'))).toHaveLength(4);
    expect(rows(await kubectl('get', 'ns', '--sort-by=.metadata.name', '-o', 'name'))[0]).toBe('namespace/default');
  });

  test('K-45: get -w shows what is there and what happens', async () => {
    const watching = spawn(binary, ['get', 'secrets', '-w', '-o', 'name'], { env: environment() });
    const ended = once(watching, 'close');
    let seen = '';
    watching.stdout.on('data', (chunk: Buffer) => (seen += chunk.toString()));
    try {
      while (fixture.cluster.openWatches === 0) await new Promise(setImmediate);
      await fixture.client.post('/api/v1/namespaces/default/secrets', { metadata: { name: 'live' } });
      while (!seen.includes('secret/live')) await once(watching.stdout, 'data');
    } finally {
      watching.kill();
      await ended;
    }
  });

  test('K-47: wait sees a condition come true through WatchList', async () => {
    const waiting = kubectl('wait', '--for=jsonpath={.status.phase}=Up', 'wd/first', '--timeout=20s');
    while (fixture.cluster.openWatches === 0) await new Promise(setImmediate);
    const path = '/apis/demo.io/v1/namespaces/default/widgets/first/status';
    await fixture.client.merge(path, { status: { phase: 'Up' } });
    expect(await waiting).toBe('widget.demo.io/first condition met\n');
  });

  test('K-74, K-75: delete waits until the object is gone', async () => {
    expect(await kubectl('delete', 'cm', 'made')).toMatch(/^configmap "made" deleted/);
    await expect(kubectl('get', 'cm', 'made')).rejects.toThrow();
    await kubectl('create', '-f', file('ns.yaml', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } }));
    expect(await kubectl('delete', 'ns', 'gone')).toMatch(/^namespace "gone" deleted/);
    expect(await kubectl('delete', 'crd', 'widgets.demo.io')).toMatch(/deleted/);
    await expect(kubectl('get', 'wd')).rejects.toThrow();
  });
});
