import type {
  IBreakingChangeDetector,
  IDeploymentTarget,
  ITransformerCoordinator,
} from '@gati-framework/contracts/deployment';
import type { PrometheusClient } from '@slipway/delivery/prometheus';
import type { AnyKind, Cluster } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import type { Manager, ObjectKey } from '@slipway/runtime';
import { Channel } from '@slipway/runtime/source';
import type { GrantOptions } from '../capabilities/index.ts';
import { DEFAULT_SETTINGS, type DecommissionSettings } from '../decommission/index.ts';
import { builtInObjects, type ObjectGenerator } from '../manifests/index.ts';
import { type OperatorObserver, silentObserver } from '../metrics/index.ts';
import { addModuleController } from '../modules/index.ts';
import { GatiHandlerKind, GatiModuleKind } from '../types/index.ts';
import { watchArrivals } from './arrivals.ts';
import { addHandlerController } from './handler-controller.ts';
import { OPTIONAL_KINDS } from './kinds.ts';
import { LiveMeasuring, type SourceName } from './live-measuring.ts';
import { runtimePort } from './runtime-port.ts';
import { addVersionController } from './version-controller.ts';

export interface ControllerOptions {
  readonly target: IDeploymentTarget;
  /** @default kubernetes */
  readonly targetKind?: 'kubernetes' | 'helm' | 'gitops';
  /** @default all */
  readonly namespaces?: readonly string[];
  /** Handlers that are looked at at the same time. @default 8 */
  readonly maxConcurrent?: number;
  /** Where a handler names none. @default podScrape */
  readonly trafficSource?: SourceName;
  readonly prometheus?: PrometheusClient;
  readonly prometheusUrl?: string;
  /** @default 5 minutes of grace, a sample a minute, no dry run */
  readonly decommission?: DecommissionSettings;
  /** How modules' capabilities are read. @default without own names */
  readonly capabilities?: GrantOptions;
  /** @default the built-in one */
  readonly generator?: ObjectGenerator;
  /** @default schemas of the versions */
  readonly detector?: IBreakingChangeDetector;
  /** @default transformers that the versions name */
  readonly coordinator?: ITransformerCoordinator;
  /** Whether the API server knows the preStop sleep: from 1.30 on. @default true */
  readonly canSleep?: boolean;
  /** @default nobody is notified */
  readonly observer?: OperatorObserver;
  /** @default Math.random */
  readonly random?: () => number;
}

/** Adds the operator to a manager. */
export function addControllers(manager: Manager, options: ControllerOptions): void {
  const { target, targetKind = 'kubernetes', namespaces, maxConcurrent = 8, random = Math.random } = options;
  const observer = options.observer ?? silentObserver;
  const decommission = options.decommission ?? DEFAULT_SETTINGS;
  const objects = {
    generator: options.generator ?? builtInObjects,
    ...(options.prometheusUrl !== undefined && { prometheusUrl: options.prometheusUrl }),
    hasOwners: targetKind === 'kubernetes',
    canSleep: options.canSleep ?? true,
  };
  const wake = new Channel<ObjectKey>();
  const wakeModules = new Channel<ObjectKey>();
  const scope = namespaces ? { namespaces } : {};
  /** All that may have been waiting for a kind of others. */
  const wakeAll = (cluster: Cluster): void => {
    for (const key of keysOf(cluster, GatiHandlerKind, namespaces)) wake.add(key);
    for (const key of keysOf(cluster, GatiModuleKind, namespaces)) wakeModules.add(key);
  };
  /** From the first handler or module on that a cluster has. */
  const arrivalsOn = manager.perCluster((cluster) => ({
    close: watchArrivals({ cluster, kinds: OPTIONAL_KINDS, scope, onArrival: () => wakeAll(cluster) }),
  }));
  const measuringOn = manager.perCluster(
    (cluster) =>
      new LiveMeasuring({
        cluster,
        pods: cluster.cache(Pod, scope),
        clock: cluster.clock,
        random,
        prometheus: options.prometheus,
        source: options.trafficSource ?? 'podScrape',
        decommission,
        observer,
        onSample: ({ namespace, name }) => wake.add({ cluster: cluster.name, namespace, name }),
      }),
  );
  addHandlerController(manager, {
    target,
    targetKind,
    settings: { ...objects, decommission },
    measuring: (cluster) => {
      arrivalsOn(cluster);
      return measuringOn(cluster);
    },
    detector: options.detector,
    coordinator: options.coordinator,
    namespaces,
    maxConcurrent,
    observer,
    wake,
  });
  addVersionController(manager, { namespaces, maxConcurrent, observer, wake });
  addModuleController(manager, {
    target,
    settings: { ...objects, targetKind, ...(options.capabilities && { capabilities: options.capabilities }) },
    portOf: (context) => {
      arrivalsOn(context.cluster);
      return runtimePort(context);
    },
    optionalKinds: OPTIONAL_KINDS.filter(({ kind }) => kind === 'ScaledObject' || kind === 'ServiceMonitor'),
    namespaces,
    maxConcurrent,
    observer,
    wake: wakeModules,
  });
}

function keysOf(
  { name: cluster, client }: Cluster,
  kind: AnyKind,
  namespaces: readonly string[] = [''],
): readonly ObjectKey[] {
  const found = namespaces.flatMap((namespace) => client.list(kind, namespace === '' ? {} : { namespace }));
  return found.map(({ metadata }) => ({
    cluster,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
  }));
}
