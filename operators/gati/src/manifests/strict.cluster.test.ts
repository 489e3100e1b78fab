import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { requestAs } from '@slipway/tools/control-plane/index';
import { beforeAll, expect, it } from 'vitest';
import { fullModule, fullTemplate, moduleOf, sampleModule, versionOf } from '../../test/manifests/samples.ts';
import { builtInObjects, type Objects } from './objects.ts';

const PATHS: Readonly<Record<string, string>> = {
  ConfigMap: '/api/v1/namespaces/NS/configmaps',
  Service: '/api/v1/namespaces/NS/services',
  Pod: '/api/v1/namespaces/NS/pods',
  Deployment: '/apis/apps/v1/namespaces/NS/deployments',
  HorizontalPodAutoscaler: '/apis/autoscaling/v2/namespaces/NS/horizontalpodautoscalers',
  PodDisruptionBudget: '/apis/policy/v1/namespaces/NS/poddisruptionbudgets',
  NetworkPolicy: '/apis/networking.k8s.io/v1/namespaces/NS/networkpolicies',
};

const scale = { replicas: 3, scaling: { min: 2, max: 9, cpu: 70, memory: 80 } };

/** Every object that is made of built-in kinds, each field of the specs included. */
const objectsOf = (namespace: string): Objects => [
  ...(builtInObjects.version(versionOf({ handler: { namespace, name: 'users' }, scale })) ?? []),
  ...(builtInObjects.version(versionOf({ handler: { namespace, name: 'full' }, template: fullTemplate })) ?? []),
  ...builtInObjects.handler({
    handler: { namespace, name: 'users' },
    selector: { 'gati.dev/rotation': 'in' },
    port: 3000,
    service: { type: 'LoadBalancer', port: 80 },
  }),
  ...builtInObjects.module(moduleOf(sampleModule, { module: { namespace, name: 'sample' } })),
  ...builtInObjects.module(moduleOf(fullModule, { module: { namespace, name: 'full' }, scale })),
];

describeCluster('generated objects', { needs: ['objects', 'schema', 'controllers'] }, (cluster) => {
  let namespace = '';
  beforeAll(async () => {
    namespace = await freshNamespace(cluster());
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    const answer = await requestAs(cluster().kubeconfig, `/api/v1/namespaces/${namespace}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { labels } },
    });
    expect(answer.status).toBe(200);
  });

  const tried = (on: TestCluster, { spec, ...object }: DeploymentResource) =>
    requestAs(on.kubeconfig, `${PATHS[object.kind]?.replace('NS', namespace)}?dryRun=All&fieldValidation=Strict`, {
      method: 'POST',
      body: object.kind === 'ConfigMap' ? object : { ...object, spec: spec as object },
    });

  it('G-134: all of them pass a strict dry run', async () => {
    for (const object of objectsOf(namespace)) {
      const answer = await tried(cluster(), object);
      expect([object.kind, object.metadata.name, answer.status, answer.status === 201 ? '' : answer.body]).toEqual([
        object.kind,
        object.metadata.name,
        201,
        '',
      ]);
    }
  });

  it('G-130: every pod is admitted where the restricted standard is enforced', async () => {
    for (const { metadata, spec } of objectsOf(namespace).filter(({ kind }) => kind === 'Deployment')) {
      const { template } = spec as { template: { metadata: object; spec: { serviceAccountName?: string } } };
      // What a pod refers to by name is not there: whether it may be so secured is what is asked.
      const {
        serviceAccountName: _account,
        priorityClassName: _class,
        runtimeClassName: _runtime,
        ...pod
      } = template.spec as Record<string, unknown>;
      const answer = await tried(cluster(), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { namespace, name: metadata.name },
        spec: pod,
      });
      expect([metadata.name, answer.status, answer.status === 201 ? '' : answer.body]).toEqual([
        metadata.name,
        201,
        '',
      ]);
    }
    if (cluster().flavour !== 'kube') return;
    const loose = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name: 'loose' },
      spec: { containers: [{ name: 'a', image: 'a:1' }] },
    };
    expect((await tried(cluster(), loose)).status, 'the standard is enforced at all').toBe(403);
  });
});
