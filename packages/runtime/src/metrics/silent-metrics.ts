import { silentObserver } from '../controller/index.ts';
import type { Metrics } from './metrics.ts';

/** Where nothing serves the page, nothing is counted for it, and the metrics library is not loaded. */
export function silentMetrics(): Metrics {
  const names = new Set<string>();
  const declare = ({ name }: { readonly name: string }): void => {
    // As on a page: a name that stands twice is found before there is one.
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
        declare(definition);
        return { observe: nothing, zero: nothing };
      },
    },
    page: async () => ({ status: 404, body: '', contentType: 'text/plain' }),
  };
}
