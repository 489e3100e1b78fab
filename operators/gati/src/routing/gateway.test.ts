import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { expect, test } from 'vitest';
import { observeRoutes } from './gateway.ts';

const services = new Map([
  ['users-v1', 'v1'],
  ['users-v2', 'v2'],
]);

const yes = (type: string) => ({ type, status: 'True', observedGeneration: 3 });
const accepted = (name: string) => ({ parentRef: { name }, conditions: [yes('Accepted'), yes('ResolvedRefs')] });

function route(more: { parents?: readonly object[]; wanted?: readonly string[]; rules?: readonly object[] } = {}) {
  const { wanted = ['edge'], parents = wanted.map(accepted) } = more;
  const shared = [
    { name: 'users-v1', weight: 90 },
    { name: 'users-v2', weight: 10 },
  ];
  const rules = more.rules ?? [
    { matches: [{ headers: [{ name: 'x-gati-version', value: 'v2' }] }], backendRefs: [{ name: 'users-v2' }] },
    { matches: [{ path: { value: '/users' } }], backendRefs: shared },
  ];
  return {
    kind: 'HTTPRoute',
    metadata: { name: 'handler-users', namespace: 'shop', generation: 3 },
    spec: { parentRefs: wanted.map((name) => ({ name })), rules },
    status: { parents },
  } satisfies DeploymentResource;
}

const observed = (...routes: DeploymentResource[]) => observeRoutes(routes, services, 7);

test('G-76: what every parent has accepted at this generation is effective', () => {
  expect(observed(route())).toEqual({ value: { weights: { v1: 90, v2: 10 }, generation: 3 }, at: 7 });
  expect(observed(route({ wanted: ['edge', 'inner'] }))).toMatchObject({ value: { weights: { v1: 90, v2: 10 } } });
});

test('G-76: a single receiver has everything, whatever number stands beside it', () => {
  const rules = [{ matches: [{}], backendRefs: [{ name: 'users-v1', weight: 1 }] }];
  expect(observed(route({ rules }))).toMatchObject({ value: { weights: { v1: 100 } } });
});

const parent = (...conditions: object[]) => [{ parentRef: { name: 'edge' }, conditions }];
const no = (type: string) => ({ type, status: 'False', reason: 'BackendNotFound', observedGeneration: 3 });

test.each<[string, Parameters<typeof route>[0], string]>([
  ['no parent has answered', { parents: [] }, 'Gateway edge has not reported'],
  ['one of two parents has not answered', { wanted: ['edge', 'inner'], parents: [accepted('edge')] }, 'Gateway inner'],
  ['it is not accepted', { parents: parent(no('Accepted'), yes('ResolvedRefs')) }, 'Gateway edge: BackendNotFound'],
  ['its references are not resolved', { parents: parent(yes('Accepted'), no('ResolvedRefs')) }, 'BackendNotFound'],
  ['nothing is reported of its references', { parents: parent(yes('Accepted')) }, 'has not reported'],
  [
    'an older generation was accepted',
    { parents: parent({ ...yes('Accepted'), observedGeneration: 2 }, yes('ResolvedRefs')) },
    'has not looked at the last change',
  ],
  [
    'its references were resolved for an older generation',
    { parents: parent(yes('Accepted'), { ...yes('ResolvedRefs'), observedGeneration: 2 }) },
    'has not looked at the last change',
  ],
  ['it leads to nobody known', { rules: [{ matches: [{}], backendRefs: [{ name: 'other' }] }] }, 'other'],
])('G-76: no weight is effective while %s', (_, more, blocker) => {
  expect(observed(route(more)).unknown).toContain(blocker);
});

test('G-76: a condition that names no generation counts for none', () => {
  const { observedGeneration: _generation, ...bare } = yes('Accepted');
  expect(observed(route({ parents: parent(bare, yes('ResolvedRefs')) })).unknown).toContain('has not looked');
});

test('G-76: of several routes all must be accepted', () => {
  expect(observed(route({ rules: [] }), route({ parents: [] })).unknown).toContain('Gateway edge');
  expect(observed().unknown).toBe('there is no HTTPRoute yet');
});

test('G-76: of two parents of one name, in other namespaces or on other listeners, each is asked', () => {
  const two = {
    ...route(),
    spec: {
      parentRefs: [
        { name: 'edge', sectionName: 'http' },
        { name: 'edge', sectionName: 'https' },
      ],
      rules: route().spec.rules,
    },
  };
  const reported = (sectionName: string) => ({ ...accepted('edge'), parentRef: { name: 'edge', sectionName } });
  expect(observed({ ...two, status: { parents: [reported('http')] } }).unknown).toContain('edge');
  expect(observed({ ...two, status: { parents: [reported('http'), reported('https')] } }).value).toBeDefined();
});
