import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, connect } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { runProcess } from '@slipway/tools/processes/index';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { GitRemote } from '../../../test/git-remote.ts';
import { ensureNamespace, syncedStatus } from '../../../test/gitops-world.ts';
import { GitOpsTarget } from '../index.ts';
import { Application, type EngineOptions, GitRepository, Kustomization } from './index.ts';

/** The releases whose definitions the objects are held against. */
const DEFINITIONS = [
  ['github.com/argoproj/argo-cd/v3@v3.5.6', 'manifests/crds/application-crd.yaml', Application],
  [
    'github.com/fluxcd/source-controller@v1.9.6',
    'config/crd/bases/source.toolkit.fluxcd.io_gitrepositories.yaml',
    GitRepository,
  ],
  [
    'github.com/fluxcd/kustomize-controller@v1.9.6',
    'config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml',
    Kustomization,
  ],
] as const;

async function moduleFolder(name: string): Promise<string> {
  const { stdout } = await runProcess('go', ['mod', 'download', '-json', name], { cwd: tmpdir() });
  return (JSON.parse(stdout) as { Dir: string }).Dir;
}

const owner = { kind: 'Shop', namespace: 'shop', name: 'cart' };
const metadata = { name: 'web', namespace: 'shop' };
const resources = [
  { kind: 'Deployment', metadata, spec: { replicas: 2 } },
  {
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: { maxReplicas: 5, scaleTargetRef: { kind: 'Deployment', name: 'web' } },
  },
];

describeCluster('the real definitions of Argo CD and Flux', { needs: ['objects', 'apply', 'schema'] }, (cluster) => {
  let admin: Cluster;
  let remote: GitRemote;
  let target: GitOpsTarget | undefined;

  beforeAll(async () => {
    admin = await connect({ text: cluster().kubeconfig });
    await ensureNamespace(admin, 'argocd');
    await ensureNamespace(admin, 'flux-system');
    for (const [name, file, kind] of DEFINITIONS) {
      const definition: unknown = parse(readFileSync(join(await moduleFolder(name), file), 'utf8'));
      await admin.client.create(CustomResourceDefinition, definition as never);
      await vi.waitFor(() => admin.client.live.listAll(kind), { timeout: 30_000 });
    }
  });
  afterAll(() => admin?.close());
  beforeEach(() => {
    remote = new GitRemote();
  });
  afterEach(async () => {
    await target?.close();
    remote.remove();
  });

  async function open(engine: EngineOptions): Promise<GitOpsTarget> {
    target = await GitOpsTarget.open({
      url: remote.path,
      path: 'clusters/{cluster}/{namespace}/{kind}-{name}.yaml',
      clusterName: 'prod',
      engine,
      cluster: admin,
    });
    return target;
  }

  it('G-174, G-175: Argo CD 3.5.6 takes the Application with every field, and its status is read', async () => {
    const { revision = '' } = await (await open({ kind: 'argocd' })).applySet({ owner, resources });
    const ref = { namespace: 'argocd', name: 'slipway' };
    const application = await admin.client.live.get(Application, ref);
    // What the definition does not know would have been refused (strict) or dropped.
    expect(application?.spec).toMatchObject({
      source: { path: 'clusters/prod', directory: { recurse: true } },
      syncPolicy: { automated: { prune: true, selfHeal: true, allowEmpty: true } },
      ignoreDifferences: [{ group: 'apps', jsonPointers: ['/spec/replicas'], kind: 'Deployment', ...metadata }],
    });
    // Its definition has no status subresource.
    await admin.client.patch(Application, ref, { merge: { status: syncedStatus(application ?? {}, revision) } });
    expect((await target?.syncStatus(owner))?.value).toEqual({ revision, sync: 'Synced', health: 'Healthy' });
  });

  it('G-174, G-175: Flux 1.9.6 takes GitRepository and Kustomization with every field, and their status is read', async () => {
    const engine = { kind: 'flux', url: 'https://host.dev/r.git', secretName: 'git-read' } as const;
    const { revision = '' } = await (await open(engine)).applySet({ owner, resources });
    const ref = { namespace: 'flux-system', name: 'slipway' };
    expect((await admin.client.live.get(GitRepository, ref))?.spec).toMatchObject({
      ref: { branch: 'main' },
      secretRef: { name: 'git-read' },
    });
    const kustomization = await admin.client.live.get(Kustomization, ref);
    expect(kustomization?.spec).toMatchObject({
      path: './clusters/prod/',
      ignore: [{ paths: ['/spec/replicas'], target: { group: 'apps', kind: 'Deployment', ...metadata } }],
    });
    const condition = {
      type: 'Ready',
      status: 'True',
      reason: 'ReconciliationSucceeded',
      message: 'Applied',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    const observedGeneration = kustomization?.metadata.generation ?? 0;
    const status = { observedGeneration, conditions: [condition], lastAppliedRevision: `main@sha1:${revision}` };
    await admin.client.subresource(Kustomization, ref, 'status').patch({ merge: { status } });
    expect((await target?.syncStatus(owner))?.value).toMatchObject({ revision, sync: 'Synced', health: 'Healthy' });
  });
});
