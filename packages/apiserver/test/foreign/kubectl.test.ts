import { describe, expect, onTestFinished, test } from 'vitest';
import { useCluster, widget, widgetDefinition } from '../support/fixture.ts';
import { useKubectl } from '../support/kubectl.ts';

const fixture = useCluster();
const kubectl = useKubectl(fixture);

const MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made' }, data: { a: '1' } };

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
    expect(await kubectl('create', '-f', kubectl.file(MAP))).toBe('configmap/made created\n');
    await kubectl('create', '-f', kubectl.file(widgetDefinition()));
    expect(await kubectl('create', '-f', kubectl.file(widget('first', { spec: { size: 1 } })))).toBe(
      'widget.demo.io/first created\n',
    );
    expect(rows(await kubectl('get', 'wd'))[1]).toMatch(/^first /);
  });

  test('K-84: a refusal is printed in the words of the server', async () => {
    await expect(kubectl('create', '-f', kubectl.file(MAP))).rejects.toMatchObject({
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
    const watching = kubectl.start('get', 'secrets', '-w', '-o', 'name');
    onTestFinished(() => watching.stop());
    while (fixture.cluster.openWatches === 0) await new Promise(setImmediate);
    await fixture.client.post('/api/v1/namespaces/default/secrets', { metadata: { name: 'live' } });
    expect(await watching.lines(/^(secret\/live)$/, 1)).toEqual(['secret/live']);
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
    await kubectl('create', '-f', kubectl.file({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } }));
    expect(await kubectl('delete', 'ns', 'gone')).toMatch(/^namespace "gone" deleted/);
    expect(await kubectl('delete', 'crd', 'widgets.demo.io')).toMatch(/deleted/);
    await expect(kubectl('get', 'wd')).rejects.toThrow();
  });
});
