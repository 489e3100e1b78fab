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

  it.each([
    [{ name: 'widgets-total' }, 'Invalid metric name'],
    [{ name: '2widgets' }, 'Invalid metric name'],
    [{ name: '' }, 'Missing mandatory name parameter'],
    [{ help: '' }, 'Missing mandatory help parameter'],
    [{ labels: ['colour', 'the-size'] }, 'Invalid label name'],
    [{ labels: ['a:b'] }, 'Invalid label name'],
    [{ labels: [''] }, 'Invalid label name'],
  ])('R-150: refuse what a page refuses, in the same words: %j', async (part, message) => {
    for (const isServed of [true, false]) {
      const { own } = await createMetrics({ isServed });
      const definition = { name: 'widgets_total', help: 'Widgets.', ...part };
      expect(() => own.counter(definition)).toThrow(message);
      expect(() => own.histogram(definition)).toThrow(message);
    }
  });

  it('R-150: refuse the label of the buckets on a histogram alone, as a page does', async () => {
    for (const isServed of [true, false]) {
      const { own } = await createMetrics({ isServed });
      const definition = { name: 'widgets', help: 'Widgets.', labels: ['le'] };
      own.counter(definition);
      expect(() => own.histogram({ ...definition, name: 'sizes' })).toThrow('le is a reserved label keyword');
    }
  });
});
