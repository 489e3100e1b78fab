import { silentObserver } from '../controller/index.ts';
import type { Metrics } from './metrics.ts';
import type { MetricDefinition } from './own-metrics.ts';

// As the metrics library has them, which is not loaded for it.
const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Where nothing serves the page, nothing is counted for it, and the metrics library is not loaded. */
export function silentMetrics(): Metrics {
  const names = new Set<string>();
  // As on a page, and in its words: what it would refuse is found before there is one.
  const declare = ({ name, help, labels = [] }: MetricDefinition): void => {
    if (!help) throw new Error('Missing mandatory help parameter');
    if (!name) throw new Error('Missing mandatory name parameter');
    if (!METRIC_NAME.test(name)) throw new Error('Invalid metric name');
    if (!labels.every((label) => LABEL_NAME.test(label))) throw new Error('Invalid label name');
    if (names.has(name)) throw new Error(`A metric with the name ${name} has already been registered.`);
    names.add(name);
  };
  const nothing = (): void => {};
  return {
    controller: () => ({ observer: silentObserver, gate: { onSkip: nothing, onFailOpen: nothing }, watch: nothing }),
    election: () => ({ leading: nothing, slowPath: nothing }),
    cluster: nothing,
    forgetCluster: nothing,
    eventDropped: nothing,
    eventLoopHeld: nothing,
    own: {
      counter(definition) {
        declare(definition);
        return { inc: nothing };
      },
      gauge: declare,
      histogram(definition) {
        if (definition.labels?.includes('le')) throw new Error('le is a reserved label keyword');
        declare(definition);
        return { observe: nothing, zero: nothing };
      },
    },
    page: async () => ({ status: 404, body: '', contentType: 'text/plain' }),
  };
}
