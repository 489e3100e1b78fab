import { expect, test } from 'vitest';
import { decided, type ObservationSketch, observationOf, type Sketch, time } from '../../test/world.ts';
import { versionObjectName, versionSelector } from '../names/index.ts';

interface Rule {
  readonly matches: readonly {
    readonly path: unknown;
    readonly headers?: readonly { name: string; value: string }[];
  }[];
  readonly backendRefs: readonly { readonly name: string; readonly weight?: number }[];
}

const gateway = { name: 'edge' };
const serviceOf = (id: string): string => versionObjectName('users', id);

function routed(sketch: ObservationSketch) {
  const { spec, ...rest } = sketch;
  const decision = decided(observationOf({ ...rest, spec: { ...spec, routing: { gateway, ...spec?.routing } } }));
  const routes = decision.objects.filter(({ kind }) => kind === 'HTTPRoute');
  const rules = routes.flatMap((route) => (route.spec as { rules: Rule[] }).rules);
  return { routes, rules, objects: decision.objects };
}

/** From a header's value to the Service that it leads to. */
function ways(rules: readonly Rule[]): Record<string, string | undefined> {
  const byHeader = rules.flatMap(({ matches, backendRefs }) =>
    matches.flatMap(({ headers = [] }) => headers.map(({ value }) => [value, backendRefs[0]?.name] as const)),
  );
  return Object.fromEntries(byHeader);
}

const sharedRules = (rules: readonly Rule[]): Rule[] => rules.filter(({ matches }) => !matches[0]?.headers);
const released = { releasedAt: time(0) };

const five: readonly Sketch[] = [
  { id: 'v1', stage: 'Draining', status: { ...released, drainingSince: time(0) } },
  { id: 'v2', weight: 30, declares: 30, stage: 'Serving' },
  { id: 'v3', weight: 70, stage: 'Current' },
  { id: 'v4', declares: 0, stage: 'Staged' },
  { id: 'v5', declares: 0, stage: 'HeaderOnly', isBreaking: true },
];

test('G-73 G-37: each live version is reached by its header, Draining and HeaderOnly ones too, and the rest is shared', () => {
  const { rules, routes } = routed({ versions: five, target: 'v3' });
  expect(routes).toHaveLength(1);
  expect(ways(rules)).toEqual(Object.fromEntries(five.map(({ id }) => [id, serviceOf(id)])));
  const [shared, ...more] = sharedRules(rules);
  expect(more).toEqual([]);
  expect(shared?.backendRefs.map(({ name, weight }) => [name, weight])).toEqual([
    [serviceOf('v2'), 30],
    [serviceOf('v3'), 70],
  ]);
});

test('G-101: what is being removed or is gone is reached by nobody', () => {
  const { rules } = routed({
    versions: [
      { id: 'v0', stage: 'Decommissioned', pods: undefined, status: released },
      { id: 'v1', weight: 100, stage: 'Current' },
    ],
  });
  expect(ways(rules)).toEqual({ v1: serviceOf('v1') });
});

test('G-73: names of headers come from the spec', () => {
  const { rules } = routed({
    versions: [{ id: 'v1', weight: 100, stage: 'Current' }],
    spec: { routing: { headers: ['x-release', 'x-version'] } },
  });
  expect(rules[0]?.matches.map(({ headers }) => headers?.[0]?.name)).toEqual(['x-release', 'x-version']);
});

test('G-73: a bare id leads to its newest build that was released', () => {
  const versions: Sketch[] = [
    { id: 'v1+aaaaaa', stage: 'Serving', weight: 40, declares: 40 },
    { id: 'v1+bbbbbb', stage: 'Current', weight: 60 },
    { id: 'v1+cccccc', stage: 'Staged' },
  ];
  const { rules } = routed({ versions, target: 'v1+bbbbbb', spec: { version: 'v1' } });
  expect(ways(rules)['v1']).toBe(serviceOf('v1+bbbbbb'));
});

test('G-73: while the bare id has a version of its own that serves, a newer build of it takes over once it is released', () => {
  const versions: Sketch[] = [
    { id: 'v1', stage: 'Serving', weight: 40, declares: 40 },
    { id: 'v1+bbbbbb', stage: 'Current', weight: 60 },
  ];
  const { rules } = routed({ versions, target: 'v1+bbbbbb', spec: { version: 'v1' } });
  expect(ways(rules)['v1']).toBe(serviceOf('v1+bbbbbb'));
});

test('G-73: the stable Service selects the stable version, before the first release the target', () => {
  const selectorOf = (sketch: ObservationSketch) => {
    const { objects } = routed(sketch);
    const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'handler-users');
    return (service?.spec as { selector?: unknown } | undefined)?.selector;
  };
  expect(selectorOf({ versions: [{ id: 'v1', stage: 'Waiting' }] })).toEqual(versionSelector('users', 'v1'));
  expect(selectorOf({ versions: five, target: 'v3' })).toEqual(versionSelector('users', 'v3'));
});

test('G-74: 40 live versions fit into routes of 16 rules, each with its header and all with one path', () => {
  const versions = Array.from(
    { length: 40 },
    (_, index): Sketch =>
      index === 39
        ? { id: `v${index}`, weight: 100, stage: 'Current' }
        : { id: `v${index}`, declares: 0, stage: 'Staged' },
  );
  const { routes, rules } = routed({ versions });
  for (const route of routes) expect((route.spec as { rules: Rule[] }).rules.length).toBeLessThanOrEqual(16);
  expect(Object.keys(ways(rules))).toHaveLength(40);
  expect(sharedRules(rules)).toHaveLength(1);
  expect(routes.map(({ metadata }) => metadata.name)).toEqual(['handler-users', 'handler-users-2', 'handler-users-3']);
});

test('G-75: the path is the literal beginning of the handler’s, or what was given', () => {
  const pathOf = (handlerPath: string, pathMatch?: { type: 'RegularExpression'; value: string }) => {
    const routing = pathMatch ? { pathMatch } : {};
    const { rules } = routed({
      versions: [{ id: 'v1', weight: 100, stage: 'Current' }],
      spec: { handlerPath, routing },
    });
    return rules[0]?.matches[0]?.path;
  };
  expect(pathOf('/users/:id')).toEqual({ type: 'PathPrefix', value: '/users' });
  expect(pathOf('/users/:id/orders')).toEqual({ type: 'PathPrefix', value: '/users' });
  expect(pathOf('/:anything')).toEqual({ type: 'PathPrefix', value: '/' });
  const given = { type: 'RegularExpression', value: '/users/[0-9]+' } as const;
  expect(pathOf('/users/:id', given)).toEqual(given);
});

test('G-75 G-79: while nothing may be routed, the routes that are there stay as they are', () => {
  const observed = observationOf({
    versions: [{ id: 'v1', weight: 100, stage: 'Current' }],
    spec: { routing: { gateway } },
  });
  const [present] = decided(observed).route.objects;
  const problem = { reason: 'PathConflict', message: 'GatiHandler shop/older has it.' };
  const none = decided({ ...observed, route: { ...observed.route, problem } });
  expect(none.route.objects).toEqual([]);
  expect(none.status.conditions).toContainEqual(
    expect.objectContaining({ type: 'Routed', status: 'False', ...problem }),
  );
  expect(none.wakeAt).toBe(observed.now + 30_000);
  const kept = decided({ ...observed, route: { ...observed.route, problem, routes: present ? [present] : [] } });
  expect(kept.route.objects).toEqual([present]);
});
