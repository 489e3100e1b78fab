import { describe, expect, test } from 'vitest';
import { useCluster, widgetDefinition } from './support/fixture.ts';

const fixture = useCluster();
const aggregated = {
  headers: {
    accept:
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json',
  },
};

interface Discovered {
  resource: string;
  responseKind: { kind: string };
  subresources?: { subresource: string }[];
}

describe('discovery', () => {
  test('K-20, K-21: the aggregated form says so in its content type and has an Etag', async () => {
    const { client } = fixture;
    const answer = await client.get('/apis', aggregated);
    expect(answer.headers['content-type']).toBe('application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList');
    expect(answer.headers).toMatchObject({ vary: 'Accept', 'cache-control': 'public' });
    const etag = answer.headers['etag'] ?? '';
    const again = await client.get('/apis', { headers: { ...aggregated.headers, 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('K-20: the Etag changes when a CRD comes and comes back when it goes', async () => {
    const { client } = fixture;
    const etag = async (): Promise<string | undefined> => (await client.get('/apis', aggregated)).headers['etag'];
    const before = await etag();
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    await client.post(definitions, widgetDefinition());
    expect(await etag()).not.toBe(before);
    await client.delete(`${definitions}/widgets.demo.io`);
    expect(await etag()).toBe(before);
  });

  test('K-22: groups list versions, resources, kinds and subresources; core has no name', async () => {
    const { client } = fixture;
    const core = (await client.get('/api', aggregated)).body.items;
    expect(core).toHaveLength(1);
    expect(core[0].metadata).toEqual({});
    expect(core[0].versions[0]).toMatchObject({ version: 'v1', freshness: 'Current' });
    const pods = core[0].versions[0].resources.find(({ resource }: Discovered) => resource === 'pods');
    expect(pods).toMatchObject({
      responseKind: { group: '', version: '', kind: 'Pod' },
      scope: 'Namespaced',
      singularResource: 'pod',
      shortNames: ['po'],
      categories: ['all'],
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    });
    expect(pods.subresources.map(({ subresource }: { subresource: string }) => subresource)).toContain('status');
  });

  test('K-23: the plain form has the same in pieces', async () => {
    const { client } = fixture;
    expect((await client.get('/api')).body).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    const groups = (await client.get('/apis')).body;
    expect(groups.kind).toBe('APIGroupList');
    expect((await client.get('/apis/apps')).body).toMatchObject({
      kind: 'APIGroup',
      name: 'apps',
      versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
    });
    const resources = (await client.get('/apis/apps/v1')).body;
    expect(resources).toMatchObject({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'apps/v1' });
    expect(resources.resources.find(({ name }: { name: string }) => name === 'deployments')).toEqual({
      name: 'deployments',
      singularName: 'deployment',
      namespaced: true,
      kind: 'Deployment',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['deploy'],
      categories: ['all'],
      storageVersionHash: '8aSe+NMegvE=',
    });
  });

  test('K-23: every resource that discovery lists answers a list', async () => {
    const { client } = fixture;
    const roots = [['/api/v1', (await client.get('/api/v1')).body.resources]];
    for (const { versions } of (await client.get('/apis')).body.groups as { versions: { groupVersion: string }[] }[]) {
      for (const { groupVersion } of versions) {
        roots.push([`/apis/${groupVersion}`, (await client.get(`/apis/${groupVersion}`)).body.resources]);
      }
    }
    for (const [root, resources] of roots as [string, { name: string; verbs: string[] }[]][]) {
      for (const { name, verbs } of resources) {
        if (!verbs.includes('list')) continue;
        expect((await client.get(`${root}/${name}`)).status, `${root}/${name}`).toBe(200);
      }
    }
  });

  test('K-26: the version is the one whose behaviour is reproduced', async () => {
    expect((await fixture.client.get('/version')).body).toMatchObject({
      major: '1',
      minor: '36',
      gitVersion: 'v1.36.4',
      platform: 'linux/amd64',
    });
  });

  test('K-27: namespaces have no deletecollection', async () => {
    const { resources } = (await fixture.client.get('/api/v1')).body as {
      resources: { name: string; verbs: string[] }[];
    };
    expect(resources.find(({ name }) => name === 'namespaces')?.verbs).not.toContain('deletecollection');
  });
});

describe('OpenAPI v3', () => {
  test('K-30, K-31: the index points to documents that may be kept for ever', async () => {
    const { client } = fixture;
    const index = await client.get('/openapi/v3');
    const { paths } = JSON.parse(index.text) as { paths: Record<string, { serverRelativeURL: string }> };
    const url = paths['apis/apps/v1']?.serverRelativeURL ?? '';
    expect(url).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]+$/);
    const document = await client.get(url);
    expect(document.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, immutable',
    });
    expect(document.headers['expires']).toBeDefined();
    expect(document.headers['etag']).toBe(`"${url.split('=')[1]}"`);
  });

  test('K-30: the index need not be sent again while nothing has changed', async () => {
    const { client } = fixture;
    const since = (await client.get('/openapi/v3')).headers['last-modified'] ?? '';
    expect(Number.isNaN(Date.parse(since))).toBe(false);
    const again = await client.get('/openapi/v3', { headers: { 'if-modified-since': since } });
    expect([again.status, again.text]).toEqual([304, '']);
    const earlier = new Date(Date.parse(since) - 1000).toUTCString();
    expect((await client.get('/openapi/v3', { headers: { 'if-modified-since': earlier } })).status).toBe(200);
  });

  test('K-32: each kind has a patch operation that leaves validation to the server', async () => {
    const { client } = fixture;
    const document = (await client.get('/openapi/v3/api/v1')).body;
    const { patch } = document.paths['/api/v1/namespaces/{namespace}/configmaps/{name}'];
    expect(patch['x-kubernetes-group-version-kind']).toEqual({ group: '', version: 'v1', kind: 'ConfigMap' });
    const names = patch.parameters.map(({ name }: { name: string }) => name);
    expect(names).toContain('fieldValidation');
    expect(names).toContain('dryRun');
  });

  test('K-34, K-35: v2 is there and has no kind, in the form that clients ask for', async () => {
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
    const answer = await fixture.client.get('/openapi/v2', { headers: { accept } });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    ]);
    expect(answer.text).toContain('2.0');
    expect((await fixture.client.get('/openapi/v2')).body).toMatchObject({ swagger: '2.0', paths: {} });
  });
});
