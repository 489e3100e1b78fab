import { describe, expect, test } from 'vitest';
import { configMap, useCluster } from '../support/fixture.ts';

const fixture = useCluster(() => ({ controllers: true }));

/** A namespace with a quota that has been counted. */
async function withQuota(name: string, hard: Record<string, string>): Promise<string> {
  const { client } = fixture;
  const path = `/api/v1/namespaces/${name}`;
  await client.post('/api/v1/namespaces', { metadata: { name } });
  await client.post(`${path}/resourcequotas`, { metadata: { name: 'quota' }, spec: { hard } });
  return path;
}

async function used(path: string): Promise<unknown> {
  return (await fixture.client.get(`${path}/resourcequotas/quota`)).body.status.used;
}

const pod = (name: string) => ({ metadata: { name }, spec: { containers: [{ name: 'a', image: 'b' }] } });

describe('resource quotas', () => {
  test('L-10: a new quota counts what is there, kube-root-ca.crt and the default account too', async () => {
    const path = await withQuota('counts', { 'count/configmaps': '3', 'count/serviceaccounts': '5', pods: '1' });
    expect(await used(path)).toEqual({ 'count/configmaps': '1', 'count/serviceaccounts': '1', pods: '0' });
  });

  test('L-10: what goes gives its place back, and so does a pod that has ended', async () => {
    const { client } = fixture;
    const path = await withQuota('returns', { 'count/configmaps': '2', pods: '1' });
    expect((await client.post(`${path}/configmaps`, configMap('a'))).status).toBe(201);
    const refused = await client.post(`${path}/configmaps`, configMap('b'));
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe(
      'configmaps "b" is forbidden: exceeded quota: quota, requested: count/configmaps=1, used: count/configmaps=2, limited: count/configmaps=2',
    );
    await client.delete(`${path}/configmaps/a`);
    expect((await client.post(`${path}/configmaps`, configMap('b'))).status).toBe(201);

    expect((await client.post(`${path}/pods`, pod('one'))).status).toBe(201);
    expect((await client.post(`${path}/pods`, pod('two'))).status).toBe(403);
    await client.merge(`${path}/pods/one/status`, { status: { phase: 'Succeeded' } });
    expect((await client.post(`${path}/pods`, pod('two'))).status).toBe(201);
  });

  test('L-10: many at once get as many places as there are, and who fails for another reason takes none', async () => {
    const { client } = fixture;
    const path = await withQuota('race', { 'count/secrets': '3' });
    const make = (name: string) => client.post(`${path}/secrets`, { metadata: { name } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => make(`s${at}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await used(path)).toEqual({ 'count/secrets': '3' });
    await client.delete(`${path}/secrets`);
    await make('same');
    expect((await make('same')).status).toBe(409);
    expect(await used(path)).toEqual({ 'count/secrets': '1' });
  });

  test('L-10: a dry run is refused as the write would be, and takes nothing', async () => {
    const { client } = fixture;
    const path = await withQuota('dry', { 'count/secrets': '1' });
    expect((await client.post(`${path}/secrets?dryRun=All`, { metadata: { name: 'a' } })).status).toBe(201);
    expect(await used(path)).toEqual({ 'count/secrets': '0' });
    await client.post(`${path}/secrets`, { metadata: { name: 'a' } });
    expect((await client.post(`${path}/secrets?dryRun=All`, { metadata: { name: 'b' } })).status).toBe(403);
  });
});
