import type { Exporter, Fault, FaultProxy, Prometheus } from '@slipway/test/prometheus/index';
import {
  describeWithPrometheus,
  startExporter,
  startFaultProxy,
  startPrometheus,
} from '@slipway/test/prometheus/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Measurement } from '../../src/index.ts';
import { type MetricOptions, PrometheusClient, PrometheusMetric } from '../../src/prometheus/index.ts';

/** One process each, distinguished by the label `version`. */
const VERSIONS = ['served', 'idle', 'reset', 'removed', 'dead'] as const;
type Version = (typeof VERSIONS)[number];

const SUCCESS_RATE = `sum(increase(gati_http_requests_total{version="$version",status!~"5.."}[5m]))
  / sum(increase(gati_http_requests_total{version="$version"}[5m]))`;
const latency = (quantile: number): string =>
  `histogram_quantile(${quantile}, sum by (le) (increase(gati_http_request_duration_seconds_bucket{version="$version"}[5m])))`;
/** The newest value that was scraped. */
const LATEST = 'gati_http_request_duration_seconds_count{version="$version"}';
/** True of every number: whatever else comes of it is the fault of the data. */
const ANY_NUMBER = { successCondition: 'result == result' };

await describeWithPrometheus('measurements by a real Prometheus', () => {
  const exporters = {} as Record<Version, Exporter>;
  let prometheus: Prometheus;

  const targets = (versions: readonly Version[]): { address: string; labels: { version: string } }[] =>
    versions.map((version) => ({ address: exporters[version].address, labels: { version } }));
  const untilScraped = (...versions: Version[]): Promise<void> =>
    prometheus.untilScraped(...versions.map((version) => exporters[version].address));
  const measure = (options: MetricOptions, version: string, url = prometheus.url, timeoutMs = 10_000) =>
    new PrometheusMetric(new PrometheusClient({ url, timeoutMs }), options).measure(Date.now(), { version });

  beforeAll(async () => {
    await Promise.all(VERSIONS.map(async (version) => void (exporters[version] = await startExporter())));
    prometheus = await startPrometheus({ targets: targets(VERSIONS) });
    // Counters have to be seen at zero: their increase begins with the first sample.
    await untilScraped(...VERSIONS);
    for (const version of ['served', 'reset', 'removed', 'dead'] as const)
      await exporters[version].send({ count: 80, seconds: 0.08 }, { count: 20, status: 500, seconds: 0.4 });
    await untilScraped(...VERSIONS);
    // What takes time to be noticed begins now, and the tests that wait for it come last.
    await prometheus.setTargets(targets(VERSIONS.filter((version) => version !== 'removed')));
    await Promise.all([exporters.dead.kill(), exporters.reset.kill()]);
    await exporters.reset.start();
    await exporters.reset.send({ count: 50 });
  });
  afterAll(async () => {
    await Promise.all([prometheus?.stop(), ...Object.values(exporters).map((exporter) => exporter.stop())]);
  });

  describe('what was sent', () => {
    test.each<[Measurement['outcome'], string, string]>([
      ['Pass', 'result > 0.799 && result < 0.801', 'result < 0.5'],
      ['Fail', 'result >= 0.95', 'result < 0.9'],
      ['Inconclusive', 'result >= 0.95', 'result < 0.7'],
    ])('G-83: 20 errors in 100 requests are a success rate of 0.8: %s', async (outcome, success, failure) => {
      const options = { query: SUCCESS_RATE, successCondition: success, failureCondition: failure };
      expect((await measure(options, 'served')).outcome).toBe(outcome);
    });

    test.each([
      // The 50th of 80 in the bucket up to 100 ms, and the 19th of 20 in the one up to 500 ms.
      [0.5, 0.05 + (0.05 * 50) / 80],
      [0.99, 0.25 + (0.25 * 19) / 20],
    ])('G-83: the latency at quantile %s is where its bucket says', async (quantile, seconds) => {
      const { outcome, message } = await measure({ query: latency(quantile), ...ANY_NUMBER }, 'served');
      expect(outcome).toBe('Pass');
      expect(Number.parseFloat(message ?? '')).toBeCloseTo(seconds, 2);
    });

    test('G-83: errors of a status that was never seen before are missing from the answers of all', async () => {
      await exporters.served.send({ count: 25, status: 503 });
      await untilScraped('served');
      // A series that appears at 25 has no increase: by status alone those answers were never given.
      const byStatus = await measure({ query: SUCCESS_RATE, ...ANY_NUMBER }, 'served');
      const all = 'sum(increase(gati_http_request_duration_seconds_count{version="$version"}[5m]))';
      const byCount = await measure({ query: SUCCESS_RATE.replace(/\/[^]*/, `/ ${all}`), ...ANY_NUMBER }, 'served');
      expect(Number.parseFloat(byStatus.message ?? '')).toBeCloseTo(80 / 100, 3);
      expect(Number.parseFloat(byCount.message ?? '')).toBeCloseTo(80 / 125, 3);
    });
  });

  describe('no answer that means something', () => {
    test.each([
      ['0/0', SUCCESS_RATE, 'idle', 'the value is NaN'],
      ['a version that nobody scrapes', SUCCESS_RATE, 'unborn', 'no sample of '],
      [
        'two series',
        'gati_http_requests_total{version="$version"}',
        'idle',
        '2 series where one was asked for; aggregate the query',
      ],
    ])('I8 G-92: %s is inconclusive', async (_title, query, version, message) => {
      const options = { query, ...ANY_NUMBER };
      expect(await measure(options, version)).toMatchObject({
        outcome: 'Inconclusive',
        message: expect.stringContaining(message),
      });
    });

    test('I8: a baseline without requests is nothing to compare with', async () => {
      const metric = new PrometheusMetric(new PrometheusClient({ url: prometheus.url }), {
        query: SUCCESS_RATE,
        successCondition: 'result >= baseline * 0.99',
      });
      const measured = await metric.measure(Date.now(), { version: 'served' }, { version: 'idle' });
      expect(measured).toMatchObject({ outcome: 'Inconclusive', message: 'the version before: the value is NaN' });
      const other = await metric.measure(Date.now(), { version: 'served' }, { version: 'dead' });
      expect(other.outcome).toBe('Pass');
    });

    test('I8: a sample that is too old by the time it is asked for is no data', async () => {
      const metric = new PrometheusMetric(new PrometheusClient({ url: prometheus.url }), {
        query: LATEST,
        ...ANY_NUMBER,
      });
      expect((await metric.measure(Date.now(), { version: 'served' })).outcome).toBe('Pass');
      const later = await metric.measure(Date.now() + 301_000, { version: 'served' });
      expect(later).toMatchObject({ outcome: 'Inconclusive', message: expect.stringMatching(/^no sample of /) });
    });

    test('an expression that Prometheus does not understand is an error, in its words', async () => {
      const { outcome, message } = await measure({ query: 'sum by (', ...ANY_NUMBER }, 'served');
      expect(outcome).toBe('Error');
      expect(message).toMatch(/^the query was refused \(400\): .*parse error/);
    });
  });

  describe('processes that come and go', () => {
    test('G-94: a restart takes back nothing of what was sent before and after it', async () => {
      await untilScraped('reset');
      const { message } = await measure({ query: SUCCESS_RATE, ...ANY_NUMBER }, 'reset');
      expect(Number.parseFloat(message ?? '')).toBeCloseTo((80 + 50) / (100 + 50), 3);
    });

    test('I8 G-94: while a process does not answer, its last value is no data', async () => {
      await prometheus.until('up{version="dead"} == 0', (series) => series.length === 1);
      expect(await measure({ query: LATEST, ...ANY_NUMBER }, 'dead')).toMatchObject({
        outcome: 'Inconclusive',
        message: 'no data',
      });
    });

    test('I8 G-94: a target that was removed leaves no value behind', async () => {
      await prometheus.until('up{version="removed"}', (series) => series.length === 0);
      expect(await measure({ query: LATEST, ...ANY_NUMBER }, 'removed')).toMatchObject({
        outcome: 'Inconclusive',
        message: 'no data',
      });
    });
  });

  describe('selectors of which one has ended', () => {
    const of = (version: Version): string => `gati_http_requests_total{version="${version}"}`;
    const ratio = `sum(increase(${of('removed')}[5m])) / sum(increase(${of('served')}[5m]))`;

    test('G-92: a series that Prometheus has ended does not make fresh samples of another stale', async () => {
      await prometheus.until(`up{version="removed"}`, (series) => series.length === 0);
      await prometheus.until(`count(last_over_time(${of('removed')}[6s]))`, (series) => series.length === 0);
      const maxAgeMs = 4_000;
      // A busy machine comes late to a scrape now and then.
      const seen = await waitUntil(async () => {
        const measured = await measure({ query: ratio, ...ANY_NUMBER, maxAgeMs }, 'served');
        return measured.outcome === 'Pass' ? measured : undefined;
      }, AbortSignal.timeout(240_000));
      expect(seen.outcome).toBe('Pass');
      const alone = { query: `sum(increase(${of('removed')}[5m]))`, ...ANY_NUMBER, maxAgeMs };
      expect(await measure(alone, 'served')).toMatchObject({
        outcome: 'Inconclusive',
        message: expect.stringMatching(/^no sample of .*"removed".* in the last 4 s/),
      });
    });
  });

  describe('answers that are spoiled on their way', () => {
    let proxy: FaultProxy;
    beforeAll(async () => {
      proxy = await startFaultProxy(prometheus.url);
    });
    afterAll(() => proxy.stop());

    test.each<[string, Fault, string]>([
      ['none', () => undefined, 'the query took too long'],
      ['half of one', (response, body) => void response.write(body.slice(0, 20)), 'the query took too long'],
      ['a closed connection', (response) => response.destroy(), 'the query failed'],
      [
        'an internal error',
        (response) => response.writeHead(500).end('oops'),
        'the answer (500) is not JSON; is the server ready?',
      ],
      [
        'a good one that says 500',
        (response, body) => response.writeHead(500).end(body),
        'the query was refused (500): no reason given',
      ],
      ['a web page', (response) => response.end('<html>'), 'the answer (200) is not JSON; is this a Prometheus?'],
      [
        'one cut short',
        (response, body) => response.end(body.slice(0, -1)),
        'the answer (200) is not JSON; is this a Prometheus?',
      ],
      [
        'values without numbers',
        (response, body) => response.end(body.replace(/"\d+"\]/, '""]')),
        'the answer has no instant values (vector)',
      ],
    ])('I8: %s is an error, never a pass', async (_title, fault, message) => {
      proxy.setFault(fault);
      // Long enough for a busy machine where an answer comes, and short where none does.
      const timeoutMs = message === 'the query took too long' ? 300 : 10_000;
      expect(await measure({ query: LATEST, ...ANY_NUMBER }, 'served', proxy.url, timeoutMs)).toMatchObject({
        outcome: 'Error',
        message: expect.stringContaining(message),
      });
    });
  });

  test('I8 G-94: a Prometheus that is away is an error; back again it has no data at first and then remembers', async () => {
    // So that nothing new is scraped before the test has looked.
    await prometheus.setTargets([]);
    await prometheus.kill();
    expect(await measure({ query: SUCCESS_RATE, ...ANY_NUMBER }, 'reset')).toMatchObject({
      outcome: 'Error',
      message: 'the query failed: ECONNREFUSED',
    });
    await prometheus.start();
    const recent = { query: SUCCESS_RATE.replaceAll('[5m]', '[1s]'), ...ANY_NUMBER };
    expect((await measure(recent, 'reset')).outcome).toBe('Inconclusive');
    await prometheus.setTargets(targets(['reset']));
    await untilScraped('reset');
    const { message } = await measure({ query: SUCCESS_RATE, ...ANY_NUMBER }, 'reset');
    expect(Number.parseFloat(message ?? '')).toBeCloseTo((80 + 50) / (100 + 50), 3);
  });
});
