import { expect, test } from 'vitest';
import { useCluster, widgetDefinition } from '../support/fixture.ts';

const fixture = useCluster();
const NAME = 'io.demo.v1.Widget';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const versionWith = (openAPIV3Schema: object): object => ({ schema: { openAPIV3Schema } });

test('K-33: /openapi/v2 has the definition of every kind, and of a custom one while it is served', async () => {
  const { client } = fixture;
  const before = await client.get('/openapi/v2');
  expect(before.body.definitions['io.k8s.api.core.v1.ConfigMap'].properties.metadata).toMatchObject({
    $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  });
  expect(before.body.definitions[NAME]).toBeUndefined();
  expect((await client.get('/openapi/v2', { headers: { 'if-none-match': `${before.headers.etag}` } })).status).toBe(
    304,
  );
  const schema = {
    type: 'object',
    description: 'A widget',
    properties: {
      plain: { type: 'string', enum: ['a', 'b'] },
      either: { type: 'object', anyOf: [{ required: ['a'] }], properties: { a: { type: 'string' } } },
      nullable: { type: 'array', nullable: true, items: { type: 'string' } },
      open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
    },
    required: ['plain', 'nullable'],
  };
  await client.post(DEFINITIONS, widgetDefinition({}, versionWith(schema)));
  const { [NAME]: shown } = (await client.get('/openapi/v2')).body.definitions;
  expect(shown).toMatchObject({
    type: 'object',
    description: 'A widget',
    required: ['plain'],
    'x-kubernetes-group-version-kind': [{ group: 'demo.io', version: 'v1', kind: 'Widget' }],
  });
  const { plain, either, nullable, open } = shown.properties;
  expect([plain, either, nullable, open]).toEqual([
    { type: 'string', enum: ['a', 'b'] },
    { type: 'object', properties: { a: { type: 'string' } } },
    {},
    { 'x-kubernetes-preserve-unknown-fields': true },
  ]);
  await client.delete(`${DEFINITIONS}/widgets.demo.io`);
  expect((await client.get('/openapi/v2')).body.definitions[NAME]).toBeUndefined();
});

test('K-33: a kind that takes any field shows none, so that clients refuse none', async () => {
  const { client } = fixture;
  await client.post(DEFINITIONS, widgetDefinition());
  expect((await client.get('/openapi/v2')).body.definitions[NAME]).toEqual({
    type: 'object',
    'x-kubernetes-group-version-kind': [{ group: 'demo.io', version: 'v1', kind: 'Widget' }],
  });
  await client.delete(`${DEFINITIONS}/widgets.demo.io`);
});

test('K-33: metadata, and what every object has, come with their prose', async () => {
  const { client } = fixture;
  await client.post(DEFINITIONS, widgetDefinition({}, versionWith({ type: 'object', properties: {} })));
  const { schemas } = (await client.get('/openapi/v3/apis/demo.io/v1')).body.components;
  expect(schemas[NAME].properties.apiVersion.description).toMatch(/^APIVersion defines/);
  expect(schemas[NAME].properties.metadata.description).toMatch(/^Standard object's metadata/);
  const meta = schemas['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'];
  expect(meta.properties.creationTimestamp.description).toMatch(/^CreationTimestamp is a timestamp/);
  await client.delete(`${DEFINITIONS}/widgets.demo.io`);
});
