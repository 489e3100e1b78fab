import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addControllers, GatiHandlerKind, gatiDefinitions } from '@gati-framework/operator';
import type { GatiHandlerStatus } from '@gati-framework/operator/client';
import { connect, type DeepReadonly, installDefinition } from '@slipway/kube';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { KubernetesTarget } from '@slipway/targets';
import { sendTraffic } from './traffic.ts';

const stop = new AbortController();
// The parent process may pass on what the terminal has sent already: only the first one counts.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
// A terminal that was closed takes no words any more; what runs is ended all the same.
process.stdout.on('error', () => undefined);
const say = (text: string): void => console.log(text);
const server = fileURLToPath(new URL('../../operators/gati/test/handler-server.mjs', import.meta.url));
const command = [process.execPath, server];
// Of every pod, each on an address of its own.
const port = await freePort();

say('… a cluster: API server, controllers, scheduler, two nodes');
const local = await startLocalCluster({
  nodes: 2,
  controllers: true,
  // Pods of these images are processes of this machine: they really serve.
  processes: { 'demo/shop': { command }, 'demo/broken-shop': { command, env: { FAIL_RATE: '0.5' } } },
});
const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
const kubeconfig = join(folder, 'kubeconfig');
await writeFile(kubeconfig, local.kubeconfig, { mode: 0o600 });
const cluster = await connect({ path: kubeconfig });

say('… the Gati operator and its custom resources');
for (const { manifest } of gatiDefinitions) await installDefinition(cluster.client, manifest);
const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'warn' });
const target = await KubernetesTarget.open({ cluster, manager: 'gati-operator' });
addControllers(manager, { target });
await manager.start();

say('… a handler: shop v1, four pods');
const shop = { namespace: 'default', name: 'shop' };
await cluster.client.create(GatiHandlerKind, {
  metadata: shop,
  spec: {
    handlerPath: '/',
    version: 'v1',
    replicas: 4,
    image: 'demo/shop:1',
    port,
    terminationGracePeriodSeconds: 5,
    preStopSleepSeconds: 1,
    probes: { readiness: { httpGet: { path: '/health', port }, initialDelaySeconds: 0, periodSeconds: 1 } },
    rollout: {
      steps: [
        { weight: 10, pause: '15s' },
        { weight: 50, pause: '15s' },
      ],
      rollbackWindow: '20s',
      analysis: {
        interval: '5s',
        count: 2,
        metrics: [{ name: 'answers', builtin: 'success-rate', successCondition: 'result >= 0.95', minRequests: 5 }],
      },
    },
    traffic: { interval: '5s' },
    decommission: { gracePeriod: '20s', zeroSamples: 3 },
  },
});

const status = (): DeepReadonly<GatiHandlerStatus> => cluster.client.get(GatiHandlerKind, shop)?.status ?? {};
try {
  await until(() => status().phase === 'Running');
  if (!stop.signal.aborted) await showCanary();
} finally {
  say('… ending');
  await manager.stop();
  await cluster.close();
  await local.stop();
  await rm(folder, { recursive: true });
}

async function showCanary(): Promise<void> {
  const address = (await local.nodes?.serviceAddress('default', 'handler-shop', port)) ?? '';
  const seen = sendTraffic(address, 20, stop.signal);
  say(`
Running now
  cluster      ${local.url}
  kubeconfig   ${kubeconfig}
  shop         http://${address}  (Service handler-shop, 50 requests a second go there)
  operator     in this process

Try, in another terminal
  export KUBECONFIG=${kubeconfig}
  kubectl get gativersions --watch
  kubectl patch gatihandler shop --type merge -p '{"spec":{"version":"v3","image":"demo/broken-shop:3"}}'   # half of its answers are errors: rolled back
  kubectl describe gatihandler shop
Without kubectl: npm run tools -- kubectl fetches one and prints its path.

A canary of v2 starts once v1 has been well for 15 s. Ctrl-C ends all of it.
`);
  let reported = '';
  const ticker = setInterval(() => {
    const { versions = [], traffic } = status();
    const stages = versions.map(({ versionId, stage, weight }) => `${versionId} ${stage} ${weight} %`).join(' · ');
    const { byVersion, failures } = seen();
    const answers = [...byVersion].map(([version, count]) => `${version} ${count}`).join(', ');
    const measured = Object.entries(traffic?.measured ?? {}).map(([version, share]) => `${version} ${share} %`);
    const shares = measured.length === 0 ? '' : `  measured: ${measured.join(', ')}`;
    const line = `${phaseOf(status()) ?? ''}  ${stages}  ${traffic?.mode ?? ''}${shares}`;
    if (line !== reported)
      say(`${new Date().toISOString().slice(11, 19)}  ${line}  answers: ${answers}; errors: ${failures}`);
    reported = line;
  }, 1_000);
  await until(() => status().rollout !== undefined && phaseOf(status()) === 'Succeeded');
  // Not over what was tried meanwhile.
  if (status().targetVersion === 'v1')
    await cluster.client.patch(GatiHandlerKind, shop, { merge: { spec: { version: 'v2', image: 'demo/shop:2' } } });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  clearInterval(ticker);
}

function phaseOf({ rollout }: DeepReadonly<GatiHandlerStatus>): string | undefined {
  return rollout?.phase;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo() && !stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '0.0.0.0');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
