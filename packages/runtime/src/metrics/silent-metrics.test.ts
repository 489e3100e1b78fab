import { describe, expect, it } from 'vitest';
import { createMetrics } from './index.ts';

describe('metrics that nobody serves', () => {
  it('R-150: take what an operator counts, and refuse a name that stands twice as a page does', async () => {
    for (const isServed of [true, false]) {
      const { own } = await createMetrics({ isServed });
      const definition = { name: 'widgets_total', help: 'Widgets.', labels: ['colour'] };
      own.counter(definition).inc({ colour: 'red' });
      own.histogram({ ...definition, name: 'widget_seconds' }).observe({ colour: 'red' }, 1);
      own.gauge({ ...definition, name: 'widgets' }, () => []);
      const twice = 'A metric with the name widgets_total has already been registered.';
      expect(() => own.counter(definition)).toThrow(twice);
      expect(() => own.histogram(definition)).toThrow(twice);
      expect(() => own.gauge(definition, () => [])).toThrow(twice);
    }
  });
});
