import type { Known } from '@gati-framework/contracts/deployment';
import {
  describeWithPrometheus,
  type Exporter,
  type Prometheus,
  startExporter,
  startPrometheus,
} from '@slipway/test/prometheus/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Desired,
  type Measurement,
  type Observation,
  type Plan,
  type State,
  startDelivery,
  step,
  TERMINAL,
} from '../../src/index.ts';
import type { DeliveryEventType, VersionHealth } from '../../src/model/index.ts';
import { PrometheusClient, PrometheusMetric } from '../../src/prometheus/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';

/** The old version, and three new ones for three canaries. */
const VERSIONS = ['v1', 'good', 'bad', 'unused'] as const;
type Version = (typeof VERSIONS)[number];
/** Of 20 requests, how many each of them fails; nobody calls one without a number. */
const ERRORS: Readonly<Partial<Record<Version, number>>> = { v1: 0, good: 0, bad: 6 };

const SUCCESS_RATE = `sum(increase(gati_http_requests_total{version="$version",status!~"5.."}[5m]))
  / sum(increase(gati_http_requests_total{version="$version"}[5m]))`;

function planTo(version: Version): Plan {
  const analysis = {
    name: 'success-rate',
    kind: 'metric',
    when: 'after',
    deadline: 5 * MINUTE,
    spec: { count: 2, intervalMs: 500 },
  } as const;
  const stage = (share: number) => {
    const { gates: _, ...rest } = weight(share, 0);
    return { ...rest, gates: [analysis] };
  };
  return canary({
    id: `shop-${version}`,
    to: version,
    stages: [stage(25), stage(100)],
    split: { baseline: { v1: 100 }, goal: { [version]: 100 } },
  });
}

await describeWithPrometheus('a canary that is judged by a real Prometheus', () => {
  const exporters = {} as Record<Version, Exporter>;
  let prometheus: Prometheus;
  let metric: PrometheusMetric;

  beforeAll(async () => {
    await Promise.all(VERSIONS.map(async (version) => void (exporters[version] = await startExporter())));
    const targets = VERSIONS.map((version) => ({ address: exporters[version].address, labels: { version } }));
    prometheus = await startPrometheus({ targets, scrapeIntervalMs: 500 });
    metric = new PrometheusMetric(new PrometheusClient({ url: prometheus.url }), {
      query: SUCCESS_RATE,
      successCondition: 'result >= 0.95',
      failureCondition: 'result < 0.9',
    });
    await prometheus.untilScraped(...targets.map(({ address }) => address));
  });
  afterAll(async () => {
    await Promise.all([prometheus?.stop(), ...Object.values(exporters).map((exporter) => exporter.stop())]);
  });

  /** Splits real requests by the weights, and waits until all of them have been scraped. */
  async function serve(weights: Desired['weights']): Promise<void> {
    const serving = VERSIONS.filter((version) => (weights[version] ?? 0) > 0);
    for (const version of serving) {
      const { [version]: errorsIn20 } = ERRORS;
      if (errorsIn20 === undefined) continue;
      const count = ((weights[version] ?? 0) * 80) / 100;
      const errors = (count * errorsIn20) / 20;
      await exporters[version].send({ count: count - errors }, { count: errors, status: 500 });
    }
    await prometheus.untilScraped(...serving.map((version) => exporters[version].address));
  }

  /** What a system does that carries out a plan, until it is over or a person is asked. Replicas are always there. */
  async function deliver(plan: Plan): Promise<{ state: State; shares: number[]; reported: DeliveryEventType[] }> {
    const measured: Record<string, Measurement[]> = {};
    /** Of the new version, as they followed each other. */
    const shares: number[] = [];
    const reported: DeliveryEventType[] = [];
    let route: Desired['weights'] = { v1: 100 };
    let state = startDelivery(plan, Date.now());
    const look = (at: number): Observation => ({
      at,
      members: {},
      versions: Object.fromEntries(
        ['v1', plan.to].map((version): [string, Known<VersionHealth>] => [
          version,
          { at, value: { ready: 4, wanted: 4, isCurrent: true, weight: route[version] ?? 0 } },
        ]),
      ),
      gates: Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, { at, value: [...value] }])),
      drain: {},
      capacity: { unknown: 'nobody asks' },
    });
    while (!TERMINAL.has(state.phase) && state.phase !== 'Paused') {
      const now = Date.now();
      const decision = step(plan, state, look(now), [], now);
      state = decision.state;
      reported.push(...decision.events.map(({ type }) => type));
      route = decision.desired.weights;
      const share = route[plan.to] ?? 0;
      if (shares.at(-1) !== share) shares.push(share);
      await serve(route);
      for (const { key } of decision.desired.run)
        (measured[key] ??= []).push(await metric.measure(Date.now(), { version: plan.to }, { version: 'v1' }));
    }
    return { state, shares, reported };
  }

  test('G-83: a good version passes every stage, a bad one is rolled back at the first, an unused one waits for a person', async () => {
    const [good, bad, unused] = await Promise.all([
      deliver(planTo('good')),
      deliver(planTo('bad')),
      deliver(planTo('unused')),
    ]);

    expect([good.state.phase, good.shares]).toEqual(['Succeeded', [25, 100]]);
    expect(good.state.gates['100%/success-rate']).toMatchObject({ outcome: 'Pass', samples: 2 });
    expect(good.reported.filter((type) => type === 'GatePassed')).toHaveLength(2);

    expect([bad.state.phase, bad.shares]).toEqual(['RolledBack', [25, 0]]);
    expect(bad.state.weights).toEqual({ v1: 100, bad: 0 });
    expect(bad.state.gates['25%/success-rate']).toMatchObject({ outcome: 'Fail', samples: 1 });
    expect(Number.parseFloat(bad.state.gates['25%/success-rate']?.last[0]?.message ?? '')).toBeCloseTo(0.7, 3);
    expect(bad.reported).toEqual(
      expect.arrayContaining(['GateFailed', 'RollbackStarted', 'RollbackSucceeded', 'HoldSet']),
    );
    expect(bad.state.hold).toMatchObject({ version: 'bad' });

    expect([unused.state.phase, unused.shares]).toEqual(['Paused', [25]]);
    expect(unused.state.gates['25%/success-rate']?.last[0]).toMatchObject({
      outcome: 'Inconclusive',
      message: 'the value is NaN',
    });
  });
});
