import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, connect } from '@slipway/kube';
import { Deployment, Service } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Run, slipway } from '../../test/run.ts';

const namespace = 'default';

describeCluster('slipway gati convert on a cluster', {}, (cluster) => {
  let folder: string;
  let handle: Cluster;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-convert-'));
    await writeFile(join(folder, 'kubeconfig'), cluster().kubeconfig);
    handle = await connect({ text: cluster().kubeconfig });
    await deploy('cart-handler', { app: 'cart', 'gati.dev/handler': 'cart' });
  });
  afterAll(async () => {
    await handle?.close();
    await rm(folder, { recursive: true });
  });

  const applied = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' };
  const deploy = async (name: string, labels: Record<string, string>): Promise<void> => {
    const metadata = { namespace, name, labels, annotations: applied };
    const container = { name: 'app', image: `${name}:v1`, ports: [{ containerPort: 3000 }] };
    await handle.client.create(Deployment, {
      metadata,
      spec: {
        selector: { matchLabels: { app: labels['app'] ?? '' } },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    });
    await handle.client.create(Service, {
      metadata,
      spec: { selector: { app: labels['app'] ?? '' }, ports: [{ port: 80, targetPort: 3000 }] },
    });
  };
  const convert = (...args: string[]): Promise<Run> =>
    slipway(['gati', 'convert', '--kubeconfig', join(folder, 'kubeconfig'), '-n', namespace, ...args]);

  it('G-190: where the operator makes every Deployment there is nothing to convert', async () => {
    expect(await convert()).toEqual({
      stdout: '',
      stderr: 'slipway: the cluster: holds no Deployment but those that the operator makes: cart-handler [CLI_INPUT]\n',
      exitCode: 3,
    });
  });

  it('G-190: what people applied is converted without loss; what the operator makes is skipped, and reported', async () => {
    await deploy('orders', { app: 'orders' });
    const { stdout, stderr, exitCode } = await convert();
    expect([...stdout.matchAll(/^ {2}name: (.+)$/gm)].map(([, name]) => name)).toEqual(['orders']);
    expect(stderr).toContain('cluster: skipped: Deployment cart-handler: the operator makes it for GatiHandler cart; ');
    expect(stderr).not.toContain('lost: ');
    expect(exitCode).toBe(0);
    const { findings } = JSON.parse((await convert('-o', 'json')).stdout) as { findings: object[] };
    expect(findings).toContainEqual(expect.objectContaining({ sort: 'skipped', object: 'Deployment cart-handler' }));
  });
});
