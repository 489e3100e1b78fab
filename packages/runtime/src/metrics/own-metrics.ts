import type * as Prometheus from 'prom-client';
import type { Registry } from 'prom-client';
import { readMetric, type Sample } from './read-metric.ts';

type Labels = Readonly<Record<string, string>>;

export interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  /** Never the name of an object: each would be a series of its own. @default none */
  readonly labels?: readonly string[];
}

/** Metrics of one's own, on the page of the manager. Each name once. */
export interface OwnMetrics {
  /** Counts up from 0; `inc(labels, 0)` shows a series before anything has happened. */
  counter(definition: MetricDefinition): { inc(labels: Labels, by?: number): void };
  /** Read at each scrape: what is kept elsewhere is not counted twice. */
  gauge(definition: MetricDefinition, read: () => readonly { readonly labels: Labels; readonly value: number }[]): void;
  /** `zero(labels)` shows a series before anything has happened. @default buckets of 5 ms to 10 s */
  histogram(definition: MetricDefinition & { readonly buckets?: readonly number[] }): {
    observe(labels: Labels, value: number): void;
    zero(labels: Labels): void;
  };
}

export function ownMetrics(prometheus: typeof Prometheus, registry: Registry): OwnMetrics {
  const common = ({ name, help, labels = [] }: MetricDefinition) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: (definition) => new prometheus.Counter(common(definition)),
    gauge({ name, help }, read) {
      registry.registerMetric(readMetric(name, help, 'gauge', () => read() as Sample[]));
    },
    histogram: ({ buckets, ...definition }) =>
      new prometheus.Histogram({ ...common(definition), ...(buckets && { buckets: [...buckets] }) }),
  };
}
