import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crdOf } from '../../test/random-schema.ts';
import { RealServer } from '../../test/real-server.ts';
import { celRules } from '../cel/index.ts';
import { compileSchema, type JsonObject, parseCrd, printProblem } from './index.ts';

const rules = (...list: JsonObject[]) => ({ 'x-kubernetes-validations': list });
const named = (value: JsonObject) => ({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, value },
});
const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };

const SPEC: JsonObject = {
  type: 'object',
  ...rules(
    { rule: '!has(self.min) || !has(self.max) || self.min <= self.max', message: 'min above max', fieldPath: '.min' },
    {
      rule: '!has(self.min) || self.min < 9',
      messageExpression: 'self.min == 9 ? "nine" : "more"',
      reason: 'FieldValueForbidden',
    },
  ),
  properties: {
    min: { type: 'integer' },
    max: { type: 'integer', ...rules({ rule: 'self >= oldSelf', message: 'may only grow' }) },
    once: {
      type: 'string',
      ...rules({ rule: 'oldSelf.hasValue() ? self == oldSelf.value() : self != ""', optionalOldSelf: true }),
    },
    port: { 'x-kubernetes-int-or-string': true, ...rules({ rule: 'type(self) == int ? self > 0 : self != ""' }) },
    list: {
      type: 'array',
      maxItems: 9,
      ...keyed,
      items: named({ type: 'integer', ...rules({ rule: 'self == oldSelf' }) }),
    },
    map: {
      type: 'object',
      maxProperties: 9,
      additionalProperties: {
        type: 'string',
        maxLength: 9,
        ...rules({ rule: 'self.startsWith("a")', reason: 'FieldValueDuplicate' }),
      },
    },
    typed: { type: 'string', maxLength: 3 },
    resource: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
      ...rules({ rule: 'self.kind == "Pod" && self.metadata.name != "x"', reason: 'FieldValueRequired' }),
    },
  },
};
const OLD: JsonObject = { min: 5, max: 5, once: 'a', list: [{ name: 'a', value: 1 }], map: { k: 'bad', l: 'a' } };

const CHANGES: readonly JsonObject[] = [
  OLD,
  { ...OLD, max: 4 },
  { ...OLD, max: 6, min: 9 },
  { ...OLD, once: 'b' },
  { once: '' },
  {
    ...OLD,
    list: [
      { name: 'b', value: 9 },
      { name: 'a', value: 2 },
    ],
  },
  {
    ...OLD,
    list: [
      { name: 'b', value: 9 },
      { name: 'a', value: 1 },
    ],
  },
  { ...OLD, map: { k: 'bad', l: 'bad' } },
  { port: 0 },
  { port: '' },
  { port: 1 },
  { port: 0, typed: 'long' },
  { port: true },
  { resource: { apiVersion: 'v1', kind: 'Job' } },
  { resource: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } } },
  { resource: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'y' } } },
  { resource: { apiVersion: 'v1', kind: 'Pod' } },
];

describeCluster('rules beside a real API server', {}, (cluster) => {
  let server: RealServer;
  beforeAll(() => {
    server = new RealServer(cluster().kubeconfig);
  });
  afterAll(() => server.close());

  it('L-9 KEP-4008: creates and updates are refused for the same rules, with the same words and fields', async () => {
    const crd = crdOf('ruled', { spec: SPEC });
    const loose = crdOf('ruled', { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } });
    await server.install(loose);
    const path = '/apis/schema.example.com/v1/namespaces/default/ruled';
    const object = (spec: JsonObject): JsonObject => ({
      apiVersion: 'schema.example.com/v1',
      kind: 'Ruled',
      metadata: { name: 'x', namespace: 'default' },
      spec,
    });
    const { body: old } = await server.send('POST', path, object(OLD));
    await server.replace(crd, async () => {
      const probe = object({ typed: 'longer' });
      return (await server.send('POST', `${path}?dryRun=All`, probe)).status === 422;
    });
    const compiled = compileSchema(parseCrd(crd), 'v1', { rules: celRules });
    for (const spec of CHANGES) {
      const created = await server.send('POST', `${path}?dryRun=All`, { ...object(spec), metadata: { name: 'y' } });
      expect({ spec, problems: compiled.admit(object(spec)).problems.map(printProblem).toSorted() }).toEqual({
        spec,
        problems: causes(created.body),
      });
      const next: JsonObject = { ...old, spec };
      const updated = await server.send('PUT', `${path}/x?dryRun=All`, next);
      expect({ spec, problems: compiled.admit(next, { old }).problems.map(printProblem).toSorted() }).toEqual({
        spec,
        problems: causes(updated.body),
      });
    }
    await server.remove('ruled.schema.example.com');
  });
});

function causes(body: JsonObject): string[] {
  const { causes = [] } = (body['details'] ?? {}) as { causes?: { field: string; message: string }[] };
  return causes.map(({ field, message }) => `${field}: ${message}`).toSorted();
}
