import { describe, expect, it, vi } from 'vitest';
import { useKubectl } from '../../../apiserver/test/support/kubectl.ts';
import { useCluster } from '../support/fixture.ts';
import { makeReady } from './ready-pods.ts';

const deployment = (image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
  },
});

describe('a cluster with controllers, seen by kubectl', () => {
  const fixture = useCluster(() => ({ controllers: true }));
  const kubectl = useKubectl(fixture);
  const rolledOut = (): Promise<void> =>
    vi.waitFor(async () => {
      await makeReady(fixture.client);
      expect(await kubectl('rollout', 'status', 'deployment/web', '--watch=false')).toContain(
        'successfully rolled out',
      );
    });

  it('L-20: a Deployment is applied, rolled out, described, updated and undone', async () => {
    await kubectl('apply', '-f', kubectl.file(deployment('web:1')));
    await rolledOut();
    expect(await kubectl('get', 'deployment', 'web', '--no-headers')).toMatch(/^web\s+2\/2\s+2\s+2\s/);
    const reported =
      /Normal\s+ScalingReplicaSet\s+\S+\s+deployment-controller\s+Scaled up replica set web-\w+ from 0 to 2/;
    await vi.waitFor(async () => expect(await kubectl('describe', 'deployment', 'web')).toMatch(reported));

    await kubectl('set', 'image', 'deployment/web', 'web=web:2');
    await rolledOut();
    expect(await kubectl('rollout', 'history', 'deployment/web')).toMatch(/^1 .*\n2 /m);

    await kubectl('rollout', 'undo', 'deployment/web');
    await rolledOut();
    expect(await kubectl('get', 'deployment', 'web', '-o', 'jsonpath={.spec.template.spec.containers[0].image}')).toBe(
      'web:1',
    );
    expect(await kubectl('rollout', 'history', 'deployment/web')).toMatch(/^2 .*\n3 /m);
  });

  it('L-20: a scale is followed, and a deletion takes everything along', async () => {
    await kubectl('scale', 'deployment/web', '--replicas=1');
    await vi.waitFor(async () => expect(await kubectl('get', 'pods', '--no-headers')).toMatch(/^\S+ .*\n$/), 10_000);
    await kubectl('delete', 'deployment', 'web');
    await vi.waitFor(async () => expect(await kubectl('get', 'replicasets,pods', '-o', 'name')).toBe(''), 10_000);
  });
});
