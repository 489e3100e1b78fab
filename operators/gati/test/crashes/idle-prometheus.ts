import { PrometheusClient } from '@slipway/delivery/prometheus';

/** A Prometheus that has seen every pod it is asked about, and nobody who called one: for pods that only seem to run. */
export function idlePrometheus(): PrometheusClient {
  return new PrometheusClient({
    url: 'http://prometheus.invalid',
    fetch: async (_url, init) => Response.json(idleAnswer(new URLSearchParams(init?.body as URLSearchParams))),
  });
}

/** What it answers to the form of a query. */
export function idleAnswer(form: URLSearchParams): object {
  const query = form.get('query') ?? '';
  const pods = /pod=~"([^"]*)"/.exec(query)?.[1]?.split('|') ?? [];
  const isAboutAge = query.includes('slipway_selector');
  const value = isAboutAge ? 1 : query.includes('sum_over_time(up') ? pods.length : 0;
  return {
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: {}, value: [0, String(value)] }] },
  };
}
