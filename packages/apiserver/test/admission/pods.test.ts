import { describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const fixture = useCluster(() => ({ serviceAccounts: true }));

const container = { name: 'main', image: 'none:1' };
const pod = (name: string, spec: object = {}) => ({ metadata: { name }, spec: { containers: [container], ...spec } });

async function namespace(name: string, labels: object = {}): Promise<string> {
  await fixture.client.post('/api/v1/namespaces', { metadata: { name, labels } });
  return `/api/v1/namespaces/${name}/pods`;
}

describe('pods at admission', () => {
  test('K-144: a pod gets an account with its token, tolerations and a priority', async () => {
    const { body } = await fixture.client.post(await namespace('plain'), pod('a'));
    const volume = body.spec.volumes[0].name as string;
    expect(volume).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
    expect(body.spec).toMatchObject({
      serviceAccountName: 'default',
      serviceAccount: 'default',
      priority: 0,
      preemptionPolicy: 'PreemptLowerPriority',
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute', tolerationSeconds: 300 },
        { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
      containers: [{ volumeMounts: [{ name: volume, readOnly: true }] }],
    });
  });

  test('K-144 K-153: an account that is missing is named, and the default one comes back', async () => {
    const { client } = fixture;
    const path = await namespace('accounts');
    const refused = await client.post(path, pod('a', { serviceAccountName: 'x' }));
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe(
      'pods "a" is forbidden: error looking up service account accounts/x: serviceaccount "x" not found',
    );
    await client.delete('/api/v1/namespaces/accounts/serviceaccounts/default');
    expect((await client.get('/api/v1/namespaces/accounts/serviceaccounts/default')).status).toBe(200);
    expect((await client.get('/api/v1/namespaces/accounts/configmaps/kube-root-ca.crt')).body.data['ca.crt']).toBe(
      fixture.cluster.caPem,
    );
  });

  test('L-10: a namespace that enforces a level refuses pods, and warns of those that others will make', async () => {
    const { client } = fixture;
    const path = await namespace('strict', { 'pod-security.kubernetes.io/enforce': 'baseline' });
    const refused = await client.post(path, pod('a', { hostNetwork: true }));
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe(
      'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    );
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container], hostPID: true } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const made = await client.post('/apis/apps/v1/namespaces/strict/deployments', { metadata: { name: 'd' }, spec });
    expect(made.status).toBe(201);
    expect(made.headers['warning']).toBe(
      '299 - "would violate PodSecurity \\"baseline:latest\\": host namespaces (hostPID=true)"',
    );
  });

  test('L-10: limit ranges fill in and refuse', async () => {
    const { client } = fixture;
    const path = await namespace('limits');
    const limits = [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m' }, max: { cpu: '2' } }];
    await client.post('/api/v1/namespaces/limits/limitranges', { metadata: { name: 'l' }, spec: { limits } });
    const { body } = await client.post(path, pod('a'));
    expect(body.spec.containers[0].resources).toEqual({ limits: { cpu: '1' }, requests: { cpu: '500m' } });
    expect(body.metadata.annotations['kubernetes.io/limit-ranger']).toBe(
      'LimitRanger plugin set: cpu request for container main; cpu limit for container main',
    );
    const large = { containers: [{ ...container, resources: { limits: { cpu: '3' } } }] };
    expect((await client.post(path, pod('b', large))).body.message).toBe(
      'pods "b" is forbidden: maximum cpu usage per Container is 2, but limit is 3',
    );
  });
});
