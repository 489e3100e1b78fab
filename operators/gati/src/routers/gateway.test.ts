import type { DeploymentResource, SplitPlan } from '@gati-framework/contracts/deployment';
import { describe, expect, test } from 'vitest';
import { handlerLabels, handlerSelector } from '../names/index.ts';
import { gatewayRoutes, observeRoutes } from './gateway.ts';

const identity = {
  name: 'handler-users',
  namespace: 'shop',
  labels: handlerLabels('users'),
  selector: handlerSelector('users'),
  annotations: {},
};
const planOf = (weights: Readonly<Record<string, number>>): SplitPlan => ({
  handler: { kind: 'GatiHandler', namespace: 'shop', name: 'users' },
  versions: Object.entries(weights).map(([versionId, weight]) => ({
    version: { namespace: 'shop', handler: 'users', versionId },
    weight,
    service: { name: `users-${versionId}`, port: 80 },
  })),
  match: { path: { type: 'PathPrefix', value: '/users' }, headers: ['x-gati-version'] },
  gateway: { name: 'public', namespace: 'gateways' },
});

interface Rule {
  readonly matches: readonly { readonly headers?: readonly { readonly value: string }[] }[];
  readonly backendRefs: readonly { readonly name: string; readonly weight?: number }[];
}
const rulesOf = (route: DeploymentResource): readonly Rule[] => (route.spec as { rules: Rule[] }).rules;

/** What a Gateway writes into the status of a route. */
function answered(route: DeploymentResource, change: { generation?: number; accepted?: string } = {}) {
  const { generation = 3, accepted = 'True' } = change;
  const conditions = [
    { type: 'Accepted', status: accepted, reason: 'NoMatchingParent', observedGeneration: generation },
    { type: 'ResolvedRefs', status: 'True', observedGeneration: generation },
  ];
  const status = { parents: [{ parentRef: { name: 'public' }, conditions }] };
  return { ...route, metadata: { ...route.metadata, generation: 3 }, status };
}

describe('routes of a Gateway', () => {
  test('G-73: every live version has a rule of its header; one rule shares the rest between those with weight', () => {
    const [route, ...more] = gatewayRoutes(planOf({ v1: 80, v2: 20, v3: 0 }), identity, new Map([['v2', 'v1']]));
    expect(more).toEqual([]);
    expect(route?.metadata).toMatchObject({ name: 'handler-users', labels: { 'gati.dev/handler': 'users' } });
    const rules = rulesOf(route as DeploymentResource);
    const asked = rules.flatMap(({ matches, backendRefs }) =>
      matches.flatMap(({ headers = [] }) => headers.map(({ value }) => [value, backendRefs[0]?.name])),
    );
    expect(asked).toEqual(
      expect.arrayContaining([
        ['v1', 'users-v1'],
        ['v3', 'users-v3'],
      ]),
    );
    const shared = rules.find(({ matches }) => matches.every(({ headers = [] }) => headers.length === 0));
    expect(shared?.backendRefs.map(({ name, weight }) => [name, weight])).toEqual([
      ['users-v1', 80],
      ['users-v2', 20],
    ]);
  });

  test('G-74: forty live versions need further routes, none over sixteen rules', () => {
    const weights = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, index === 0 ? 100 : 0]));
    const routes = gatewayRoutes(planOf(weights), identity, new Map());
    expect(routes.map(({ metadata }) => metadata.name)).toEqual([
      'handler-users',
      'handler-users-2',
      'handler-users-3',
    ]);
    expect(Math.max(...routes.map((route) => rulesOf(route).length))).toBeLessThanOrEqual(16);
    expect(routes.reduce((sum, route) => sum + rulesOf(route).length, 0)).toBe(41);
  });

  test.each([
    ['has accepted them as they are', {}, { v1: 80, v2: 20 }],
    ['has not looked at the last change', { generation: 2 }, undefined],
    ['refuses them', { accepted: 'False' }, undefined],
  ])('G-76: weights count when the Gateway %s', (_title, change, weights) => {
    const routes = gatewayRoutes(planOf({ v1: 80, v2: 20 }), identity, new Map()).map((one) => answered(one, change));
    const services = new Map([
      ['users-v1', 'v1'],
      ['users-v2', 'v2'],
    ]);
    const seen = observeRoutes(routes, services, 5);
    expect(seen.unknown === undefined ? seen.value.weights : undefined).toEqual(weights);
  });
});
