import type { TargetEnvironment } from '@slipway/targets';

/** The variables that the operator reads. An empty one counts as not set; the spec of an object beats them. */
export interface OperatorEnvironment extends TargetEnvironment {
  /** Where manifests go: `kubernetes`, `helm` or `gitops`. @default kubernetes */
  readonly DEPLOYMENT_TARGET?: string;
  /** Namespaces to work in, with commas between them. @default all */
  readonly WATCH_NAMESPACES?: string;
  /** `debug`, `info`, `warn` or `error`. @default info */
  readonly LOG_LEVEL?: string;
  /** Whether only one of several replicas works, by the Lease `gati-operator`: `true` or `false`. @default true */
  readonly LEADER_ELECT?: string;
  /** Namespace of that Lease: the same for all replicas of an installation. @default that of the pod; gati-system outside of one */
  readonly LEADER_ELECT_NAMESPACE?: string;
  /** Where Prometheus scrapes the operator, as in 127.0.0.1:8080; without a host, every address. @default :8080 */
  readonly METRICS_ADDRESS?: string;
  /** Where `/healthz` and `/readyz` are. @default :8081 */
  readonly HEALTH_ADDRESS?: string;
  /** Objects of a kind that are looked at at the same time. @default 8 */
  readonly MAX_CONCURRENT_RECONCILES?: string;
  /** Where requests are counted, for handlers that name no source: `podScrape`, `prometheus` or `status`. @default podScrape */
  readonly TRAFFIC_SOURCE?: string;
  /** Between two samples of a version that drains, as in 60s or 1m30s. @default 60s */
  readonly TRAFFIC_INTERVAL?: string;
  /** Address of a Prometheus, as in http://prometheus.monitoring:9090. */
  readonly PROMETHEUS_URL?: string;
  /** A file with a bearer token for it, read anew for each request. */
  readonly PROMETHEUS_TOKEN_FILE?: string;
  /** Retire nothing, only tell what would be: `true` or `false`. @default false */
  readonly DECOMMISSION_DRY_RUN?: string;
  /** How long a version has to be without requests before it is retired, as in 5m. @default 5m */
  readonly DECOMMISSION_GRACE_PERIOD?: string;
  /** A JSON file with own names for capabilities of modules: `{"payment:process": ["network:egress"]}`. */
  readonly CAPABILITY_MAP_FILE?: string;
  /** The namespace from which modules with `metrics:write` are scraped. @default monitoring */
  readonly MONITORING_NAMESPACE?: string;
  /** `install` has helm install the charts, `write` only writes them. @default install */
  readonly HELM_MODE?: string;
  /** The helm binary. @default helm on the PATH */
  readonly HELM_BIN?: string;
  /** Where charts are kept, one folder per release; needed with `write`. @default a temporary folder */
  readonly HELM_CHART_DIR?: string;
}

/** The variables as they are read. */
export interface OperatorSettings {
  readonly env: OperatorEnvironment;
  readonly targetKind: 'kubernetes' | 'helm' | 'gitops';
  /** None: all of them. */
  readonly namespaces: readonly string[] | undefined;
  readonly logLevel: LogLevel;
  readonly leaderElection: boolean;
  /** None: the namespace of the pod, or the usual one. */
  readonly electionNamespace: string | undefined;
  readonly metricsAddress: string;
  readonly healthAddress: string;
  readonly maxConcurrent: number;
  readonly trafficSource: TrafficSourceName;
  readonly trafficIntervalMs: number;
  readonly prometheus: { readonly url: string; readonly tokenFile: string | undefined } | undefined;
  readonly decommissionDryRun: boolean;
  readonly decommissionGraceMs: number;
  readonly capabilityMapFile: string | undefined;
  readonly monitoringNamespace: string;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const TRAFFIC_SOURCES = ['podScrape', 'prometheus', 'status'] as const;
export type TrafficSourceName = (typeof TRAFFIC_SOURCES)[number];
