import type { OwnerReference } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import { type Grants, grantsOf } from '../capabilities/index.ts';
import type { ReadModule } from '../cluster/index.ts';
import { doesSleep, fieldProblems, type ModuleInput, moduleWorkload, type Objects } from '../manifests/index.ts';
import { moduleObjectName } from '../names/index.ts';
import {
  decide,
  type ScalingDecision,
  type ScalingSpec,
  scaleToZeroProblem,
  workloadScaleOf,
} from '../scaling/index.ts';
import { targetHold } from '../sets/index.ts';
import { type ModuleObservation, type ModuleSettings, runtimeClassOf } from './observation.ts';

export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** What is wanted of the target for a module. */
export interface ModulePlan {
  readonly grants: Grants;
  /** Why the spec cannot be acted on; then nothing is made or changed, and what runs goes on (G-126). */
  readonly refusal?: Refusal | undefined;
  /** Why nothing goes to the target though the spec is good (G-178). */
  readonly hold?: Refusal | undefined;
  /** Undefined where nothing may be changed. */
  readonly objects?: Objects | undefined;
  readonly scale: ScalingDecision;
  /** To be set once by a manager of its own before a scaler takes over (G-113). */
  readonly startReplicas?: number | undefined;
}

/** What a module should be made of, or why that cannot be expressed. */
export function planModule(observed: ModuleObservation, settings: ModuleSettings): ModulePlan {
  const { module, deployment, now } = observed;
  const { spec, status } = module;
  const grants = grantsOf(spec, settings.capabilities);
  const wanted = scalingSpec(module);
  const since = instantOf(status?.scaleDown?.since);
  const scale = decide(
    wanted,
    100,
    'Current',
    {
      replicas: deployment ? ((deployment.spec as { replicas?: number }).replicas ?? 1) : null,
      scalers: observed.scalers,
      isKedaInstalled: observed.isKedaInstalled,
      prometheusUrl: settings.prometheusUrl,
      scaleDown: status?.scaleDown && since !== undefined ? { ...status.scaleDown, since } : null,
    },
    now,
  );
  const isStarting = scale.kind !== 'fixed' && scale.replicas !== null;
  // A Deployment is made with its pods; the scaler follows once it is there.
  const isNew = isStarting && deployment === null;
  const input: ModuleInput = {
    module: { namespace: module.metadata.namespace, name: module.metadata.name },
    spec,
    grants,
    scale: isNew ? { replicas: scale.replicas ?? 1 } : workloadScaleOf(scale),
    owner: settings.hasOwners ? ownerOf(module) : undefined,
    canMonitor: observed.canMonitor,
    canSleep: (isSettled(module) ? doesSleep(deployment) : undefined) ?? settings.canSleep,
  };
  const refusal = refusalOf(observed, grants, wanted, input);
  const hold = refusal ? undefined : targetHold(module, settings.targetKind);
  return {
    grants,
    scale,
    refusal,
    hold,
    objects: refusal || hold ? undefined : settings.generator.module(input),
    startReplicas: isStarting && !isNew ? (scale.replicas ?? undefined) : undefined,
  };
}

/** Its pods are what its spec asked for; a changed spec replaces them in any case. */
function isSettled({ metadata, status }: ReadModule): boolean {
  const isSynced = status?.conditions?.some(({ type, status: stated }) => type === 'Synced' && stated === 'True');
  return status?.observedGeneration === metadata.generation && isSynced === true;
}

function scalingSpec({ metadata, spec }: ReadModule): ScalingSpec {
  const { namespace, name } = metadata;
  const names = { namespace, handler: name, version: '', deployment: moduleObjectName(name) };
  return { replicas: spec.replicas, scaling: spec.scaling, names };
}

function refusalOf(
  observed: ModuleObservation,
  { problems }: Grants,
  wanted: ScalingSpec,
  input: ModuleInput,
): Refusal | undefined {
  const [problem] = problems;
  if (problem) return { reason: problem.reason, message: problems.map(({ message }) => message).join(' ') };
  if (!observed.hasRuntimeClass) {
    const message = `RuntimeClass ${runtimeClassOf(observed.module)} does not exist. Create it, or name another.`;
    return { reason: 'RuntimeClassNotFound', message };
  }
  const unscalable = scaleToZeroProblem(wanted, observed.isKedaInstalled);
  if (unscalable !== undefined) return { reason: 'ScaleToZeroNeedsQuery', message: `${unscalable}.` };
  const wrong = fieldProblems(moduleWorkload(input));
  return wrong.length > 0 ? { reason: 'InvalidSpec', message: wrong.join(' ') } : undefined;
}

function ownerOf({ metadata }: ReadModule): OwnerReference | undefined {
  const { name, uid } = metadata;
  if (uid === undefined) return undefined;
  return { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiModule', name, uid, controller: true, blockOwnerDeletion: true };
}
