import { PrometheusClient } from '@slipway/delivery/prometheus';
import { type Cluster, type ConnectOptions, connect, type Logger } from '@slipway/kube';
import { createManager, type Manager, type ManagerOptions } from '@slipway/runtime';
import { addControllers, OPTIONAL_KINDS, UNWATCHED_KINDS } from '../controllers/index.ts';
import { createLogger, type LogStream } from '../logging/index.ts';
import { clusterGauges, countedTarget, operatorMetrics } from '../metrics/index.ts';
import { MANAGER } from '../names/index.ts';
import { loadCapabilityMap, type OperatorSettings, tokenHeaders } from '../settings/index.ts';
import { type OperatorTarget, openTarget } from '../targets/index.ts';
import { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../types/index.ts';
import { VERSION } from '../version.ts';
import { WATCHED } from '../words/index.ts';
import { watchedText, watchInstallations } from './installations.ts';
import { electionPlace } from './place.ts';
import { canSleep } from './server-version.ts';

export interface OperatorOptions {
  /** Which cluster: text, file, or a `KubeConfig` of client-node as `object`. @default the pod's, or as kubectl would */
  readonly connect?: ConnectOptions;
  /** Where Prometheus scrapes. @default as the settings say */
  readonly metrics?: ManagerOptions['metrics'];
  /** Where `/healthz` and `/readyz` are. @default as the settings say */
  readonly health?: ManagerOptions['health'];
  /** Namespace of the Lease. @default as the settings say: the pod's, or gati-system */
  readonly electionNamespace?: string;
  /** @default lines of JSON on standard output */
  readonly logger?: Logger;
  readonly logStream?: LogStream;
  /** How the process ends when its lease is lost or a stop takes too long. @default process.exit */
  readonly exit?: (code: number) => void;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal;
}

/** An operator that is ready to run. */
export interface Operator {
  readonly manager: Manager;
  readonly logger: Logger;
  /** Works until the signal fires or the process is asked to stop, then stops in order. */
  run(signal?: AbortSignal): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Connects, opens the target and sets up the controllers. Nothing is watched or written before `run` or `start`. What was
 * opened is closed when a later step fails.
 */
export async function createOperator(settings: OperatorSettings, options: OperatorOptions = {}): Promise<Operator> {
  const capabilities = await loadCapabilityMap(settings.capabilityMapFile);
  const logger = options.logger ?? createLogger({ level: settings.logLevel, stream: options.logStream });
  const cluster = await connect({ ...options.connect, logger, operator: { name: MANAGER, version: VERSION } });
  try {
    const namespace = settings.leaderElection
      ? await electionPlace(cluster, options.electionNamespace ?? settings.electionNamespace, logger)
      : undefined;
    const { connect: place } = options;
    const target = await openTarget(settings.env, {
      cluster,
      connect: place,
      logger,
      watched: OPTIONAL_KINDS,
      unwatched: UNWATCHED_KINDS,
    });
    try {
      return await assemble({ cluster, target, namespace, settings, capabilities, options: { ...options, logger } });
    } catch (error) {
      await target.close();
      throw error;
    }
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

interface Parts {
  readonly cluster: Cluster;
  readonly target: OperatorTarget;
  /** Of the Lease; undefined without an election. */
  readonly namespace: string | undefined;
  readonly settings: OperatorSettings;
  readonly capabilities: Awaited<ReturnType<typeof loadCapabilityMap>>;
  readonly options: OperatorOptions & { readonly logger: Logger };
}

async function assemble({ cluster, target, namespace, settings, capabilities, options }: Parts): Promise<Operator> {
  const { logger, metrics, health, exit } = options;
  const watched = watchedText(settings.namespaces);
  const manager = await createManager({
    cluster,
    logger,
    // A user who installs the operator before its definitions finds it waiting, not restarting.
    awaitKinds: [GatiHandlerKind, GatiModuleKind, GatiVersionKind],
    ...(namespace !== undefined && {
      leaderElection: { name: MANAGER, namespace, annotations: { [WATCHED]: watched } },
    }),
    metrics: metrics ?? { address: settings.metricsAddress },
    health: health ?? { address: settings.healthAddress },
    ...(exit && { exit }),
  });
  const { prometheus, namespaces, maxConcurrent, trafficSource, targetKind } = settings;
  const observer = operatorMetrics(manager.metrics);
  clusterGauges(manager.metrics, cluster, namespaces);
  addControllers(manager, {
    target: countedTarget(target, targetKind, observer),
    targetKind,
    ...(namespaces && { namespaces }),
    maxConcurrent,
    trafficSource,
    ...(prometheus && {
      prometheus: new PrometheusClient({ url: prometheus.url, headers: tokenHeaders(prometheus.tokenFile) }),
      prometheusUrl: prometheus.url,
    }),
    decommission: {
      dryRun: settings.decommissionDryRun,
      gracePeriodMs: settings.decommissionGraceMs,
      intervalMs: settings.trafficIntervalMs,
    },
    capabilities: { own: capabilities, monitoringNamespace: settings.monitoringNamespace },
    observer,
    canSleep: await canSleep(cluster.transport, options.signal),
  });
  const ending = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  let others = 0;
  manager.metrics.gauge(
    {
      name: 'gati_operator_other_installations',
      help: 'Other installations of the operator that work on the same namespaces. More than 0 needs a person.',
      labels: [],
    },
    () => [{ labels: {}, value: others }],
  );
  const lookForOthers = (): void => {
    if (namespace === undefined) return;
    const onLook = (found: number): void => void (others = found);
    looking = watchInstallations(cluster, { namespace, watched }, { logger, onLook, signal: ending.signal });
  };
  /** After the manager has stopped, or was never started. */
  const close = async (): Promise<void> => {
    ending.abort();
    await looking;
    await target.close();
    await cluster.close();
  };
  const lease = namespace === undefined ? 'none' : `${namespace}/${MANAGER}`;
  const reported = {
    version: VERSION,
    target: targetKind,
    namespaces: namespaces ?? 'all',
    server: cluster.url,
    lease,
  };
  const starts = `The Gati operator starts${namespace === undefined ? '' : `; its leader holds the Lease ${lease}`}.`;
  return {
    manager,
    logger,
    async run(signal) {
      logger.info(reported, starts);
      lookForOthers();
      try {
        await manager.run(signal);
      } finally {
        await close();
      }
      logger.info({}, 'The Gati operator has stopped.');
    },
    async start() {
      lookForOthers();
      try {
        await manager.start();
      } catch (error) {
        await close();
        throw error;
      }
    },
    async stop() {
      await manager.stop();
      await close();
    },
  };
}

/** The whole life of an operator: from its settings to its stop. */
export async function runOperator(settings: OperatorSettings, options: OperatorOptions = {}): Promise<void> {
  const operator = await createOperator(settings, options);
  await operator.run(options.signal);
}
