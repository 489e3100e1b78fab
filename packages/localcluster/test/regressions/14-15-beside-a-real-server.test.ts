import { once } from 'node:events';
import { connect } from 'node:tls';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, POD_SPEC, useCluster, WIDGETS, widget, widgetDefinition } from '../support/fixture.ts';

const clock = new FakeClock();
const fixture = useCluster(() => ({ clock }));
const withControllers = useCluster(() => ({ controllers: true }));
const later = new FakeClock();
const withTime = useCluster(() => ({ controllers: true, clock: later }));
const NAMESPACES = '/api/v1/namespaces';
const NOT_SERVED = 'the server could not find the requested resource';

describe('a namespace in deletion', () => {
  const n = `${NAMESPACES}/doomed`;
  const conditions = async (): Promise<string[]> =>
    (await fixture.client.get(n)).body.status.conditions.map(
      (one: { type: string; status: string; message: string }) => `${one.type} ${one.status} ${one.message}`,
    );
  const names = async (plural: string): Promise<string[]> =>
    (await fixture.client.get(`${n}/${plural}`)).body.items.map(
      (one: { metadata: { name: string } }) => one.metadata.name,
    );

  test('L-7: loses its pods first, then the rest, and reports what is left in five conditions', async () => {
    const { client } = fixture;
    await client.post(NAMESPACES, { metadata: { name: 'doomed' } });
    await client.post(`${n}/configmaps`, configMap('plain'));
    const held = { metadata: { name: 'held', finalizers: ['demo.io/x', 'demo.io/y'] } };
    await client.post(`${n}/configmaps`, { ...configMap('held'), ...held });
    await client.post(`${n}/pods`, { metadata: { name: 'p', finalizers: ['demo.io/x'] }, spec: POD_SPEC });
    await client.post(`${n}/pods`, { metadata: { name: 'q' }, spec: POD_SPEC });
    await client.delete(n);
    expect([await names('pods'), await names('configmaps')]).toEqual([['p'], ['held', 'plain']]);
    expect(await conditions()).toEqual([
      'NamespaceDeletionDiscoveryFailure False All resources successfully discovered',
      'NamespaceDeletionGroupVersionParsingFailure False All legacy kube types successfully parsed',
      'NamespaceDeletionContentFailure False All content successfully deleted, may be waiting on finalization',
      'NamespaceContentRemaining False All content successfully removed',
      'NamespaceFinalizersRemaining False All content-preserving finalizers finished',
    ]);
    await client.merge(`${n}/pods/p`, { metadata: { finalizers: null } });
    expect([await names('pods'), await names('configmaps')]).toEqual([[], ['held']]);
    expect((await conditions()).slice(3)).toEqual([
      'NamespaceContentRemaining True Some resources are remaining: configmaps. has 1 resource instances',
      'NamespaceFinalizersRemaining True Some content in the namespace has finalizers remaining: demo.io/x in 1 resource instances, demo.io/y in 1 resource instances',
    ]);
    await client.merge(`${n}/configmaps/held`, { metadata: { finalizers: null } });
    expect((await client.get(n)).status).toBe(404);
  });
});

describe('what controllers keep', () => {
  test('L-20: Endpoints that never had a Service stay; those of a deleted one go', async () => {
    const { client } = withControllers;
    const at = `${NAMESPACES}/default`;
    const subsets = [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }];
    for (const name of ['lone', 'web']) await client.post(`${at}/endpoints`, { metadata: { name }, subsets });
    await client.post(`${at}/services`, { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } });
    await expect
      .poll(
        async () => (await client.get('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices')).body.items.length,
      )
      .toBeGreaterThan(1);
    await client.delete(`${at}/services/web`);
    await expect.poll(async () => (await client.get(`${at}/endpoints/web`)).status).toBe(404);
    expect((await client.get(`${at}/endpoints/lone`)).status).toBe(200);
  });

  test('L-20: a VolumeAttributesClass that is deleted goes once nothing names it', async () => {
    const { client } = withControllers;
    const classes = '/apis/storage.k8s.io/v1/volumeattributesclasses';
    await client.post(classes, { metadata: { name: 'gold' }, driverName: 'd', parameters: { a: 'b' } });
    await client.delete(`${classes}/gold`);
    expect((await client.get(`${classes}/gold`)).status).toBe(404);
  });
});

describe('a quota', () => {
  test('L-20: has its status restored where a client wrote another', async () => {
    const { client } = withTime;
    const quotas = `${NAMESPACES}/default/resourcequotas`;
    await client.post(quotas, { metadata: { name: 'q' }, spec: { hard: { services: '10' } } });
    const status = async (): Promise<object> => (await client.get(`${quotas}/q`)).body.status;
    const counted = { hard: { services: '10' }, used: { services: '1' } };
    await expect.poll(status).toEqual(counted);
    const wrong = { hard: { services: '9' }, used: { services: '7' } };
    await client.merge(`${quotas}/q/status`, { status: wrong });
    expect(await status()).toEqual(wrong);
    await later.advance(300_000);
    expect(await status()).toEqual(counted);
  });
});

