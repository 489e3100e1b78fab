import type { JsonObject } from '@slipway/crd/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handlerSpecs, moduleSpecs } from '../../test/convert/arbitraries.ts';
import { RUNS } from '../../test/runs.ts';
import { gatiHandlers, gatiModules } from '../types/index.ts';
import { convert } from './convert.ts';
import { madeOf } from './made.ts';

/** Each is a hundred conversions' worth of objects. */
const CONVERSIONS = { numRuns: Math.ceil(RUNS.numRuns / 100) };

const names = fc.constantFrom('users', 'user-handler', 'a', 'very-long-name-of-a-handler-that-is-cut-somewhere');

function resourceOf(kind: string, name: string, spec: object): JsonObject {
  return { apiVersion: 'gati.dev/v1alpha1', kind, metadata: { name, namespace: 'shop' }, spec: spec as JsonObject };
}

const objectsOf = (resource: JsonObject): JsonObject[] =>
  Object.values(madeOf(resource).objects as Record<string, JsonObject>);

/** The converted resource gives the same objects, has nothing to report, is admitted, and is the end of the way. */
function expectComesBack(resource: JsonObject): void {
  const made = madeOf(resource);
  fc.pre(made.problems.length === 0);
  const { resources, findings, problems } = convert(objectsOf(resource));
  expect(problems).toEqual([]);
  expect(findings.map(({ object: _object, ...finding }) => finding)).toEqual([]);
  const [back = {}] = resources;
  expect(back['metadata']).toEqual(resource['metadata']);
  expect(madeOf(back).objects).toEqual(made.objects);
  const { schema } = back['kind'] === 'GatiModule' ? gatiModules.kinds.v1alpha1 : gatiHandlers.kinds.v1alpha1;
  expect(schema.admit(back)).toMatchObject({ problems: [], unknownFields: [] });
  expect(convert(objectsOf(back)).resources).toEqual([back]);
}

test('G-190: what the operator makes of a handler converts back to it', () => {
  fc.assert(
    fc.property(names, handlerSpecs, (name, spec) => expectComesBack(resourceOf('GatiHandler', name, spec))),
    CONVERSIONS,
  );
});

test('G-190: what the operator makes of a module converts back to it', () => {
  fc.assert(
    fc.property(names, moduleSpecs, (name, spec) => expectComesBack(resourceOf('GatiModule', name, spec))),
    CONVERSIONS,
  );
});

test.each([
  { handlerPath: '/api/users', version: 'v1.0.0', replicas: 2, image: 'my-app:v1.0.0', port: 3000 },
  {
    handlerPath: '/users/:id',
    version: 'tsv:1700000000-users-001',
    replicas: 3,
    image: 'users:2',
    port: 8080,
    env: { LEVEL: 'debug' },
    envFrom: [{ secretRef: { name: 'users' } }],
    probes: { readiness: { httpGet: { path: '/ready' }, periodSeconds: 2 }, liveness: { enabled: false } },
    resources: { limits: { memory: '2Gi' } },
    securityContext: { runAsUser: 2000 },
    service: { type: 'LoadBalancer', port: 80 },
    podAnnotations: { 'example.com/team': 'users' },
  },
])('G-190: a handler that says no more than it must comes back word for word: $version', (spec) => {
  const resource = resourceOf('GatiHandler', 'users', spec);
  expect(convert(objectsOf(resource)).resources).toEqual([resource]);
});
