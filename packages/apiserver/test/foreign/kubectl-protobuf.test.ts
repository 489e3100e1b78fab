import { describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';
import { useKubectl } from '../support/kubectl.ts';

const fixture = useCluster();
const kubectl = useKubectl(fixture);

const inDefault = (path: string): string => path.replace('{ns}', 'namespaces/default');

describe('kubectl create, which sends protobuf', () => {
  test.each([
    ['namespace made', '/api/v1/namespaces/made', { status: { phase: 'Active' } }],
    ['configmap cm --from-literal=a=1', '/api/v1/{ns}/configmaps/cm', { data: { a: '1' } }],
    ['secret generic s --from-literal=a=1', '/api/v1/{ns}/secrets/s', { data: { a: 'MQ==' }, type: 'Opaque' }],
    ['serviceaccount sa', '/api/v1/{ns}/serviceaccounts/sa', {}],
    [
      'service clusterip svc --tcp=80:8080',
      '/api/v1/{ns}/services/svc',
      { spec: { ports: [{ port: 80, targetPort: 8080 }] } },
    ],
    [
      'deployment d --image=nginx --replicas=0',
      '/apis/apps/v1/{ns}/deployments/d',
      { spec: { replicas: 0, template: { spec: { containers: [{ name: 'nginx', image: 'nginx' }] } } } },
    ],
    [
      'job j --image=busybox -- echo hi',
      '/apis/batch/v1/{ns}/jobs/j',
      { spec: { template: { spec: { containers: [{ command: ['echo', 'hi'] }] } } } },
    ],
    [
      'cronjob c --image=busybox --schedule=@hourly -- true',
      '/apis/batch/v1/{ns}/cronjobs/c',
      { spec: { schedule: '@hourly' } },
    ],
    [
      'role r --verb=get,list --resource=pods',
      '/apis/rbac.authorization.k8s.io/v1/{ns}/roles/r',
      { rules: [{ verbs: ['get', 'list'], resources: ['pods'] }] },
    ],
    [
      'rolebinding rb --role=r --user=u',
      '/apis/rbac.authorization.k8s.io/v1/{ns}/rolebindings/rb',
      { roleRef: { name: 'r' }, subjects: [{ name: 'u' }] },
    ],
    [
      'poddisruptionbudget p --selector=a=b --min-available=50%',
      '/apis/policy/v1/{ns}/poddisruptionbudgets/p',
      { spec: { minAvailable: '50%' } },
    ],
    ['quota q --hard=cpu=1,pods=2', '/api/v1/{ns}/resourcequotas/q', { spec: { hard: { cpu: '1', pods: '2' } } }],
    [
      'ingress i --rule=a.io/x=svc:80',
      '/apis/networking.k8s.io/v1/{ns}/ingresses/i',
      { spec: { rules: [{ host: 'a.io' }] } },
    ],
    ['priorityclass pc --value=7', '/apis/scheduling.k8s.io/v1/priorityclasses/pc', { value: 7 }],
  ])('K-1, K-7: create %s', async (command, path, expected) => {
    // Split on spaces: no argument here has one of its own.
    await kubectl('create', ...command.split(' '));
    expect((await fixture.client.get(inDefault(path))).body).toMatchObject(expected);
  });

  test('K-2: a body that is no protobuf is a 400 with a reason', async () => {
    const answer = await fixture.client.send('POST', '/api/v1/namespaces', {
      raw: 'k8s',
      type: 'application/vnd.kubernetes.protobuf',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('protobuf: the body does not begin with');
  });
});
