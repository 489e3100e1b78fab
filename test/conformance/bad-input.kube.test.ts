import { describe, test, vi } from 'vitest';
import { get, send, useServers } from './compared.ts';
import type { Asked } from './server.ts';

const servers = useServers();

const MAPS = '/api/v1/namespaces/default/configmaps';
const GADGETS = '/apis/twin.test/v1/namespaces/default/gadgets';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const map = (name: string, rest: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...rest });

/** What the other parser says is in the words of its language; that it refuses is what counts. */
const refusal = (body: unknown): unknown => {
  const { message, ...rest } = body as { message?: string };
  return { ...rest, message: message?.split(/: (?:json|yaml|protobuf|error)/)[0]?.slice(0, 60) };
};

const BROKEN_JSON = [
  '',
  ' ',
  '{',
  '{"kind":"ConfigMap",}',
  "{'kind':'ConfigMap'}",
  '{"kind":"ConfigMap" "apiVersion":"v1"}',
  '[1,',
  'nul',
  '"\u0001"',
  '{"metadata":{"name":"\\u12"}}',
  '{"a":01}',
  '{"a":1}{"b":2}',
  '[]',
  '"text"',
  '17',
  'true',
  '{"kind":"ConfigMap","apiVersion":"v1","metadata":[]}',
  '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":{}}}',
  '{"kind":"ConfigMap","apiVersion":"v2","metadata":{"name":"x"}}',
  '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x"}}',
  '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x"},"data":{"a":1}}',
];

describe('input that is no good', () => {
  test.each(BROKEN_JSON)('L-1 K-72 K-89: a body of %j is refused in the same words', (body) =>
    servers.compare(send('POST', `${MAPS}?dryRun=All`, body)),
  );

  test.each(['{', '[]', '"text"', 'nul'])('L-9 K-91: and so is one of a custom kind: %j', (body) =>
    servers.compare(send('POST', `${GADGETS}?dryRun=All`, body)),
  );

  test.each(['a: [', '\tb', '%', '- 1', 'x'])('L-1 K-8: YAML of %j is refused', (body) =>
    servers.compare(send('POST', `${MAPS}?dryRun=All`, body, 'application/yaml'), refusal),
  );

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['another prefix', Buffer.from('k8z\0')],
    ['the prefix alone', Buffer.from('k8s\0')],
    ['a length that is not there', Buffer.from([0x6b, 0x38, 0x73, 0, 0x0a, 0xff])],
    ['a wrong wire type', Buffer.from([0x6b, 0x38, 0x73, 0, 0x0f])],
    ['endless numbers', Buffer.concat([Buffer.from('k8s\0'), Buffer.alloc(64, 0xff)])],
  ])('L-13 K-2 K-4: protobuf with %s is a 400', (_what, body) =>
    servers.compare(send('POST', `${MAPS}?dryRun=All`, body, PROTOBUF), refusal),
  );

  test('L-6 K-94 K-95: patches that are none, or of no type', async () => {
    await servers.compareAll([
      send('POST', MAPS, map('p', { data: { a: '1' } })),
      send('PATCH', `${MAPS}/p`, '{', MERGE),
      send('PATCH', `${MAPS}/p`, '[1]', MERGE),
      send('PATCH', `${MAPS}/p`, 'null', MERGE),
      send('PATCH', `${MAPS}/p`, '"x"', STRATEGIC),
      send('PATCH', `${MAPS}/p`, '{"data":{"$patch":"nix"}}', STRATEGIC),
      send('PATCH', `${MAPS}/p`, '{}', JSON_PATCH),
      send('PATCH', `${MAPS}/p`, '[1]', JSON_PATCH),
      send('PATCH', `${MAPS}/p`, '[{"op":1}]', JSON_PATCH),
      send('PATCH', `${MAPS}/p`, '[{"op":"test","path":"/data/a","value":"2"}]', JSON_PATCH),
      send('PATCH', `${MAPS}/p`, '[{"op":"remove","path":"/nope"}]', JSON_PATCH),
      send('PATCH', `${MAPS}/p`, '[{"op":"jump","path":"/data"}]', JSON_PATCH),
      send('PATCH', `${MAPS}/p`, '{}', 'application/json'),
      send('PATCH', `${MAPS}/p`, '{}', 'text/plain'),
      send('PATCH', `${MAPS}/p`, '{}', 'application/nonsense'),
      send('PATCH', `${GADGETS}/p`, '{}', STRATEGIC),
      send('PATCH', `${MAPS}/p?fieldManager=m`, '[]', 'application/apply-patch+yaml'),
      send('PATCH', `${MAPS}/p?fieldManager=m`, '{}', 'application/apply-patch+yaml'),
      send('PATCH', `${MAPS}/p`, map('p'), 'application/apply-patch+yaml'),
    ]);
  });

  test('K-95 K-96: methods and types that nobody serves', async () => {
    const bare = (method: string, path: string): Asked => ({ method, path });
    await servers.compareAll([
      bare('PUT', MAPS),
      bare('PATCH', MAPS),
      bare('POST', `${MAPS}/p`),
      bare('DELETE', '/api/v1/namespaces'),
      bare('PUT', '/api/v1/namespaces/default/pods/p/log'),
      bare('GET', '/api/v1/namespaces/default/pods/p/binding'),
      send('POST', MAPS, 'kind: ConfigMap', 'text/yaml'),
      send('POST', MAPS, '{}', 'application/x-www-form-urlencoded'),
    ]);
  });

  test('K-81 K-82: groups, resources and paths that are not there', () =>
    servers.compareAll(
      [
        '/apis/nope.io',
        '/apis/nope.io/v1/things',
        '/apis/apps/v9/deployments',
        '/apis/apps/v1/nopes',
        '/api/v1/nopes/x',
        '/api/v1/namespaces/default/pods/p/nope',
        '/api/v1/namespaces/default/pods/p/log/more',
        '/nope',
        '/api/v7',
        '/apis/apps/v1/namespaces/default/deployments/x/scale/y',
      ].map((path) => get(path)),
    ));

  test('L-1: absurd headers, queries and paths', () =>
    servers.compareAll([
      get(`${MAPS}?${'a=b&'.repeat(2_000)}`),
      get(`${MAPS}?labelSelector=${'x'.repeat(300)}`),
      get(`${MAPS}?limit=99999999999999999999`),
      get(`${MAPS}/${'n'.repeat(5_000)}`),
      get(`${MAPS}/${encodeURIComponent('ü')}`),
      { method: 'GET', path: MAPS, headers: { 'x-long': 'y'.repeat(10_000) } },
      { method: 'GET', path: MAPS, headers: { accept: `${'a/b,'.repeat(500)}application/json` } },
      { method: 'GET', path: MAPS, headers: { 'if-match': '"x"', range: 'bytes=0-1' } },
    ]));

  test('L-1: ten megabytes are too much, in any form', async () => {
    const large = 'x'.repeat(10 * 1024 * 1024);
    // A real server may end the connection while the rest of the body is on its way: then it is asked again.
    for (const asked of [
      send('POST', MAPS, map('large', { data: { large } })),
      send('PATCH', `${MAPS}/p`, { data: { large } }, MERGE),
      send('POST', MAPS, Buffer.concat([Buffer.from('k8s\0'), Buffer.from(large)]), PROTOBUF),
    ]) {
      await vi.waitFor(() => servers.compare(asked));
    }
  });
});
