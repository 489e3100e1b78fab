import { PrometheusClient } from '@slipway/delivery/prometheus';
import { connect } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import {
  describeWithPrometheus,
  type PodDiscovery,
  type Prometheus,
  startPodDiscovery,
  startPrometheus,
} from '@slipway/test/prometheus/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handlerText } from '../handler-text.ts';
import { Rig } from '../rig.ts';
import { SERVING } from '../rigs.ts';

const ANALYSED = `
steps: [{ weight: 50, pause: 4s }, { weight: 100, pause: 1s }]
rollbackWindow: 2s
failedRetention: 10m
analysis:
  interval: 5s
  count: 2
  inconclusiveLimit: 20
  metrics:
    - { name: errors, builtin: success-rate, successCondition: 'result >= 0.95', minRequests: 5 }`;

await describeWithPrometheus('a version that fails requests, by a real Prometheus', () => {
  let local: LocalCluster;
  let discovery: PodDiscovery;
  let prometheus: Prometheus;
  let rig: Rig;
  beforeAll(async () => {
    local = await startLocalCluster({ nodes: 2, controllers: true, processes: SERVING });
    const { kubeconfig, nodes } = local;
    const watcher = await connect({ text: kubeconfig });
    const started = await startPodDiscovery(() => watcher.client.live.listAll(Pod, { namespace: 'default' }));
    discovery = {
      ...started,
      stop: async () => {
        await started.stop();
        await watcher.close();
      },
    };
    prometheus = await startPrometheus({ scrapeConfigs: [discovery.scrapeConfig], scrapeIntervalMs: 500 });
    if (!nodes) throw new Error('the cluster was started without nodes');
    const controllers = { prometheus: new PrometheusClient({ url: prometheus.url }) };
    rig = await Rig.start({ kubeconfig, namespace: 'default', nodes, controllers });
  });
  afterAll(async () => {
    await rig?.stop();
    await prometheus?.stop();
    await discovery?.stop();
    await local?.stop();
  });

  it('G-83 G-94: is taken back; what is sound goes through', async () => {
    const more = handlerText('users', 'v1', { rollout: ANALYSED }).replace(
      'interval: 1s',
      'source: prometheus, interval: 5s',
    );
    await rig.apply(more);
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2', env: { FAIL_RATE: '0.5' } });
    const { status } = await rig.untilRollout('users', 'v2', 'RolledBack');
    expect(status?.stableVersion).toBe('v1');
    await rig.edit('users', { version: 'v3', image: 'example/users:v3', env: null });
    await rig.untilStable('users', 'v3');
    const { refusals, broken } = await traffic.stop();
    expect({ failed: Object.keys(refusals), broken }).toEqual({ failed: ['v2'], broken: [] });
  });
});