describe('resource versions', () => {
  test.each([
    ['9007199254740993', 504, /Too large resource version: 9007199254740993/],
    ['18446744073709551615', 504, /Too large resource version: 18446744073709551615/],
    ['18446744073709551616', 400, /parsing "18446744073709551616": value out of range/],
  ])('K-46: a list and a get at %s are %i', async (version, code, message) => {
    for (const path of [CONFIG_MAPS, `${NAMESPACES}/default`]) {
      const { status, body } = await fixture.client.get(`${path}?resourceVersion=${version}`);
      expect([status, body.message]).toEqual([code, expect.stringMatching(message)]);
    }
  });
});

describe('K-72: what strict reading finds', () => {
  const strict = (text: string, path: string): Promise<string> =>
    fixture.client
      .send('POST', `${path}?fieldValidation=Strict`, { raw: text })
      .then(({ body }) => body.message.replace(/^.*strict decoding error: /, ''));

  test('is in the order of the text for a built-in kind', async () => {
    const text = '{"zz":1,"aa":2,"metadata":{"name":"x","zb":1,"ab":2},"data":{"k":"1","k":"2"},"mm":3,"mm":4}';
    expect(await strict(text, CONFIG_MAPS)).toBe(
      'unknown field "zz", unknown field "aa", unknown field "metadata.zb", unknown field "metadata.ab", duplicate field "data.k", unknown field "mm"',
    );
  });

  test('is what stands twice, then metadata, then the rest for a custom kind', async () => {
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } };
    await fixture.client.post(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      widgetDefinition({}, { schema }),
    );
    const text = JSON.stringify(widget('x', { zz: 1, aa: 1 }))
      .replace('{"name":"x"', '{"name":"x","zz":1,"aa":2')
      .replace('"zz":1,"aa":1}', '"spec":{"b":1,"a":1,"a":2},"zz":1,"aa":1}');
    expect(await strict(text, WIDGETS)).toBe(
      'duplicate field "spec.a", unknown field "metadata.aa", unknown field "metadata.zz", unknown field "aa", unknown field "spec.a", unknown field "spec.b", unknown field "zz"',
    );
  });
});

describe('addresses', () => {
  test('K-82: %2f is a slash like any other', async () => {
    const { client } = fixture;
    expect((await client.get(`${CONFIG_MAPS}/a%2fb`)).body.message).toBe(NOT_SERVED);
    expect((await client.get(`${NAMESPACES}/default%2fconfigmaps`)).body.kind).toBe('ConfigMapList');
    expect((await client.get('/apis/apps%2Fv1')).body.groupVersion).toBe('apps/v1');
    expect((await client.get(`${CONFIG_MAPS}/%252f`)).body).toMatchObject({
      code: 400,
      message: 'Name parameter invalid: "%2f": may not contain \'%\'',
    });
    const bad = await client.get(`${CONFIG_MAPS}/%zz`);
    expect([bad.status, bad.text]).toEqual([400, '400 Bad Request']);
  });

  test('L-11: %2f leads nobody past their rights', async () => {
    const { client, cluster } = fixture;
    const token = cluster.issueToken('nobody-special');
    expect((await client.get(`${NAMESPACES}/default%2fsecrets`, { token })).body.message).toContain(
      'cannot list resource "secrets"',
    );
  });

  test('K-9: addresses and headers of 900 kB are taken; beyond 1 MiB it is 431', async () => {
    const { client } = fixture;
    expect((await client.get(`${CONFIG_MAPS}?x=${'a'.repeat(900_000)}`)).status).toBe(200);
    expect((await client.get('/version', { headers: { 'x-a': 'a'.repeat(900_000) } })).status).toBe(200);
    expect(await rawStatus(`GET ${CONFIG_MAPS}?x=${'a'.repeat(1_100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toBe(
      'HTTP/1.1 431 Request Header Fields Too Large',
    );
  });

  test('K-9: a body that is too large is answered with 413 after all of it was sent', async () => {
    const { client, cluster } = fixture;
    const raw = JSON.stringify(configMap('big', { data: { a: 'x'.repeat(20 * 1024 * 1024) } }));
    const { status, body } = await client.send('POST', CONFIG_MAPS, { raw });
    expect([status, body.reason]).toEqual([413, 'RequestEntityTooLarge']);
    const refused = await client.send('POST', CONFIG_MAPS, { raw, token: cluster.issueToken('x') });
    expect(refused.status).toBe(403);
  });
});

async function rawStatus(text: string): Promise<string> {
  const { cluster } = fixture;
  const { hostname, port } = new URL(cluster.url);
  const socket = connect({ host: hostname, port: Number(port), ca: cluster.caPem });
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined);
  socket.write(text);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString().split('\r\n')[0] ?? '';
}
