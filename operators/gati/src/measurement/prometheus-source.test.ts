import type { TrafficSample } from '@gati-framework/contracts/deployment';
import { PrometheusClient } from '@slipway/delivery/prometheus';
import { realClock } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeWithPrometheus,
  type PodDiscovery,
  type Prometheus,
  startPodDiscovery,
  startPrometheus,
} from '../../../../test/prometheus/index.ts';
import { ServingPods } from '../../test/traffic/serving-pods.ts';
import { type AnalysisMetric, createAnalysisMetric } from './analysis-metric.ts';
import { type BuiltIn, builtInsOfPods, builtInsOfPrometheus } from './built-in.ts';
import { PrometheusSource } from './prometheus-source.ts';

// Intervals pass in real time here, each of them several times.

/** Long enough for a busy machine to scrape twice in it, short enough to wait for. */
const INTERVAL = 8_000;

await describeWithPrometheus('traffic by a real Prometheus', () => {
  let pods: ServingPods;
  let discovery: PodDiscovery;
  let prometheus: Prometheus;
  let source: PrometheusSource;
  /** A pod that discovery does not tell of. */
  let hidden: string | undefined;
  beforeAll(async () => {
    pods = await ServingPods.start(realClock);
    discovery = await startPodDiscovery(async () => {
      const all = await pods.cluster.client.live.listAll(Pod, { namespace: 'default' });
      return all.filter(({ metadata }) => metadata?.name !== hidden);
    });
    prometheus = await startPrometheus({ scrapeConfigs: [discovery.scrapeConfig], scrapeIntervalMs: 500 });
    const client = new PrometheusClient({ url: prometheus.url });
    source = new PrometheusSource({ client, pods: pods.history, lookup: pods.lookup, clock: realClock });
  });
  afterAll(async () => {
    await prometheus?.stop();
    await discovery?.stop();
    await pods?.stop();
  });

  const sample = (versionId: string): Promise<TrafficSample> => source.sample(pods.ref(versionId), INTERVAL);
  const until = (versionId: string, isWanted: (sample: TrafficSample) => boolean): Promise<TrafficSample> =>
    waitUntil(async () => {
      const seen = await sample(versionId);
      return isWanted(seen) ? seen : undefined;
    }, AbortSignal.timeout(240_000));
  const isZero = ({ requests, inFlight }: TrafficSample): boolean => requests.value === 0 && inFlight.value === 0;

  test('G-94: probes alone are zero; a first request counts although its series is new; a stream is in flight', async () => {
    const name = await pods.run('v1');
    await until('v1', isZero);
    await pods.send(name, 1);
    const { requests } = await until('v1', (seen) => (seen.requests.value ?? 0) > 0);
    expect(requests.value).toBe(1);
    const caller = new AbortController();
    await fetch(await pods.url(name, '/stream'), { signal: caller.signal });
    expect((await until('v1', ({ inFlight }) => (inFlight.value ?? 0) > 0)).inFlight.value).toBe(1);
    caller.abort();
    await until('v1', isZero);
  });

  test('G-94: a Prometheus that is away is unknown, and so is the gap it leaves', async () => {
    await until('v1', isZero);
    await prometheus.kill();
    expect((await sample('v1')).requests.unknown).toMatch(/^the query failed/);
    await prometheus.start();
    await until('v1', isZero);
  });

  test('G-83: built-in metrics by pods and by Prometheus agree on the same traffic', async () => {
    const name = await pods.run('v3', { FAIL_RATE: '0.25', LATENCY_MS: '20' });
    const version = pods.ref('v3');
    await until('v3', isZero);
    await pods.source.sample(version, INTERVAL);
    const from = realClock.wall();
    await pods.send(name, 40);
    await prometheus.until(`sum(gati_http_requests_total{pod="${name}",route="/users"})`, ([one]) => one?.value === 40);
    // By then the sample from before the traffic is old enough to count from.
    await prometheus.until(`vector(time()) > ${(from + INTERVAL / 2) / 1000}`, (series) => series.length === 1);
    const [byPods, byPrometheus] = [builtInsOfPods(pods.source), builtInsOfPrometheus(source)];
    const both = async (builtin: BuiltIn): Promise<(number | undefined)[]> => [
      (await byPods({ builtin, version, intervalMs: INTERVAL })).value,
      (await byPrometheus({ builtin, version, intervalMs: 60_000 })).value,
    ];
    expect(await both('success-rate')).toEqual([0.75, 0.75]);
    for (const builtin of ['latency-p50', 'latency-p99'] as const) {
      const [pod = 0, prom = -1] = await both(builtin);
      expect(pod).toBeCloseTo(prom, 6);
      expect(pod).toBeGreaterThan(0.01);
    }
    expect((await both('request-rate'))[1]).toBeCloseTo(40 / 60, 6);
    const few = await byPrometheus({ builtin: 'success-rate', version, intervalMs: 60_000, minRequests: 41 });
    expect(few).toEqual({ noData: 'fewer than 41 requests in the interval' });
  });

  test('G-94: fewer pods covered than there are is unknown', async () => {
    hidden = pods.nextName;
    await pods.run('v2');
    expect((await sample('v2')).requests.unknown).toMatch(/^no sample of |covers 0 of 1 pods/);
    hidden = undefined;
    await until('v2', isZero);
    hidden = pods.nextName;
    await pods.run('v2');
    // A Prometheus that comes late to a scrape has no data for a moment.
    const isPartial = ({ unknown }: { unknown?: string }): boolean =>
      unknown?.startsWith('Prometheus covers 1 of 2 pods') === true;
    await until('v2', ({ requests, inFlight }) => isPartial(requests) && isPartial(inFlight));
  });

  test('G-92: a version without pods is known to serve nothing', async () => {
    await until('v9', isZero);
  });

  // The last: nothing is scraped any more.
  test('G-83 G-92: a Prometheus without its scrape configuration answers from old samples; none of them passes', async () => {
    const version = pods.ref('v4');
    const name = await pods.run('v4');
    await until('v4', isZero);
    const around = {
      intervalMs: INTERVAL,
      builtIns: builtInsOfPrometheus(source),
      prometheus: new PrometheusClient({ url: prometheus.url }),
      lookup: pods.lookup,
    };
    const requests = `sum(gati_http_requests_total{pod="${name}",route="/users"})`;
    const metrics = [
      { builtin: 'success-rate' as const, minRequests: 1, successCondition: 'result >= 0.95' },
      { query: requests, successCondition: 'result >= 1.0' },
      { query: `sum(rate(gati_http_requests_total{pod="${name}"}[5m]))`, successCondition: 'result > 0.0' },
      { query: `${requests} * 0 or vector(0)`, successCondition: 'result == 0.0' },
    ].map((spec) => createAnalysisMetric(spec, around));
    const outcomes = async (): Promise<(string | undefined)[][]> => {
      const measured = await Promise.all(metrics.map((metric) => metric.measure(realClock.wall(), version)));
      return measured.map(({ outcome, message }) => [outcome, message]);
    };
    await pods.send(name, 20);
    await prometheus.until(requests, ([one]) => one?.value === 20);
    await waitUntil(async () => ((await outcomes()).every(([outcome]) => outcome === 'Pass') ? true : undefined));
    await prometheus.forgetScrapeConfigs();
    const [last] = await prometheus.query(`max(timestamp(up{pod="${name}"}))`);
    const lastMs = (last?.value ?? 0) * 1000;
    await prometheus.until(`vector(time()) > ${(lastMs + INTERVAL + 1_000) / 1000}`, (series) => series.length === 1);
    // What it answers without being asked for the age.
    expect(await prometheus.query(requests)).toMatchObject([{ value: 20 }]);
    const [builtIn, ...queries] = metrics;
    const at = async (metric: AnalysisMetric | undefined, ms: number) => await metric?.measure(lastMs + ms, version);
    expect(await at(builtIn, 0)).toMatchObject({
      outcome: 'Inconclusive',
      message: expect.stringContaining('in the last 8 s'),
    });
    for (const query of queries) {
      // As seen between two scrapes that are a minute apart, the second of them late.
      for (const ms of [20_000, 61_000, 75_000]) expect((await at(query, ms))?.outcome).toBe('Pass');
      for (const [ms, words] of [
        [105_000, 'in the last 90 s'],
        [200_000, 'in the last 90 s, only older ones: is it still scraped?'],
      ] as const)
        expect(await at(query, ms)).toMatchObject({ outcome: 'Inconclusive', message: expect.stringContaining(words) });
    }
    const { requests: seen, inFlight } = await sample('v4');
    expect([seen.unknown, inFlight.unknown]).toEqual([expect.anything(), expect.anything()]);
  });
});
