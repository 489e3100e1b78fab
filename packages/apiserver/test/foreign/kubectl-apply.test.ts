import { describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';
import { useKubectl } from '../support/kubectl.ts';

const fixture = useCluster();
const kubectl = useKubectl(fixture);

const WEB = '/apis/apps/v1/namespaces/default/deployments/web';
const container = (name: string, version: number) => ({
  name,
  image: `${name}:${version}`,
  env: [{ name: 'A', value: '1' }],
  ports: [{ containerPort: 80 }],
});
const web = (...containers: object[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
  },
});
const containers = async (): Promise<{ name: string; image: string; env: object[] }[]> =>
  (await fixture.client.get(WEB)).body.spec.template.spec.containers;

describe('kubectl apply', () => {
  test('K-60 L-6: client-side apply creates, changes nothing twice, and removes what left the file', async () => {
    const first = kubectl.file(web(container('web', 1), container('side', 1)));
    expect(await kubectl('apply', '-f', first)).toBe('deployment.apps/web created\n');
    expect(await kubectl('apply', '-f', first)).toBe('deployment.apps/web unchanged\n');
    expect(await kubectl('apply', '-f', kubectl.file(web(container('web', 2))))).toBe(
      'deployment.apps/web configured\n',
    );
    expect(await containers()).toMatchObject([{ name: 'web', image: 'web:2' }]);
  });

  test('K-63: set changes one container and leaves the rest', async () => {
    await kubectl('set', 'image', 'deployment/web', 'web=web:3');
    await kubectl('set', 'env', 'deployment/web', 'B=2');
    const [only] = await containers();
    expect(only).toMatchObject({ image: 'web:3', env: [{ name: 'A' }, { name: 'B' }] });
  });

  test('K-61 K-87: going over to server-side apply meets only the conflicts that are there', async () => {
    const file = kubectl.file(web(container('web', 2)));
    await expect(kubectl('apply', '--server-side', '-f', file)).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "kubectl-set" using apps/v1: .spec.template.spec.containers[name="web"].image',
    );
    const forced = await kubectl('apply', '--server-side', '--force-conflicts', '-f', file);
    expect(forced).toBe('deployment.apps/web serverside-applied\n');
    const { body } = await fixture.client.get(WEB);
    await kubectl('apply', '--server-side', '-f', file);
    expect((await fixture.client.get(WEB)).body).toEqual(body);
  });

  test('K-72: a field that the kind does not have is refused', async () => {
    const file = kubectl.file({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bad' }, foo: 1 });
    await expect(kubectl('apply', '-f', file)).rejects.toThrow('strict decoding error: unknown field "foo"');
  });

  test('L-1: explain shows the structure of a built-in kind', async () => {
    const shown = await kubectl('explain', 'deployment.spec.strategy');
    expect(shown).toMatch(/FIELD: strategy <DeploymentStrategy>/);
    expect(shown).toMatch(/rollingUpdate\t<RollingUpdateDeployment>/);
  });
});
