import { describe, expect, test } from 'vitest';
import type { Backend, Route, RouteMatch } from '../model/index.ts';
import { manifestsOf, problemsOf } from './generate.ts';

const gateways = [{ name: 'public', namespace: 'gateways' }];
const backend = (service: string, weight?: number): Backend => ({
  service,
  port: 80,
  ...(weight !== undefined && { weight }),
});
const of = (route: Partial<Route>) => ({
  name: 'handler-orders',
  namespace: 'shop',
  route: { gateways, rules: [{ backends: [backend('orders')] }], ...route },
});
const problems = (route: Partial<Route>) => problemsOf(of(route)).map(({ code, field }) => `${code} ${field}`);
const withBackends = (...backends: Backend[]) => problems({ rules: [{ backends }] });
const withMatch = (match: RouteMatch) => problems({ rules: [{ matches: [match], backends: [backend('a')] }] });

describe('routes', () => {
  test('G-73: a header leads to its version, all else is shared by weight', () => {
    const path = { value: '/orders' };
    const rules = [
      { matches: [{ path, headers: [{ name: 'x-gati-version', value: '2.0' }] }], backends: [backend('v2')] },
      { matches: [{ path }], backends: [backend('v1', 90), backend('v2', 10)] },
    ];
    expect(manifestsOf(of({ hostnames: ['shop.example.com'], rules }))).toEqual([
      {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: {
          name: 'handler-orders',
          namespace: 'shop',
          labels: { 'app.kubernetes.io/instance': 'handler-orders' },
        },
        spec: {
          parentRefs: gateways,
          hostnames: ['shop.example.com'],
          rules: [
            {
              matches: [
                {
                  path: { type: 'PathPrefix', value: '/orders' },
                  headers: [{ type: 'Exact', name: 'x-gati-version', value: '2.0' }],
                },
              ],
              backendRefs: [{ name: 'v2', port: 80 }],
            },
            {
              matches: [{ path: { type: 'PathPrefix', value: '/orders' } }],
              backendRefs: [
                { name: 'v1', port: 80, weight: 90 },
                { name: 'v2', port: 80, weight: 10 },
              ],
            },
          ],
        },
      },
    ]);
  });

  test('G-74: forty rules need three routes, each with a name that fits', () => {
    const rules = Array.from({ length: 40 }, (_, n) => ({ backends: [backend(`v${n}`)] }));
    const routes = manifestsOf(of({ rules }));
    expect(routes.map(({ metadata }) => metadata.name)).toEqual([
      'handler-orders',
      'handler-orders-2',
      'handler-orders-3',
    ]);
    expect(routes.map((route) => route.kind === 'HTTPRoute' && route.spec.rules.length)).toEqual([16, 16, 8]);
    const long = manifestsOf({ ...of({ rules }), name: 'n'.repeat(63) }).map(({ metadata }) => metadata.name);
    expect(new Set(long.map((name) => name.length))).toEqual(new Set([63]));
    expect(new Set(long).size).toBe(3);
  });

  test('G-74: more than 16 cannot share one rule', () => {
    const backends = Array.from({ length: 17 }, (_, n) => backend(`v${n}`, n < 15 ? 6 : 5));
    expect(withBackends(...backends)).toEqual(['WORKLOAD_ROUTE route.rules[0].backends']);
  });

  test('G-73: weights are whole percents that add up', () => {
    const refused = ['WORKLOAD_WEIGHTS route.rules[0].backends'];
    expect(withBackends(backend('a', 50), backend('b', 50))).toEqual([]);
    expect(withBackends(backend('a', 100), backend('b', 0))).toEqual([]);
    expect(withBackends(backend('a', 50), backend('b', 49))).toEqual(refused);
    expect(withBackends(backend('a', 50), backend('b'))).toEqual(refused);
    expect(withBackends(backend('a'), backend('b'))).toEqual(refused);
    expect(withBackends(backend('a', 90))).toEqual(refused);
    expect(withBackends(backend('a', 110), backend('b', -10))).toEqual([
      'WORKLOAD_WEIGHTS route.rules[0].backends[0].weight',
      'WORKLOAD_WEIGHTS route.rules[0].backends[1].weight',
    ]);
  });

  test.each<[string, RouteMatch, string]>([
    ['half a path', { path: { value: 'orders' } }, 'path.value'],
    ['a path with a query', { path: { value: '/orders?a' } }, 'path.value'],
    ['a path that climbs', { path: { value: '/a/../b' } }, 'path.value'],
    ['a header with a space', { headers: [{ name: 'x version', value: '1' }] }, 'headers[0].name'],
    ['an empty header', { headers: [{ name: 'x', value: '' }] }, 'headers[0].value'],
    [
      'a header with two values',
      {
        headers: [
          { name: 'X-Version', value: '1' },
          { name: 'x-version', value: '2' },
        ],
      },
      'headers[1].name',
    ],
  ])('G-75: refuses %s', (_, match, field) => {
    expect(withMatch(match)).toEqual([`WORKLOAD_ROUTE route.rules[0].matches[0].${field}`]);
  });

  test('G-73: refuses a route that leads nowhere or comes from nowhere', () => {
    expect(problems({ gateways: [] })).toEqual(['WORKLOAD_ROUTE route.gateways']);
    expect(problems({ rules: [] })).toEqual(['WORKLOAD_ROUTE route.rules']);
    expect(withBackends()).toEqual(['WORKLOAD_ROUTE route.rules[0].backends']);
    expect(problems({ hostnames: ['Shop.example.com', '*.example.com'] })).toEqual([
      'WORKLOAD_ROUTE route.hostnames[0]',
    ]);
  });
});
