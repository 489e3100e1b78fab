import { canonicalJson } from '@slipway/apimachinery/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GatiHandlerSpec } from '../types/index.ts';
import { templateHashOf, templateOf, triggersOf } from './index.ts';

const spec: GatiHandlerSpec = {
  handlerPath: '/api/users',
  version: 'v1.0.0',
  replicas: 2,
  image: 'my-app:v1.0.0',
  port: 3000,
};

const full: GatiHandlerSpec = {
  ...spec,
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: 1, memory: '512Mi' } },
  env: { B: '2', A: '1' },
  envFrom: [{ secretRef: { name: 'keys' } }],
  command: ['node'],
  args: ['--enable-source-maps', 'main.js'],
  probes: { readiness: { httpGet: { path: '/ready' } }, liveness: { enabled: false } },
  volumes: [{ name: 'tmp', emptyDir: {} }],
  volumeMounts: [{ name: 'tmp', mountPath: '/var/tmp' }],
  tolerations: [{ key: 'gpu', operator: 'Exists' }],
  podAnnotations: { 'example.com/team': 'users' },
  scaling: { minReplicas: 1, maxReplicas: 9, cpu: 70, requestsPerSecond: { target: 12.5 } },
};

describe('templates', () => {
  // These never change: another hash would roll out every handler of every cluster at an upgrade.
  it.each([
    ['the sample', spec, '225704f8b892cdc66560b4692efe87296727027bddf37362ab8a2d6c10572edc'],
    ['one with every kind of field', full, '423f513f6f8c19abeb1a186614a548654faf456f72ff383bb3972b4f6d291bd1'],
    [
      'one with a trigger alone',
      { ...spec, scaling: { cpu: 70 } },
      '898eb411ac23fa117de9f5129617f6aabfa8cee562bcd37256b41b6fbb0e8080',
    ],
  ])('G-31: the hash of %s is what it was in every release', (_title, declared, hash) => {
    expect(templateHashOf(declared)).toBe(hash);
  });

  it('G-31: the snapshot holds what was declared about pods and nothing else', () => {
    const { version: _version, replicas: _replicas, scaling: _scaling, ...pods } = full;
    expect(templateOf(full)).toEqual(pods);
    expect(triggersOf(full.scaling)).toEqual({ cpu: 70, requestsPerSecond: { target: 12.5 } });
    expect(triggersOf({ minReplicas: 1 })).toBeUndefined();
  });

  it.each([
    { version: 'v2' },
    { replicas: 0 },
    { scaling: { ...full.scaling, maxReplicas: 90, minReplicas: 0, warmPool: { minReady: 2 } } },
    { rollout: { strategy: 'direct' } },
    { routing: { weights: 'manual' } },
    { traffic: { interval: '30s' } },
    { decommission: { enabled: false } },
    { service: { type: 'LoadBalancer' } },
    { tags: ['stable'] },
    { transformers: ['v0->v1'] },
    { schema: { statusCode: 200 } },
    { timescape: { breaking: true } },
    { versionHistoryLimit: 3 },
    { imagePullSecrets: [] },
    { nodeSelector: {} },
  ] satisfies Partial<GatiHandlerSpec>[])('G-31: %j makes no other version', (change) => {
    expect(templateHashOf({ ...full, ...change })).toBe(templateHashOf(full));
  });

  it.each([
    { handlerPath: '/api/people' },
    { image: 'my-app:v1.0.1' },
    { port: 3001 },
    { env: { ...full.env, C: '3' } },
    { resources: {} },
    { args: ['main.js'] },
    { probes: { readiness: { httpGet: { path: '/ready' }, periodSeconds: 5 } } },
    { terminationGracePeriodSeconds: 30 },
    { scaling: { ...full.scaling, cpu: 71 } },
    { scaling: { ...full.scaling, memory: 80 } },
    { scaling: { requestsPerSecond: { target: 12.5 } } },
  ] satisfies Partial<GatiHandlerSpec>[])('G-31: %j makes another one', (change) => {
    expect(templateHashOf({ ...full, ...change })).not.toBe(templateHashOf(full));
  });

  it('G-31: the order in which fields are written changes nothing', () => {
    const keys = fc.shuffledSubarray(Object.keys(full), { minLength: Object.keys(full).length });
    fc.assert(
      fc.property(keys, (order) => {
        const shuffled = Object.fromEntries(order.map((key) => [key, full[key as keyof typeof full]]));
        expect(templateHashOf(shuffled as GatiHandlerSpec)).toBe(templateHashOf(full));
      }),
      { numRuns: 1000 },
    );
  });

  it('G-31: equal values and no others have equal canonical text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(JSON.parse(canonicalJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same(one, other));
      }),
      { numRuns: 1000 },
    );
    expect(canonicalJson({ b: [{ z: 1, a: undefined }], a: null })).toBe('{"a":null,"b":[{"z":1}]}');
  });
});

function same(one: unknown, other: unknown): boolean {
  try {
    expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
    return true;
  } catch {
    return false;
  }
}
