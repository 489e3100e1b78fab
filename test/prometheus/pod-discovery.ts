import { serveOnLoopback } from './loopback-server.ts';
import type { ScrapeConfig } from './scrape-config.ts';

/** What is read of a pod. */
interface PodLike {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: {
    readonly containers?: readonly { readonly ports?: readonly { readonly containerPort: number }[] }[];
  };
  readonly status?: { readonly phase?: string; readonly podIP?: string };
}

export interface PodDiscovery {
  /** For `startPrometheus`. */
  readonly scrapeConfig: ScrapeConfig;
  stop(): Promise<void>;
}

/**
 * Tells Prometheus which pods there are, as its discovery in Kubernetes would, which Debian leaves out. Every port of
 * every running pod is scraped. Series get the labels `namespace`, `pod` and those of the pod, with `_` for what a
 * label of Prometheus may not have.
 */
export async function startPodDiscovery(list: () => Promise<readonly PodLike[]>): Promise<PodDiscovery> {
  const server = await serveOnLoopback((_request, response) => {
    void list().then(
      (pods) => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(pods.flatMap(groupsOf)));
      },
      // Prometheus goes on with the pods that it knew.
      () => response.writeHead(503).end(),
    );
  });
  return {
    scrapeConfig: { job_name: 'pods', http_sd_configs: [{ url: server.url, refresh_interval: '1s' }] },
    stop: () => server.stop(),
  };
}

function groupsOf({ metadata = {}, spec = {}, status = {} }: PodLike): object[] {
  const ports = (spec.containers ?? []).flatMap(({ ports: declared = [] }) => declared);
  if (status.phase !== 'Running' || status.podIP === undefined || ports.length === 0) return [];
  const own = Object.entries(metadata.labels ?? {}).map(([key, value]) => [key.replaceAll(/\W/g, '_'), value]);
  return [
    {
      targets: ports.map(({ containerPort }) => `${status.podIP}:${containerPort}`),
      labels: { ...Object.fromEntries(own), namespace: metadata.namespace, pod: metadata.name },
    },
  ];
}
