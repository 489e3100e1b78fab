import { describe, expect, test } from 'vitest';
import { configMap, POD_SPEC, useCluster } from './support/fixture.ts';

const fixture = useCluster();
const MAPS = '/api/v1/namespaces/lists/configmaps';

interface Item {
  metadata: { name: string; resourceVersion: string };
}

const names = (answer: { body: { items: Item[] } }): string[] => answer.body.items.map((item) => item.metadata.name);

async function fill(): Promise<void> {
  const { client } = fixture;
  await client.post('/api/v1/namespaces', { metadata: { name: 'lists' } });
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await client.post(MAPS, { metadata: { name, labels: { parity: name.charCodeAt(0) % 2 ? 'odd' : 'even' } } });
  }
}

describe('lists', () => {
  test('K-42: pages follow each other and count what is left', async () => {
    await fill();
    const { client } = fixture;
    const first = await client.get(`${MAPS}?limit=2`);
    expect(names(first)).toEqual(['a', 'b']);
    expect(first.body.metadata.remainingItemCount).toBe(3);
    const second = await client.get(`${MAPS}?limit=2&continue=${first.body.metadata.continue}`);
    expect(names(second)).toEqual(['c', 'd']);
    const third = await client.get(`${MAPS}?limit=2&continue=${second.body.metadata.continue}`);
    expect(names(third)).toEqual(['e']);
    expect(third.body.metadata).toEqual({ resourceVersion: first.body.metadata.resourceVersion });
  });

  test('K-42: all pages show the revision of the first, whatever happens in between', async () => {
    const { client } = fixture;
    const first = await client.get(`${MAPS}?limit=2`);
    await client.delete(`${MAPS}/c`);
    await client.merge(`${MAPS}/d`, { data: { new: '1' } });
    await client.post(MAPS, configMap('dd'));
    const rest = await client.get(`${MAPS}?continue=${first.body.metadata.continue}`);
    expect(names(rest)).toEqual(['c', 'd', 'e']);
    expect(rest.body.items[1].data).toBeUndefined();
    await client.post(MAPS, { metadata: { name: 'c', labels: { parity: 'odd' } } });
    await client.delete(`${MAPS}/dd`);
  });

  test('K-42: with a selector nothing is counted', async () => {
    const { client } = fixture;
    const first = await client.get(`${MAPS}?limit=1&labelSelector=parity%3Dodd`);
    expect(names(first)).toEqual(['a']);
    expect(first.body.metadata.continue).toBeDefined();
    expect(first.body.metadata.remainingItemCount).toBeUndefined();
  });

  test('K-42: resourceVersion=0 comes whole', async () => {
    expect(names(await fixture.client.get(`${MAPS}?limit=2&resourceVersion=0`))).toHaveLength(5);
  });

  test('K-53: Exact shows the past until it is compacted, then it is 410 Expired', async () => {
    const { client, cluster } = fixture;
    const before = cluster.resourceVersion;
    const paged = await client.get(`${MAPS}?limit=2`);
    await client.post(MAPS, configMap('later'));
    const exact = `${MAPS}?resourceVersionMatch=Exact&resourceVersion=${before}`;
    expect(names(await client.get(exact))).not.toContain('later');
    expect((await client.get(exact)).body.metadata.resourceVersion).toBe(before);
    cluster.compact();
    const gone = await client.get(exact);
    expect(gone.status).toBe(410);
    expect(gone.body).toMatchObject({
      reason: 'Expired',
      message: 'The resourceVersion for the provided list is too old.',
    });

    const expired = await client.get(`${MAPS}?limit=2&continue=${paged.body.metadata.continue}`);
    expect(expired.status).toBe(410);
    expect(expired.body.reason).toBe('Expired');
    const resumed = await client.get(`${MAPS}?continue=${expired.body.metadata.continue}`);
    expect(names(resumed)).toEqual(['c', 'd', 'e', 'later']);
    await client.delete(`${MAPS}/later`);
  });

  test('L-4: NotOlderThan is satisfied by the newest state', async () => {
    const { client } = fixture;
    const old = (await client.get(MAPS)).body.metadata.resourceVersion;
    await client.post(MAPS, configMap('newer'));
    const list = await client.get(`${MAPS}?resourceVersionMatch=NotOlderThan&resourceVersion=${old}`);
    expect(names(list)).toContain('newer');
    await client.delete(`${MAPS}/newer`);
  });

  test('K-53: a revision of the future is 504 with a cause', async () => {
    const answer = await fixture.client.get(`${MAPS}?resourceVersion=9999999999999999999`);
    expect(answer.status).toBe(504);
    expect(answer.body.reason).toBe('Timeout');
    expect(answer.body.details).toEqual({
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    });
    expect(answer.headers['retry-after']).toBe('1');
  });

  test('K-93: options that do not go together are 422', async () => {
    const { client } = fixture;
    for (const [query, message] of [
      ['resourceVersionMatch=Exact', 'resourceVersionMatch is forbidden unless resourceVersion is provided'],
      [
        'resourceVersionMatch=Exact&resourceVersion=0',
        'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
      ],
      ['sendInitialEvents=true', 'sendInitialEvents is forbidden for list'],
    ] as const) {
      const answer = await client.get(`${MAPS}?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain(message);
    }
    expect((await client.get(`${MAPS}?resourceVersion=x`)).status).toBe(400);
    expect((await client.get(`${MAPS}?limit=x`)).status).toBe(400);
    expect((await client.get(`${MAPS}?continue=!`)).status).toBe(400);
  });

  test('L-4: labels select by every operator', async () => {
    const { client } = fixture;
    const select = async (selector: string): Promise<string[]> =>
      names(await client.get(`${MAPS}?labelSelector=${encodeURIComponent(selector)}`));
    expect(await select('parity=even')).toEqual(['b', 'd']);
    expect(await select('parity!=even')).toEqual(['a', 'c', 'e']);
    expect(await select('parity in (odd,x)')).toEqual(['a', 'c', 'e']);
    expect(await select('parity notin (odd)')).toEqual(['b', 'd']);
    expect(await select('!parity')).toEqual([]);
  });

  test('K-55: fields select by name and namespace, others are 400', async () => {
    const { client } = fixture;
    expect(names(await client.get(`${MAPS}?fieldSelector=metadata.name%3Db`))).toEqual(['b']);
    expect(names(await client.get(`${MAPS}?fieldSelector=metadata.name!%3Db,metadata.namespace%3Dlists`))).toHaveLength(
      4,
    );
    const unknown = await client.get(`${MAPS}?fieldSelector=data.x%3D1`);
    expect(unknown.status).toBe(400);
    expect(unknown.body.message).toBe(
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });

  test('K-55: kinds with fields of their own select by them', async () => {
    const { client } = fixture;
    const pods = '/api/v1/namespaces/lists/pods';
    await client.post(pods, { metadata: { name: 'on-n1' }, spec: { ...POD_SPEC, nodeName: 'n1' } });
    await client.post(pods, { metadata: { name: 'nowhere' }, spec: POD_SPEC });
    expect(names(await client.get(`${pods}?fieldSelector=spec.nodeName%3D`))).toEqual(['nowhere']);
    expect(names(await client.get(`${pods}?fieldSelector=spec.nodeName%3Dn1,status.phase!%3DFailed`))).toEqual([
      'on-n1',
    ]);
    expect((await client.get('/api/v1/nodes?fieldSelector=metadata.namespace%3Dx')).status).toBe(400);
  });

  test('K-55: an event written in one group is found in the other, by its name for the object', async () => {
    const { client } = fixture;
    const event = {
      metadata: { name: 'e1' },
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'lists' },
      message: 'm',
    };
    await client.post('/api/v1/namespaces/lists/events', event);
    const newer = await client.get('/apis/events.k8s.io/v1/namespaces/lists/events?fieldSelector=regarding.name%3Dp');
    expect(newer.body.items).toMatchObject([{ regarding: { name: 'p' }, note: 'm' }]);
    const older = await client.get('/api/v1/namespaces/lists/events?fieldSelector=involvedObject.name%3Dp');
    expect(older.body.items).toMatchObject([{ involvedObject: { name: 'p' }, message: 'm' }]);
  });

  test('L-4: a list over all namespaces is in the order of namespace and name', async () => {
    const { client } = fixture;
    await client.post('/api/v1/namespaces', { metadata: { name: 'lists-2' } });
    await client.post('/api/v1/namespaces/lists-2/configmaps', configMap('z'));
    const all = (await client.get('/api/v1/configmaps')).body.items as { metadata: { namespace: string } }[];
    // '-' comes before '/', as it does in the keys of a real server.
    expect([...new Set(all.map((item) => item.metadata.namespace))]).toEqual(['lists-2', 'lists']);
  });
});

describe('other forms', () => {
  const table = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' } };

  test('K-43: a Table has columns, cells and the metadata of each object', async () => {
    const { body } = await fixture.client.get(`${MAPS}?limit=2`, table);
    expect(body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(body.metadata.continue).toBeDefined();
    expect(body.columnDefinitions).toMatchObject([
      { name: 'Name', type: 'string', format: 'name', priority: 0 },
      { name: 'Data', type: 'string' },
      { name: 'Age', type: 'string' },
    ]);
    expect(body.rows).toHaveLength(2);
    expect(body.rows[0].cells.slice(0, 2)).toEqual(['a', 0]);
    expect(body.rows[0].object).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'a', namespace: 'lists' },
    });
  });

  test('K-43: includeObject chooses what comes with a row', async () => {
    const { client } = fixture;
    expect((await client.get(`${MAPS}/a?includeObject=Object`, table)).body.rows[0].object.kind).toBe('ConfigMap');
    expect((await client.get(`${MAPS}/a?includeObject=None`, table)).body.rows[0].object).toBeNull();
    expect((await client.get(`${MAPS}/a?includeObject=Foo`, table)).status).toBe(400);
  });

  test('K-54: PartialObjectMetadata shows one object, a PartialObjectMetadataList many', async () => {
    const { client } = fixture;
    const as = (kind: string): object => ({
      headers: {
        accept: `application/vnd.kubernetes.protobuf;as=${kind};g=meta.k8s.io;v=v1,application/json;as=${kind};v=v1;g=meta.k8s.io,application/json`,
      },
    });
    const one = await client.get(`${MAPS}/a`, as('PartialObjectMetadata'));
    expect(Object.keys(one.body)).toEqual(['kind', 'apiVersion', 'metadata']);
    const many = await client.get(MAPS, as('PartialObjectMetadataList'));
    expect(many.body).toMatchObject({
      kind: 'PartialObjectMetadataList',
      items: [{ kind: 'PartialObjectMetadata' }, {}, {}, {}, {}],
    });
  });
});
