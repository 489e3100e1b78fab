import { hostname } from 'node:os';
import { Endings } from '@slipway/apimachinery/endings';
import { type Clock, type Cluster, connect, type Logger, silentLogger } from '@slipway/kube';
import { loadKubeconfig } from '@slipway/kube/config';
import { createManager } from '@slipway/runtime';
import { EventSink } from '@slipway/runtime/events';
import { autoscalerController } from './autoscaler/index.ts';
import { cronJobController } from './cronjob/index.ts';
import { daemonSetController } from './daemonset/index.ts';
import { deploymentController } from './deployment/index.ts';
import { disruptionController } from './disruption/index.ts';
import { FIELD_MANAGER } from './effects/index.ts';
import { endpointSliceController, endpointSliceMirroringController, endpointsController } from './endpoints/index.ts';
import type { Environment } from './environment.ts';
import { ephemeralVolumeController } from './ephemeral-volume/index.ts';
import { jobController } from './job/index.ts';
import { createMetricsFeed, type MetricsFeed } from './metrics/index.ts';
import { namespaceContentsController } from './namespaces/index.ts';
import { nodeLifecycleController, taintEvictionController } from './node-lifecycle/index.ts';
import { folderProvisioner, volumeBinder, volumeController } from './persistent-volume/index.ts';
import { podGarbageController } from './pod-garbage/index.ts';
import { quotaController } from './quota/index.ts';
import { replicaSetController, replicationController } from './replicaset/index.ts';
import { statefulSetController } from './statefulset/index.ts';
import { claimProtectionController, volumeProtectionController } from './storage-protection/index.ts';

const CONTROLLERS = {
  autoscaler: autoscalerController,
  claimprotection: claimProtectionController,
  cronjob: cronJobController,
  daemonset: daemonSetController,
  deployment: deploymentController,
  disruption: disruptionController,
  endpoints: endpointsController,
  endpointslice: endpointSliceController,
  endpointslicemirroring: endpointSliceMirroringController,
  ephemeralvolume: ephemeralVolumeController,
  folderprovisioner: folderProvisioner,
  job: jobController,
  namespacecontents: namespaceContentsController,
  nodelifecycle: nodeLifecycleController,
  persistentvolume: volumeController,
  persistentvolumebinder: volumeBinder,
  podgc: podGarbageController,
  replicaset: replicaSetController,
  replicationcontroller: replicationController,
  resourcequota: quotaController,
  statefulset: statefulSetController,
  tainteviction: taintEvictionController,
  volumeprotection: volumeProtectionController,
} as const satisfies Record<string, (environment: Environment) => void>;

export type ControllerName = keyof typeof CONTROLLERS;

export type ControllersOptions = (
  | { /** Kubeconfig (YAML) of an administrator. */ readonly kubeconfig: string }
  | {
      /** An open cluster, whose caches they share; it stays the caller's to close. */
      readonly cluster: Cluster;
      /** Who signs the API server's certificate (PEM). @default not known: namespaces get no `kube-root-ca.crt` */
      readonly rootCa?: string;
    }
) & {
  /** @default the machine's time */
  readonly clock?: Clock;
  /** What autoscalers read. @default a feed without values */
  readonly metrics?: MetricsFeed;
  /** Work only in these namespaces, and leave others to another process. @default all of them */
  readonly namespaces?: readonly string[];
  /** Which run. @default all */
  readonly only?: readonly ControllerName[];
  /** Which do not, because another controller does their work. @default none */
  readonly except?: readonly ControllerName[];
  readonly logger?: Logger;
  /** Stops them when it fires. */
  readonly signal?: AbortSignal;
};

/** Running controllers. Their owner stops them. */
export interface Controllers {
  readonly metrics: MetricsFeed;
  stop(): Promise<void>;
}

/** Time for the last events at a stop, in milliseconds. */
const FLUSH_MS = 1000;

/** Starts the controllers on a cluster; resolves when all have read what is there. */
export async function startControllers(options: ControllersOptions): Promise<Controllers> {
  const logger = options.logger ?? ('cluster' in options ? options.cluster.logger : silentLogger);
  const ends = new Endings();
  try {
    const cluster = await clusterOf(options, logger, ends);
    return await run(options, cluster, logger, ends);
  } catch (error) {
    return ends.rollBack(error);
  }
}

/** Theirs to close. */
async function clusterOf(options: ControllersOptions, logger: Logger, ends: Endings): Promise<Cluster> {
  if ('cluster' in options) return options.cluster.share();
  const { kubeconfig, clock } = options;
  const cluster = await connect({ text: kubeconfig, name: 'local', ...(clock && { clock }), logger });
  ends.add(() => cluster.close());
  return cluster;
}

async function run(options: ControllersOptions, cluster: Cluster, logger: Logger, ends: Endings): Promise<Controllers> {
  const { clock, signal, metrics = createMetricsFeed(), only, except } = options;
  const scope = options.namespaces ? { namespaces: options.namespaces } : {};
  const rootCa = await rootCaOf(options);
  const events = new EventSink({
    transport: cluster.transport,
    instance: hostname(),
    clock: cluster.clock,
    logger: cluster.logger,
  });
  const manager = await createManager({
    cluster,
    metrics: false,
    health: false,
    ...(clock && { clock }),
    logger,
    // Conditions of built-in kinds have meanings of their own: none says that a controller failed.
    controllers: { maxConcurrent: 5, reportFailures: false, fieldManager: FIELD_MANAGER },
  });
  const environment: Environment = { manager, cluster, events, metrics, scope, rootCa, stopping: [] };
  ends.add(
    () => manager.stop(),
    () => flush(events, cluster.clock),
    () => environment.stopping.forEach((end) => end()),
  );
  for (const [name, register] of Object.entries(CONTROLLERS)) {
    if (except?.includes(name as ControllerName)) continue;
    if (!only || only.includes(name as ControllerName)) register(environment);
  }
  const stop = (): Promise<void> => ends.run();
  await manager.start();
  signal?.addEventListener('abort', () => void stop(), { once: true });
  if (signal?.aborted) await stop();
  return { metrics, stop };
}

async function rootCaOf(options: ControllersOptions): Promise<string | undefined> {
  if ('cluster' in options) return options.rootCa;
  const { ca } = (await loadKubeconfig({ text: options.kubeconfig })).tls;
  return ca && 'pem' in ca ? ca.pem : undefined;
}

async function flush(events: EventSink, clock: Clock): Promise<void> {
  const giveUp = new AbortController();
  const timer = clock.timer(FLUSH_MS, () => giveUp.abort());
  await events.flush(giveUp.signal);
  timer.cancel();
}
