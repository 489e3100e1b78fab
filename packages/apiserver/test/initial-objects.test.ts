import { afterEach, expect, test } from 'vitest';
import { type ApiServer, type InitialObject, startApiServer } from '../src/index.ts';
import { TestClient } from './support/client.ts';
import { WIDGETS, widget, widgetDefinition } from './support/objects.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function startWith(...objects: InitialObject[]): Promise<ApiServer> {
  const server = await startApiServer({ objects });
  ends.push(() => server.stop());
  return server;
}

test('a server begins with a definition, and with objects of its kind', async () => {
  const named = { ...widget('one'), metadata: { name: 'one', namespace: 'default' } };
  const server = await startWith(
    {
      ...widgetDefinition(),
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.demo.io' },
    },
    { ...named, apiVersion: 'demo.io/v1', kind: 'Widget' },
  );
  const client = new TestClient(server);
  ends.push(() => client.close());
  expect((await client.get(`${WIDGETS}/one`)).body).toMatchObject({ kind: 'Widget', metadata: { name: 'one' } });
});

test.each<[string, InitialObject, string]>([
  [
    'of a namespace that is absent',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'gone' } },
    'ConfigMap "gone/a": namespaces "gone" not found',
  ],
  [
    'without the namespace that its kind needs',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
    'ConfigMap "a": metadata.namespace is missing',
  ],
  [
    'with a namespace that its kind has not',
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', namespace: 'default' } },
    'Node "default/a": metadata.namespace is set',
  ],
  [
    'that a client could not make',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'A', namespace: 'default' } },
    'ConfigMap "default/A": ConfigMap "A" is invalid',
  ],
  [
    'of a kind that is not served',
    { apiVersion: 'demo.io/v1', kind: 'Widget', metadata: { name: 'a' } },
    'Widget "a": demo.io/v1 has no such kind',
  ],
])('an object %s fails the start with a code and its name', async (_, object, message) => {
  const error = await startWith(object).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'ApiServerError', code: 'APISERVER_START' });
  expect(error).toHaveProperty('message', expect.stringContaining(message));
});
