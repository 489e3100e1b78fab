/** Something to scrape at `/metrics`. */
export interface Target {
  /** `host:port`; also the label `instance`. */
  readonly address: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A scrape config of prometheus.yml. */
export interface ScrapeConfig {
  readonly job_name: string;
  readonly [setting: string]: unknown;
}

/** The file that holds the targets, beside prometheus.yml: Prometheus reads it anew when it changes. */
export const TARGETS_FILE = 'targets.json';

export function configFile(scrapeIntervalMs: number, scrapeConfigs: readonly ScrapeConfig[]): string {
  const interval = `${scrapeIntervalMs}ms`;
  return JSON.stringify({
    global: { scrape_interval: interval, scrape_timeout: interval },
    scrape_configs: [{ job_name: 'targets', file_sd_configs: [{ files: [TARGETS_FILE] }] }, ...scrapeConfigs],
  });
}

export const targetsFile = (targets: readonly Target[]): string =>
  JSON.stringify(targets.map(({ address, labels = {} }) => ({ targets: [address], labels })));
