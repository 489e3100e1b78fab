import type { TestCluster } from '@slipway/test/clusters/cluster';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { requestAs } from '@slipway/tools/control-plane/index';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Manifest, manifestsOf, problemsOf, type Workload } from '../src/index.ts';
import { edgyWorkloads, workingWorkloads } from './arbitrary.ts';
import { customKinds } from './custom-kinds.ts';
import { full, scaled, small, stateful } from './descriptions.ts';

const STRICT = 'dryRun=All&fieldValidation=Strict';
const descriptions = { full, stateful, scaled, small };

/** Every kind that is generated, in the plural of its path. */
const collectionOf = ({ apiVersion, kind, metadata }: Pick<Manifest, 'apiVersion' | 'kind' | 'metadata'>): string => {
  const plural = kind.toLowerCase().replace(/y$/, 'ie');
  const root = apiVersion.includes('/') ? '/apis' : '/api';
  return `${root}/${apiVersion}/namespaces/${metadata.namespace}/${plural}s`;
};

const apply = (cluster: TestCluster, manifest: Manifest, query: string) =>
  requestAs(cluster.kubeconfig, `${collectionOf(manifest)}/${manifest.metadata.name}?fieldManager=test&${query}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: manifest,
  });

/** A namespace that admits restricted pods only, and says so also of those that others will make. */
async function restrictedNamespace(cluster: TestCluster): Promise<string> {
  const namespace = await freshNamespace(cluster);
  const level = { 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/warn': 'restricted' };
  const answer = await requestAs(cluster.kubeconfig, `/api/v1/namespaces/${namespace}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata: { labels: level } },
  });
  expect(answer.status).toBe(200);
  // A real server's admission learns of the labels a moment later.
  const plain = { metadata: { name: 'plain' }, spec: { containers: [{ name: 'c', image: 'x' }] } };
  await vi.waitFor(async () => {
    const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
    const { body } = await requestAs(cluster.kubeconfig, path, { method: 'POST', body: plain });
    expect(body).toContain('violates PodSecurity');
  });
  return namespace;
}

describeCluster('generated manifests', { needs: ['apply', 'schema'] }, (cluster) => {
  beforeAll(async () => {
    for (const body of customKinds) {
      const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      expect((await requestAs(cluster().kubeconfig, path, { method: 'POST', body })).status).toBe(201);
      const { group, names, versions } = body.spec;
      const collection = `/apis/${group}/${versions[0]?.name}/namespaces/default/${names.plural}`;
      await vi.waitFor(
        async () => expect((await requestAs(cluster().kubeconfig, collection)).status).toBe(200),
        20_000,
      );
    }
  });

  test.each(Object.entries(descriptions))(
    'G-134: all of "%s" pass a strict server-side dry run, and the server has nothing to remark',
    async (_, description) => {
      const namespace = await restrictedNamespace(cluster());
      for (const manifest of manifestsOf({ ...description, namespace })) {
        const { status, body, headers } = await apply(cluster(), manifest, STRICT);
        expect({ kind: manifest.kind, status, body }).toMatchObject({ status: 201 });
        expect({ kind: manifest.kind, warning: headers['warning'] }).toEqual({ kind: manifest.kind });
      }
    },
  );

  test.each(Object.entries(descriptions))(
    'G-130 H-125: a namespace that enforces the restricted standard admits the pods of "%s" without a warning',
    async (_, description) => {
      const namespace = await restrictedNamespace(cluster());
      const { status, body, warning } = await createPod(cluster(), { ...description, namespace });
      expect({ status, body, warning }).toMatchObject({ status: 201, warning: undefined });
    },
  );

  test('G-130: a pod that names a wider standard gets what it allows, and such a namespace refuses it', async () => {
    const namespace = await restrictedNamespace(cluster());
    const root = {
      ...small,
      namespace,
      pod: { ...small.pod, security: { standard: 'baseline', runAsUser: 0 } },
    } as Workload;
    const refused = await createPod(cluster(), root);
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('runAsNonRoot') });
  });

  test('G-134: what is not refused here is not refused by a server either', async () => {
    const namespace = await freshNamespace(cluster());
    const edgy = edgyWorkloads.filter((workload) => problemsOf(workload).length === 0);
    await fc.assert(
      fc.asyncProperty(fc.oneof(edgy, workingWorkloads), async (workload) => {
        for (const manifest of manifestsOf({ ...workload, namespace })) {
          const { status, body } = await apply(cluster(), manifest, STRICT);
          expect({ manifest, status, body }).toMatchObject({ status: 201 });
        }
      }),
      { numRuns: 25 },
    );
  });

  test('G-134: applied a second time, nothing changes', async () => {
    const namespace = await freshNamespace(cluster());
    const versions = async (): Promise<string[]> => {
      const seen: string[] = [];
      for (const manifest of manifestsOf({ ...full, replicas: 0, namespace })) {
        const { body } = await apply(cluster(), manifest, 'fieldValidation=Strict');
        const { metadata } = JSON.parse(body) as { metadata: { generation?: number; uid: string } };
        seen.push(`${manifest.kind} ${manifest.metadata.name} ${metadata.uid} ${metadata.generation}`);
      }
      return seen;
    };
    const first = await versions();
    expect(await versions()).toEqual(first);
  });
});

describeCluster('pods of generated manifests', { needs: ['apply', 'controllers'] }, (cluster) => {
  test('G-20: a Deployment whose name is as long as it may be gives pods that fit', async () => {
    const namespace = await freshNamespace(cluster());
    const name = 'n'.repeat(47);
    for (const manifest of manifestsOf({ ...small, name, namespace })) {
      expect((await apply(cluster(), manifest, 'fieldValidation=Strict')).status).toBe(201);
    }
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    await vi.waitFor(async () => {
      const { items } = JSON.parse((await requestAs(cluster().kubeconfig, pods)).body) as { items: Manifest[] };
      expect(items.map((pod) => pod.metadata.name.length)).toEqual([63]);
    });
  });
});

async function createPod(cluster: TestCluster, workload: Workload) {
  const manifests = manifestsOf(workload);
  // Pods are refused while their account is missing.
  for (const account of manifests.filter(({ kind }) => kind === 'ServiceAccount')) await apply(cluster, account, '');
  const owner = manifests.find(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  if (owner?.kind !== 'Deployment' && owner?.kind !== 'StatefulSet') throw new Error('no pods');
  const { metadata, spec } = owner.spec.template;
  // The claims of a StatefulSet reach its pods as volumes.
  const claims = owner.kind === 'StatefulSet' ? (owner.spec.volumeClaimTemplates ?? []) : [];
  const volumes = claims.map((claim) => ({
    name: claim.metadata?.name,
    persistentVolumeClaim: { claimName: claim.metadata?.name },
  }));
  const answer = await requestAs(cluster.kubeconfig, `/api/v1/namespaces/${workload.namespace}/pods?${STRICT}`, {
    method: 'POST',
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, generateName: 'pod-' },
      spec: { ...spec, volumes: [...(spec?.volumes ?? []), ...volumes] },
    },
  });
  return { status: answer.status, body: answer.body, warning: answer.headers['warning'] };
}
