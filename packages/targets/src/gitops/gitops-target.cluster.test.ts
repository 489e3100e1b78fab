import { type Cluster, connect } from '@slipway/kube';
import { targetContract } from '@slipway/targets/testing';
import { installKind } from '@slipway/test/clusters/install-kind';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { GitRemote } from '../../test/git-remote.ts';
import { ensureNamespace, gitOpsContext, syncApplication } from '../../test/gitops-world.ts';
import { Application } from './engines/index.ts';
import { GitOpsTarget } from './index.ts';

const owner = { kind: 'Shop', namespace: 'shop', name: 'cart' };
const configMap = (n: number) => ({
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'shop' },
  spec: {},
  data: { n: String(n) },
});

describeCluster('the gitops target', { needs: ['objects', 'apply'] }, (cluster) => {
  let admin: Cluster;
  let remote: GitRemote;
  let target: GitOpsTarget;

  beforeAll(async () => {
    admin = await connect({ text: cluster().kubeconfig });
    await ensureNamespace(admin, 'argocd');
  });
  afterAll(() => admin?.close());
  beforeEach(async () => {
    remote = new GitRemote();
    remote.write('README.md', 'hello\n');
    target = await GitOpsTarget.open({ url: remote.path, engine: { kind: 'argocd' }, cluster: admin });
  });
  afterEach(async () => {
    await target.close();
    remote.remove();
  });

  it('G-179: an engine that is not installed keeps nothing from being committed, and is noticed when it comes', async () => {
    const { revision } = await target.applySet({ owner, resources: [configMap(1)] });
    expect(remote.tip()).toBe(revision);
    expect(await target.syncStatus(owner)).toEqual({ unknown: 'Argo CD is not installed.' });
    await installKind(admin.client, Application);
    expect(await target.syncStatus(owner)).toEqual({ unknown: expect.stringContaining('no Application') });
    await target.applySet({ owner, resources: [configMap(1)] });
    expect(await admin.client.live.get(Application, { namespace: 'argocd', name: 'slipway' })).toMatchObject({
      spec: { source: { repoURL: remote.path, targetRevision: 'main', path: '.' } },
    });
    expect(remote.log()).toHaveLength(2);
  });

  it('G-175: a step counts when the engine is at its commit: not before, and not when it was reverted', async () => {
    const first = await target.applySet({ owner, resources: [configMap(10)] });
    expect((await target.syncStatus(owner)).unknown).toBeDefined();
    await syncApplication(admin, first.revision ?? '');
    expect((await target.syncStatus(owner)).value).toEqual({
      revision: first.revision,
      sync: 'Synced',
      health: 'Healthy',
    });

    const second = await target.applySet({ owner, resources: [configMap(50)] });
    expect((await target.syncStatus(owner)).value).toMatchObject({ revision: second.revision, sync: 'Progressing' });
    // A person undoes the commit, and the engine follows.
    const reverted = remote.write('shop/configmap/a.yaml', remote.read('shop/configmap/a.yaml', first.revision));
    await syncApplication(admin, reverted);
    expect((await target.syncStatus(owner)).value).toMatchObject({ revision: second.revision, sync: 'OutOfSync' });

    const back = await target.applySet({ owner, resources: [configMap(10)] });
    expect(back.revision).toBe(reverted);
    expect((await target.syncStatus(owner)).value).toMatchObject({ sync: 'Synced' });
  });

  it('G-175: commits of others on top change nothing of what is deployed', async () => {
    const { revision } = await target.applySet({ owner, resources: [configMap(1)] });
    await syncApplication(admin, remote.write('NEWS.md', 'news\n'));
    expect((await target.syncStatus(owner)).value).toMatchObject({ revision, sync: 'Synced' });
    await syncApplication(admin, 'f'.repeat(40));
    expect((await target.syncStatus(owner)).value).toMatchObject({ revision, sync: 'OutOfSync' });
  });

  it('G-142: a status is written in the cluster, and nothing of it in git', async () => {
    const spec = { project: 'x', destination: {}, source: { repoURL: 'x' } };
    await admin.client.create(Application, { metadata: { name: 'other', namespace: 'argocd' }, spec });
    const metadata = { name: 'other', namespace: 'argocd' };
    await target.applyStatus({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata,
      spec,
      status: { seen: 1 },
    });
    expect((await admin.client.live.get(Application, metadata))?.status).toEqual({ seen: 1 });
    expect(remote.log()).toHaveLength(1);
  });

  it('G-23: an Application of the same name that another client made is left as it is', async () => {
    const ref = { namespace: 'argocd', name: 'slipway' };
    await admin.client.delete(Application, ref);
    const spec = { project: 'theirs' };
    await admin.client.create(Application, { metadata: ref, spec });
    await expect(target.applySet({ owner, resources: [configMap(1)] })).rejects.toMatchObject({
      code: 'APPLY_CONFLICT',
    });
    expect((await admin.client.live.get(Application, ref))?.spec).toEqual(spec);
    await admin.client.delete(Application, ref);
    const { results } = await target.applySet({ owner, resources: [configMap(1)] });
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged']);
  });

  it('G-174: a workload with a scaler keeps the replicas that the scaler gave it', async () => {
    const metadata = { name: 'web', namespace: 'shop' };
    const scaler = {
      kind: 'HorizontalPodAutoscaler',
      metadata,
      spec: { maxReplicas: 5, scaleTargetRef: { kind: 'Deployment', name: 'web' } },
    };
    await target.applySet({ owner, resources: [{ kind: 'Deployment', metadata, spec: { replicas: 2 } }, scaler] });
    const application = await admin.client.live.get(Application, { namespace: 'argocd', name: 'slipway' });
    expect(application?.spec).toMatchObject({
      ignoreDifferences: [{ group: 'apps', kind: 'Deployment', ...metadata, jsonPointers: ['/spec/replicas'] }],
    });
  });

  for (const { title, run } of targetContract) {
    it(title, () => run(gitOpsContext(target, remote, admin)));
  }
});
