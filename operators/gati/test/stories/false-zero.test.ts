import { PrometheusClient } from '@slipway/delivery/prometheus';
import { connect } from '@slipway/kube';
import { Deployment, Pod } from '@slipway/kube/kinds';
import { FaultProxy } from '@slipway/runtime/testing';
import {
  describeWithPrometheus,
  type Prometheus,
  startPodDiscovery,
  startPrometheus,
} from '@slipway/test/prometheus/index';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { versionKey, versionObjectName } from '../../src/names/index.ts';
import type { GatiVersion } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import type { Rig } from '../rig.ts';
import { describeServing } from '../rigs.ts';

const ZERO_SAMPLES = 3;
const DIRECT = 'strategy: direct\nrollbackWindow: 1s\nsteps: [{ weight: 100, pause: 1s }]';
const history = ({ status }: GatiVersion): readonly (number | null)[] =>
  (status?.trafficHistory ?? []).map(({ count }) => count);

const untilV1 = (rig: Rig, what: string, isWanted: (version: GatiVersion) => boolean): Promise<GatiVersion> =>
  rig.until(`v1 ${what}`, async () => (await rig.versions()).get('v1'), isWanted);

/** v2 serves, and v1 has been seen to be idle for long enough; only its grace period, of an hour, keeps it. */
async function idle(rig: Rig, traffic = 'interval: 1s'): Promise<string> {
  const text = handlerText('users', 'v1', { replicas: 1, rollout: DIRECT })
    .replace('interval: 1s', traffic)
    .replace('gracePeriod: 3s', 'gracePeriod: 1h');
  await rig.apply(text);
  await rig.untilStable('users', 'v1');
  const url = `http://${await rig.nodes.serviceAddress(rig.namespace, versionObjectName('users', 'v1'))}/users`;
  for (let sent = 0; sent < 20; sent++) await (await fetch(url)).arrayBuffer();
  await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
  await untilV1(rig, 'is idle', (version) => isIdle(version));
  return url;
}

const isIdle = (version: GatiVersion): boolean => {
  const last = history(version).slice(-ZERO_SAMPLES);
  return last.length === ZERO_SAMPLES && last.every((count) => count === 0);
};

/** Nothing but what is not known keeps v1, for longer than a drain would take; its pods are still there. */
async function expectKept(rig: Rig): Promise<void> {
  await untilV1(rig, 'is not known', (version) => history(version).at(-1) === null);
  await rig.edit('users', { decommission: { gracePeriod: '1s' } });
  const kept = await untilV1(rig, 'has not been known for as long as a drain takes', (version) => {
    const last = history(version).slice(-ZERO_SAMPLES - 1);
    return last.length > ZERO_SAMPLES && last.every((count) => count === null);
  });
  expect(kept.status).toMatchObject({ phase: 'Draining', stage: 'Draining' });
  expect(kept.status?.blockers?.map(({ reason }) => reason)).toContain('TrafficUnknown');
  expect((await rig.get(Deployment, versionObjectName('users', 'v1')))?.spec?.replicas).toBe(1);
}

/** What retired it was zeros in a row, all of them counted after `since`. */
async function expectRetired(rig: Rig, since: number): Promise<void> {
  const retired = await rig.untilStage('v1', 'Decommissioned');
  const last = (retired.status?.trafficHistory ?? []).slice(-ZERO_SAMPLES);
  expect(last.map(({ count }) => count)).toEqual(Array.from({ length: ZERO_SAMPLES }, () => 0));
  for (const { at } of last) expect(Date.parse(at)).toBeGreaterThanOrEqual(since);
}

describeServing('no request was counted in the middle of a drain, by the pods', (start, cluster) => {
  it('G-92 G-97: because nobody could ask them: what they served meanwhile counts, and then they go', async () => {
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    onTestFinished(() => proxy.stop());
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig });
    const url = await idle(rig);
    const heal = proxy.inject({ fault: 'answer', args: { status: 503 }, match: { subresource: 'proxy/metrics' } });
    await expectKept(rig);
    await (await fetch(url)).arrayBuffer();
    const healed = Date.now();
    heal();
    await untilV1(rig, 'was called meanwhile', (version) => history(version).some((count) => count === 1));
    await expectRetired(rig, healed);
  });

  it('G-92 G-93: because their counters began again: what they count since is no zero', async () => {
    const rig = await start();
    const url = await idle(rig);
    await fetch(new URL('/crash', url)).catch(() => undefined);
    await rig.until(
      'it is started again',
      () => rig.list(Pod, `gati.dev/version-key=${versionKey('users', 'v1')}`),
      ([pod]) => (pod?.status?.containerStatuses?.[0]?.restartCount ?? 0) > 0,
    );
    const crashed = Date.now();
    await rig.until(
      'it answers',
      async () => (await fetch(url).catch(() => undefined))?.status,
      (status) => status === 200,
    );
    await untilV1(rig, 'was seen to serve', ({ status }) => {
      const { lastTrafficTimestamp } = status ?? {};
      return lastTrafficTimestamp !== undefined && Date.parse(lastTrafficTimestamp) >= crashed;
    });
    await rig.edit('users', { decommission: { gracePeriod: '1s' } });
    await expectRetired(rig, crashed);
  });
});

await describeWithPrometheus('no request was counted in the middle of a drain, by Prometheus', () => {
  let prometheus: Prometheus;
  let isHidden = false;
  const endings: (() => Promise<unknown>)[] = [];
  const drains = (rig: Rig): Promise<string> => idle(rig, 'source: prometheus, interval: 3s');

  describeServing('on a cluster', (start, cluster) => {
    beforeAll(async () => {
      const watcher = await connect({ text: cluster().kubeconfig });
      const list = async () => {
        const pods = await watcher.client.live.listAll(Pod);
        return pods.filter(({ metadata }) => !isHidden || metadata.annotations?.['gati.dev/version'] !== 'v1');
      };
      const discovery = await startPodDiscovery(list);
      prometheus = await startPrometheus({ scrapeConfigs: [discovery.scrapeConfig], scrapeIntervalMs: 500 });
      endings.push(
        () => prometheus.stop(),
        () => discovery.stop(),
        () => watcher.close(),
      );
    });
    afterAll(async () => {
      for (const end of endings) await end();
    });
    const started = (): Promise<Rig> =>
      start({ controllers: { prometheus: new PrometheusClient({ url: prometheus.url }) } });

    it('G-92 G-94: because it is away: nothing goes until it is back and has looked', async () => {
      const rig = await started();
      await drains(rig);
      await prometheus.kill();
      await expectKept(rig);
      const back = Date.now();
      await prometheus.start();
      await expectRetired(rig, back);
    });

    it('G-92 G-94: because it does not scrape the pods: nothing goes until it has seen them for whole intervals', async () => {
      const rig = await started();
      await drains(rig);
      isHidden = true;
      onTestFinished(() => {
        isHidden = false;
      });
      await expectKept(rig);
      const back = Date.now();
      isHidden = false;
      await expectRetired(rig, back);
    });
  });
});
