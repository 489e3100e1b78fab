import { renameSync } from 'node:fs';
import type { Cluster } from '@slipway/kube';
import { Namespace } from '@slipway/kube/kinds';
import type { ContractContext } from '@slipway/targets/testing';
import { vi } from 'vitest';
import { stringify } from 'yaml';
import { Application } from '../src/gitops/engines/index.ts';
import type { GitOpsTarget } from '../src/gitops/index.ts';
import type { GitRemote } from './git-remote.ts';

/** What Argo CD would write once it has synced a commit. */
export function syncedStatus(application: { spec?: unknown }, revision: string): object {
  const { source } = application.spec as { source: { repoURL: string; path: string; targetRevision: string } };
  const { repoURL, path, targetRevision } = source;
  return {
    sync: { status: 'Synced', revision, comparedTo: { source: { repoURL, path, targetRevision }, destination: {} } },
    health: { status: 'Healthy' },
  };
}

/** Stands for Argo CD: takes the branch's newest commit for deployed. */
export async function syncApplication({ client }: Cluster, revision: string): Promise<void> {
  const ref = { namespace: 'argocd', name: 'slipway' };
  const application = await client.live.get(Application, ref);
  if (!application) return;
  await client
    .subresource(Application, ref, 'status')
    .patch({ merge: { status: syncedStatus(application, revision) } });
}

export async function ensureNamespace({ client }: Cluster, name: string): Promise<void> {
  await client.apply(Namespace, { metadata: { name } }, { fieldManager: 'test' });
}

/** The contract's world over a repository on disk, with an engine that is as fast as the test. */
export function gitOpsContext(target: GitOpsTarget, remote: GitRemote, cluster: Cluster): ContractContext {
  let namespaces = 0;
  return {
    target,
    freshNamespace: async () => `ns-${(namespaces += 1)}`,
    createForeign: async ({ spec: _spec, ...object }) => {
      const { namespace, name } = object.metadata;
      remote.write(`${namespace}/configmap/${name}.yaml`, stringify({ apiVersion: 'v1', ...object }));
    },
    failReads: () => {
      renameSync(remote.path, `${remote.path}.away`);
      return () => renameSync(`${remote.path}.away`, remote.path);
    },
    until: async (condition) => {
      await vi.waitFor(
        async () => {
          await syncApplication(cluster, remote.tip());
          if (!(await condition())) throw new Error('it does not hold yet');
        },
        { timeout: 20_000, interval: 20 },
      );
    },
  };
}
