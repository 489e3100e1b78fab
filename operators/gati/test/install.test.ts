import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, connect } from '@slipway/kube';
import { Deployment } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Kubectl, kubectlOf } from './rights/installation.ts';

let folder: string;
let local: LocalCluster;
let cluster: Cluster;
let kubectl: Kubectl;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gati-install-'));
  local = await startLocalCluster({ nodes: 2 });
  await writeFile(join(folder, 'kubeconfig'), local.kubeconfig);
  kubectl = await kubectlOf(join(folder, 'kubeconfig'));
  cluster = await connect({ text: local.kubeconfig });
});
afterAll(async () => {
  await cluster?.close();
  await local?.stop();
  await rm(folder, { recursive: true });
});

test('G-1, G-182: both commands of the README work on an empty cluster, and the operator gets its two pods', async () => {
  await kubectl('apply', '--validate=strict', '-f', 'crds/');
  await kubectl('apply', '--validate=strict', '-f', 'operator.yaml');
  const ready = async (): Promise<number | undefined> =>
    (await cluster.client.live.get(Deployment, { namespace: 'gati-system', name: 'gati-operator' }))?.status
      ?.readyReplicas;
  await expect.poll(ready).toBe(2);
  expect(await kubectl('apply', '-f', 'operator.yaml')).not.toMatch(/created|configured/);
});

test('G-182: the Prometheus Operator is optional: only its own file needs it', async () => {
  await expect(kubectl('apply', '-f', 'deploy/servicemonitor.yaml')).rejects.toThrow(/ServiceMonitor/);
});

test('G-184: the form for some namespaces, and what other targets need, are admitted too', async () => {
  for (const file of ['operator-namespaced.yaml', 'rbac-helm.yaml', 'rbac-gitops.yaml'])
    await kubectl('apply', '--validate=strict', '-f', `deploy/${file}`);
});
