import { expect, test } from 'vitest';
import type { ReadHandler } from '../cluster/index.ts';
import type { GatiHandlerSpec } from '../types/index.ts';
import { MOST_REPLICAS, readableHandler } from './readable-spec.ts';

const handlerWith = (spec: Partial<GatiHandlerSpec>): ReadHandler => ({
  metadata: { namespace: 'shop', name: 'users' },
  spec: { handlerPath: '/users', version: 'v1', replicas: 1, image: 'users:1', port: 8080, ...spec },
});

test.each<[string, Partial<GatiHandlerSpec>, RegExp]>([
  ['a length of time of an older schema', { traffic: { interval: '-1s' } }, /^spec\.traffic\.interval is "-1s"/],
  ['one in a list', { rollout: { steps: [{ weight: 10, pause: 'soon' }] } }, /^spec\.rollout\.steps\[0\]\.pause/],
  ['a path without a slash', { handlerPath: 'users' }, /^spec\.handlerPath is "users"/],
  ['a path of metrics without a slash', { traffic: { metricsPath: 'metrics' } }, /^spec\.traffic\.metricsPath/],
  ['a match without a slash', { routing: { pathMatch: { type: 'Exact', value: 'a' } } }, /^spec\.routing\.pathMatch/],
  ['a key that is none', { service: { annotations: { 'bad key': 'x', 'a.io/b': 'y' } } }, /has the key "bad key"/],
  ['more replicas than a scaler can have', { replicas: MOST_REPLICAS + 1 }, /^spec\.replicas is 715827883/],
])('G-14: %s is named, and the rest can be acted on', (_, spec, named) => {
  const { handler, problems } = readableHandler(handlerWith(spec));
  expect(problems).toEqual([expect.stringMatching(named)]);
  expect(readableHandler(handler).problems).toEqual([]);
});

test('G-14: a spec that can be acted on is the very same object', () => {
  const handler = handlerWith({
    rollout: { steps: [{ weight: 10, pause: 'manual' }], progressDeadline: '1h30m' },
    service: { annotations: { 'service.beta.kubernetes.io/aws-load-balancer-type': 'nlb', plain: 'x' } },
    routing: { pathMatch: { type: 'RegularExpression', value: '.*' } },
  });
  expect(readableHandler(handler)).toEqual({ handler, problems: [] });
  expect(readableHandler(handler).handler).toBe(handler);
});
