import { fileURLToPath } from 'node:url';
import { connect } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';
import { freePort } from '@slipway/tools/processes/index';
import { expect, onTestFinished, test } from 'vitest';
import { describeWithPrometheus, startExporter, startPodDiscovery, startPrometheus } from './index.ts';

const EXPORTER = fileURLToPath(new URL('exporter.mjs', import.meta.url));
const namespace = 'default';

await describeWithPrometheus('a Prometheus for tests', () => {
  test('G-94: scrapes listed targets and the pods of a cluster, with their labels', async () => {
    const local = await startLocalCluster({
      nodes: 1,
      processes: { 'example/shop': { command: [process.execPath, EXPORTER] } },
    });
    onTestFinished(() => local.stop());
    const cluster = await connect({ text: local.kubeconfig });
    onTestFinished(() => cluster.close());
    await cluster.client.create(Pod, {
      metadata: { namespace, name: 'shop-1', labels: { 'gati.dev/version': 'v2' } },
      spec: { containers: [{ name: 'shop', image: 'example/shop:2', ports: [{ containerPort: await freePort() }] }] },
    });
    const pods = await startPodDiscovery(() => cluster.client.live.listAll(Pod, { namespace }));
    onTestFinished(() => pods.stop());
    const listed = await startExporter();
    onTestFinished(() => listed.stop());

    const prometheus = await startPrometheus({
      targets: [{ address: listed.address, labels: { version: 'v1' } }],
      scrapeConfigs: [pods.scrapeConfig],
    });
    onTestFinished(() => prometheus.stop());

    const up = await prometheus.until('sum without (instance) (up) == 1', (series) => series.length === 2);
    expect(up).toEqual(
      expect.arrayContaining([
        { labels: { job: 'targets', version: 'v1' }, value: 1 },
        { labels: { job: 'pods', namespace, pod: 'shop-1', gati_dev_version: 'v2' }, value: 1 },
      ]),
    );
  });
});
