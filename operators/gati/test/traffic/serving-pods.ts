import { fileURLToPath } from 'node:url';
import type { VersionRef } from '@gati-framework/contracts/deployment';
import { type Clock, type Cluster, connect, type ObjectOf } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';
import { freePort, waitUntil } from '@slipway/tools/processes/index';
import { PodHistory, PodScraper, PodScrapeSource, type VersionLookup } from '../../src/measurement/index.ts';
import { versionObjectName, versionSelector } from '../../src/names/index.ts';

const SERVER = fileURLToPath(new URL('../handler-server.mjs', import.meta.url));
const namespace = 'default';
const handler = 'users';
export const PORT = await freePort();

/** Pods of versions that really serve, in a cluster of their own, and what reads their metrics. */
export class ServingPods {
  readonly cluster: Cluster;
  readonly history: PodHistory;
  readonly scraper: PodScraper;
  readonly source: PodScrapeSource;
  readonly lookup: VersionLookup = ({ versionId }) => ({
    podLabels: versionSelector(handler, versionId),
    deployment: versionObjectName(handler, versionId),
    metricsPath: '/metrics',
    metricsPort: PORT,
  });
  readonly #stop: () => Promise<void>;
  #count = 0;

  static async start(clock: Clock): Promise<ServingPods> {
    const local = await startLocalCluster({
      nodes: 1,
      processes: { 'example/users': { command: [process.execPath, SERVER] } },
    });
    const cluster = await connect({ text: local.kubeconfig });
    const cache = cluster.cache(Pod);
    await cache.waitForSync();
    const stop = async (): Promise<void> => {
      await cache.release();
      await cluster.close();
      await local.stop();
    };
    return new ServingPods(cluster, new PodHistory({ cache, clock }), clock, stop);
  }

  private constructor(cluster: Cluster, history: PodHistory, clock: Clock, stop: () => Promise<void>) {
    this.cluster = cluster;
    this.history = history;
    this.scraper = new PodScraper({ transport: cluster.transport, clock });
    this.source = new PodScrapeSource({ pods: history, scraper: this.scraper, lookup: this.lookup, clock });
    this.#stop = stop;
  }

  ref(versionId: string): VersionRef {
    return { namespace, handler, versionId };
  }

  /** What the next pod will be called. */
  get nextName(): string {
    return `pod-${this.#count + 1}`;
  }

  /** A pod of the version, once it is ready and this process knows that. */
  async run(versionId: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const name = this.nextName;
    this.#count++;
    const probe = { httpGet: { path: '/health', port: PORT }, periodSeconds: 1 };
    await this.cluster.client.create(Pod, {
      metadata: { namespace, name, labels: { ...versionSelector(handler, versionId) } },
      spec: {
        containers: [
          {
            name: 'handler',
            image: 'example/users:1',
            ports: [{ containerPort: PORT }],
            readinessProbe: probe,
            env: Object.entries({ PORT: String(PORT), HANDLER_PATH: '/users', HANDLER_VERSION: versionId, ...env }).map(
              ([key, value]) => ({ name: key, value }),
            ),
          },
        ],
        terminationGracePeriodSeconds: 1,
      },
    });
    await this.until(name, (pod) => isReady(pod));
    return name;
  }

  /** Until the cache shows the pod so. */
  async until(name: string, condition: (pod: ObjectOf<typeof Pod> | undefined) => boolean): Promise<void> {
    const cache = this.cluster.findCache(Pod, namespace);
    await waitUntil(async () =>
      condition(cache?.get({ namespace, name }) as ObjectOf<typeof Pod> | undefined) ? true : undefined,
    );
  }

  async remove(name: string): Promise<void> {
    await this.cluster.client.delete(Pod, { namespace, name });
    await this.until(name, (pod) => pod === undefined);
  }

  /** Ends its process; until it serves again. */
  async crash(name: string): Promise<void> {
    await fetch(await this.url(name, '/crash')).catch(() => undefined);
    await this.until(name, (pod) => (pod?.status?.containerStatuses?.[0]?.restartCount ?? 0) > 0 && isReady(pod));
  }

  async url(name: string, path = '/users'): Promise<string> {
    const pod = await this.cluster.client.live.get(Pod, { namespace, name });
    return `http://${pod?.status?.podIP}:${PORT}${path}`;
  }

  /** Sends requests and has them answered. */
  async send(name: string, count: number): Promise<void> {
    const url = await this.url(name);
    for (let sent = 0; sent < count; sent++) await (await fetch(url)).arrayBuffer();
  }

  async stop(): Promise<void> {
    this.history.close();
    await this.#stop();
  }
}

function isReady(pod: ObjectOf<typeof Pod> | undefined): boolean {
  return pod?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}
