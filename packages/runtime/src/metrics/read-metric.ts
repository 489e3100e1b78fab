import type { Metric } from 'prom-client';

export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/** A metric whose values are read when they are asked for: what is counted elsewhere is not counted twice. */
export function readMetric(
  name: string,
  help: string,
  type: 'counter' | 'gauge' | 'histogram',
  read: () => Sample[],
): Metric {
  // The registry asks a metric for no more than its name and this.
  const metric = { name, get: async () => ({ name, help, type, values: read(), aggregator: 'sum' }), reset: () => {} };
  return metric as unknown as Metric;
}
