import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, installDefinition } from '@slipway/kube';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { serveWebsites, Website, websiteDefinition } from './website.ts';

const local = await startLocalCluster();
const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
const kubeconfig = join(folder, 'kubeconfig');
await writeFile(kubeconfig, local.kubeconfig, { mode: 0o600 });

const cluster = await connect({ path: kubeconfig });
await installDefinition(cluster.client, websiteDefinition);
const manager = await createManager({ cluster, metrics: false, health: false });
serveWebsites(manager);

await cluster.client.create(Website, {
  metadata: { namespace: 'default', name: 'hello' },
  spec: { html: '<h1>Hello</h1>', replicas: 2 },
});
const running = manager.run();
console.log(`A cluster runs in this process, with an operator for Websites and a first Website. In another terminal:

  export KUBECONFIG=${kubeconfig}
  kubectl get websites,deployments,services,configmaps
  kubectl patch website hello --type merge --patch '{"spec":{"replicas":5}}'
  kubectl delete service hello      # it is back before you look
  kubectl get website hello -o yaml

Ctrl-C ends it.`);

await running;
await local.stop();
await rm(folder, { recursive: true });
