import type { IDeploymentTarget, Instant } from '@gati-framework/contracts/deployment';
import type { ClusterPort, ReadModule } from '../cluster/index.ts';
import { blockedCleanup, conditionEvents, type GatiEvent } from '../handlers/index.ts';
import type { Objects } from '../manifests/index.ts';
import { ANNOTATIONS, moduleObjectName } from '../names/index.ts';
import { applySet, removeSet, retryAt } from '../sets/index.ts';
import type { GatiModuleStatus } from '../types/index.ts';
import { judgeModule } from './decide.ts';
import { type ModuleSettings, observeModule } from './observation.ts';
import { placeOf } from './place.ts';
import { planModule } from './plan.ts';

export interface ModuleDeps {
  readonly port: ClusterPort;
  readonly target: IDeploymentTarget;
  readonly settings: ModuleSettings;
  readonly hasRuntimeClass: (name: string) => boolean | Promise<boolean>;
  readonly tell: (module: ReadModule, event: GatiEvent) => void;
  readonly now: () => Instant;
}

export interface ModuleOutcome {
  /** Something was written, so that the next look may decide otherwise. */
  readonly again: boolean;
  readonly phase: GatiModuleStatus['phase'];
  /** What is wanted of the target; none where nothing may be changed. */
  readonly objects: Objects;
  readonly wakeAt: Instant | null;
  /** Why the spec is refused, or an object was. */
  readonly code?: string;
}

/** One look at a module: read, decide, write. It may end between any two writes. */
export async function reconcileModule(deps: ModuleDeps, module: ReadModule): Promise<ModuleOutcome> {
  const { port, settings, now } = deps;
  const observed = await observeModule(port, module, deps.hasRuntimeClass, now());
  const plan = planModule(observed, settings);
  const { namespace, name } = module.metadata;
  if (plan.objects && plan.startReplicas !== undefined)
    await port.startReplicas(namespace, moduleObjectName(name), plan.startReplicas);
  const sync = plan.objects && (await applySet(placeOf(deps, module), plan.objects));
  const { status, events, wakeAt } = judgeModule(observed, plan, sync);
  const isReported = await writeModuleStatus(deps, module, status);
  for (const event of events) deps.tell(module, event);
  const isSynced = sync?.condition.status === 'True';
  const nextTry =
    sync && !isSynced ? retryAt(module.status?.conditions, observed.now, sync.retryAfterMs) : Number.POSITIVE_INFINITY;
  const code = plan.refusal?.reason ?? plan.hold?.reason ?? (isSynced ? undefined : sync?.condition.reason);
  return {
    again: isReported || (sync?.isChanged ?? false),
    phase: status.phase,
    objects: plan.objects ?? [],
    wakeAt: nextTry < (wakeAt ?? Number.POSITIVE_INFINITY) ? nextTry : wakeAt,
    ...(code !== undefined && { code }),
  };
}

/**
 * Takes with a module what its target holds (G-155); owner references would do it on a cluster alone. The answer is what
 * stands in the way, or undefined when nothing is left to do.
 */
export async function cleanUpModule(deps: ModuleDeps, module: ReadModule): Promise<string | undefined> {
  const { metadata, status = {} } = module;
  if (metadata.annotations?.[ANNOTATIONS.skipCleanup] === 'true') {
    const note = `Nothing was cleaned up: what the target holds as ${moduleObjectName(metadata.name)} was left.`;
    deps.tell(module, { type: 'Warning', reason: 'CleanupSkipped', note });
    return undefined;
  }
  const blocker = await removeSet(placeOf(deps, module));
  if (blocker === undefined) return undefined;
  const conditions = blockedCleanup(module, blocker, deps.now());
  const { lastUpdated: _at, ...present } = status;
  const isReported = await writeModuleStatus(deps, module, { ...present, conditions });
  if (isReported) for (const event of conditionEvents(status.conditions, conditions)) deps.tell(module, event);
  return blocker;
}

/** Written when something changed; the time of it is no change (G-164). */
async function writeModuleStatus(
  { port, now }: ModuleDeps,
  module: ReadModule,
  next: GatiModuleStatus,
): Promise<boolean> {
  const { metadata, status } = module;
  // A newer generation was reported by another process: this one has read an old state.
  if ((status?.observedGeneration ?? 0) > (metadata.generation ?? Number.POSITIVE_INFINITY)) return false;
  const at = new Date(now()).toISOString();
  return port.writeStatus({ kind: 'GatiModule', metadata, status }, next, { at });
}
