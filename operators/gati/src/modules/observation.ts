import type { Instant } from '@gati-framework/contracts/deployment';
import type { DeepReadonly } from '@slipway/kube';
import type { GrantOptions } from '../capabilities/index.ts';
import type { ClusterPort, ReadModule, Seen } from '../cluster/index.ts';
import type { ObjectGenerator } from '../manifests/index.ts';
import { moduleObjectName, moduleSelector } from '../names/index.ts';
import { type PresentScaler, scalerFailure } from '../scaling/index.ts';

/** What a decision about a module rests on. */
export interface ModuleObservation {
  readonly module: ReadModule;
  readonly deployment: Seen | null;
  readonly pods: readonly Seen[];
  readonly scalers: readonly PresentScaler[];
  /** Whether the RuntimeClass that the module names exists; true where it names none. */
  readonly hasRuntimeClass: boolean;
  readonly isKedaInstalled: boolean;
  readonly canMonitor: boolean;
  readonly now: Instant;
}

/** What the operator was configured with for all modules. */
export interface ModuleSettings {
  readonly generator: ObjectGenerator;
  /** How capabilities are read. */
  readonly capabilities?: GrantOptions | undefined;
  readonly prometheusUrl?: string | undefined;
  /** Whether objects name the module as their owner: where the target is a cluster (G-22). */
  readonly hasOwners: boolean;
  /** Which target objects go to; another one than before waits for a word (G-178). */
  readonly targetKind: string;
  readonly canSleep?: boolean | undefined;
}

export async function observeModule(
  port: ClusterPort,
  module: ReadModule,
  hasRuntimeClass: (name: string) => boolean | Promise<boolean>,
  now: Instant,
): Promise<ModuleObservation> {
  const { namespace, name } = module.metadata;
  const object = moduleObjectName(name);
  const runtimeClass = runtimeClassOf(module);
  const [deployment, hpa, scaledObject, pods] = await Promise.all([
    port.get('Deployment', namespace, object),
    port.get('HorizontalPodAutoscaler', namespace, object),
    port.get('ScaledObject', namespace, object),
    port.list('Pod', namespace, { ...moduleSelector(name) }),
  ]);
  return {
    module,
    deployment,
    pods,
    scalers: [...scalerOf('hpa', hpa), ...scalerOf('keda', scaledObject)],
    hasRuntimeClass: runtimeClass === undefined || (await hasRuntimeClass(runtimeClass)),
    isKedaInstalled: port.serves('ScaledObject'),
    canMonitor: port.serves('ServiceMonitor'),
    now,
  };
}

/** The class that the module's pods need. */
export function runtimeClassOf({ spec }: DeepReadonly<ReadModule>): string | undefined {
  return (spec.moduleType === 'wasm' ? spec.wasm?.runtimeClassName : undefined) ?? spec.runtimeClassName;
}

function scalerOf(kind: PresentScaler['kind'], object: Seen | null): PresentScaler[] {
  if (!object) return [];
  const failure = scalerFailure(kind, object.status);
  return [{ kind, ...(failure !== undefined && { failure }) }];
}
