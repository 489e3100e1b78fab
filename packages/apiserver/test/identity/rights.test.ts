import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster } from '../support/fixture.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const fixture = useCluster();

const may = async (token: string, path = CONFIG_MAPS): Promise<number> =>
  (await fixture.client.get(path, { token })).status;

describe('rights', () => {
  test('K-98 L-11: a new user has none, a binding gives them at once and its end takes them', async () => {
    const { client, cluster } = fixture;
    const token = cluster.issueToken('ann');
    const answer = await client.get(CONFIG_MAPS, { token });
    expect(answer.body).toMatchObject({
      message:
        'configmaps is forbidden: User "ann" cannot list resource "configmaps" in API group "" in the namespace "default"',
      reason: 'Forbidden',
      details: { kind: 'configmaps' },
      code: 403,
    });
    const binding = {
      metadata: { name: 'ann' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'User', name: 'ann', apiGroup: 'rbac.authorization.k8s.io' }],
    };
    await client.post(`${RBAC}/namespaces/default/rolebindings`, binding);
    expect(await may(token)).toBe(200);
    expect(await may(token, '/api/v1/namespaces/kube-system/configmaps')).toBe(403);
    await client.send('DELETE', `${RBAC}/namespaces/default/rolebindings/ann`);
    expect(await may(token)).toBe(403);
  });

  test('L-11: the roles admin, edit and view gather what is labelled for them, and keep up', async () => {
    const { client, cluster } = fixture;
    const token = cluster.issueToken('bob');
    await client.post(`${RBAC}/clusterrolebindings`, {
      metadata: { name: 'bob' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
      subjects: [{ kind: 'User', name: 'bob', apiGroup: 'rbac.authorization.k8s.io' }],
    });
    expect(await may(token, '/apis/batch/v1/jobs')).toBe(200);
    expect(await may(token, '/apis/node.k8s.io/v1/runtimeclasses')).toBe(403);
    await client.post(`${RBAC}/clusterroles`, {
      metadata: { name: 'more', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
      rules: [{ apiGroups: ['node.k8s.io'], resources: ['runtimeclasses'], verbs: ['list'] }],
    });
    // From `view` to `edit` to `admin`.
    expect(await may(token, '/apis/node.k8s.io/v1/runtimeclasses')).toBe(200);
    await client.send('DELETE', `${RBAC}/clusterroles/more`);
    expect(await may(token, '/apis/node.k8s.io/v1/runtimeclasses')).toBe(403);
  });

  test('L-11: system:masters may do everything, whatever becomes of the roles', async () => {
    const { client } = fixture;
    await client.send('DELETE', `${RBAC}/clusterrolebindings/cluster-admin`);
    expect((await client.post(CONFIG_MAPS, configMap('still'))).status).toBe(201);
  });

  test('L-11: acting as another is carried out with the rights of the other', async () => {
    const { client } = fixture;
    const headers = { 'impersonate-user': 'carl' };
    expect((await client.get(CONFIG_MAPS, { headers })).body.message).toContain('User "carl" cannot list');
    const self = await client.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, { headers });
    expect(self.body.status.userInfo).toEqual({ username: 'carl', groups: ['system:authenticated'] });
  });

  test('K-23: discovery names what is asked and not stored, and each of them is answered', async () => {
    const { client } = fixture;
    const { body } = await client.get('/apis/authorization.k8s.io/v1');
    expect(body.resources.map(({ name, verbs }: { name: string; verbs: string[] }) => [name, verbs])).toEqual([
      ['localsubjectaccessreviews', ['create']],
      ['selfsubjectaccessreviews', ['create']],
      ['selfsubjectrulesreviews', ['create']],
      ['subjectaccessreviews', ['create']],
    ]);
    expect((await client.get('/apis/authorization.k8s.io/v1/subjectaccessreviews')).status).toBe(405);
  });
});

describe('a cluster without authorization', () => {
  const open = useCluster(() => ({ authorization: 'always-allow' }));

  test('L-11: every user may do everything, but must be one', async () => {
    const { client, cluster } = open;
    const token = cluster.issueToken('ann');
    expect((await client.post(CONFIG_MAPS, configMap('x'), { token })).status).toBe(201);
    const review = await client.post(
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      { spec: { resourceAttributes: { verb: 'delete', resource: 'nodes' } } },
      { token },
    );
    expect(review.body.status).toEqual({ allowed: true });
    expect((await client.get('/version', { token: null })).status).toBe(401);
  });
});
