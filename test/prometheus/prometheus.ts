import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureTool } from '@slipway/tools/binaries/index';
import { waitUntil, withFreePorts } from '@slipway/tools/processes/index';
import { DEADLINE_MS, type GuardedServer, startGuarded } from './guarded-server.ts';
import { configFile, type ScrapeConfig, TARGETS_FILE, type Target, targetsFile } from './scrape-config.ts';

export interface PrometheusOptions {
  /** @default none */
  readonly targets?: readonly Target[];
  /** Scraped beside the targets. */
  readonly scrapeConfigs?: readonly ScrapeConfig[];
  /** @default 1000 */
  readonly scrapeIntervalMs?: number;
}

/** One series of an instant query's answer. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A Prometheus process. What it has scraped stays through `kill` and `start`. */
export interface Prometheus extends GuardedServer {
  readonly url: string;
  /** Scrapes these instead. Prometheus looks at its list every five seconds. */
  setTargets(targets: readonly Target[]): Promise<void>;
  /**
   * Takes its scrape configuration away. Unlike targets that are away or no longer listed, this ends no series: for five
   * minutes Prometheus answers with the last samples.
   */
  forgetScrapeConfigs(): Promise<void>;
  query(expression: string): Promise<readonly Series[]>;
  /** Asks until the answer is as wanted, and returns it. */
  until(expression: string, isWanted: (series: readonly Series[]) => boolean): Promise<readonly Series[]>;
  /** Until each of the targets, by its address, has been scraped after this call. */
  untilScraped(...addresses: readonly string[]): Promise<void>;
}

/** @throws ToolError where there is no Prometheus to be had: see `describeWithPrometheus`. */
export async function startPrometheus(options: PrometheusOptions = {}): Promise<Prometheus> {
  const { path } = await ensureTool('prometheus');
  return await withFreePorts(1, ([port]) => startAt(`127.0.0.1:${port}`, path, options));
}

async function startAt(address: string, command: string, options: PrometheusOptions): Promise<Prometheus> {
  const { targets = [], scrapeConfigs = [], scrapeIntervalMs = 1_000 } = options;
  const url = `http://${address}`;
  let folder = '';
  const server = await startGuarded({
    name: 'prometheus',
    command,
    args: flags(address),
    readyUrl: `${url}/-/ready`,
    async prepare(own) {
      folder = own;
      await writeFile(join(folder, 'prometheus.yml'), configFile(scrapeIntervalMs, scrapeConfigs));
      await writeTargets(folder, targets);
    },
  });
  const until: Prometheus['until'] = (expression, isWanted) =>
    waitUntil(async () => {
      const series = await query(url, expression);
      return isWanted(series) ? series : undefined;
    }, AbortSignal.timeout(DEADLINE_MS));
  return {
    ...server,
    url,
    setTargets: (list) => writeTargets(folder, list),
    async forgetScrapeConfigs() {
      await writeFile(join(folder, 'prometheus.yml'), JSON.stringify({ scrape_configs: [] }));
      const { ok, status } = await fetch(`${url}/-/reload`, { method: 'POST' });
      if (!ok) throw new Error(`Prometheus refused to read its configuration anew (${status})`);
    },
    query: (expression) => query(url, expression),
    until,
    async untilScraped(...addresses) {
      const since = Date.now() / 1000;
      await until('timestamp(up) and up == 1', (series) =>
        addresses.every((one) => series.some(({ labels, value }) => labels['instance'] === one && value > since)),
      );
    },
  };
}

/** Written beside its place and renamed: Prometheus never reads half a list. */
async function writeTargets(folder: string, targets: readonly Target[]): Promise<void> {
  const unfinished = join(folder, 'targets.unfinished');
  await writeFile(unfinished, targetsFile(targets));
  await rename(unfinished, join(folder, TARGETS_FILE));
}

/** Paths are relative to the folder, in which it is started. */
function flags(address: string): string[] {
  return [
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    `--web.listen-address=${address}`,
    // Otherwise a list of targets that has arrived waits for up to five more seconds.
    '--scrape.discovery-reload-interval=100ms',
    '--web.enable-lifecycle',
    '--log.level=warn',
  ];
}

interface Answer {
  readonly error?: string;
  readonly data?: {
    readonly result: readonly { readonly metric: Record<string, string>; readonly value: [number, string] }[];
  };
}

async function query(url: string, expression: string): Promise<readonly Series[]> {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const { data, error } = (await response.json()) as Answer;
  if (data === undefined) throw new Error(`${expression}: ${error}`);
  return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
}
