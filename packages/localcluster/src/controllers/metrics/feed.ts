/** What a test says that a metrics pipeline would measure. Autoscalers read it at their next look. */
export interface MetricsFeed {
  x?: never;
}

export function createMetricsFeed(): MetricsFeed {
  return {};
}
