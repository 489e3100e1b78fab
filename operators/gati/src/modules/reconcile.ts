import { isDeepStrictEqual } from 'node:util';
import type { IDeploymentTarget, Instant, Ref } from '@gati-framework/contracts/deployment';
import type { ClusterPort } from '../cluster/index.ts';
import type { GatiEvent } from '../handlers/index.ts';
import type { Objects } from '../manifests/index.ts';
import { ANNOTATIONS, moduleObjectName } from '../names/index.ts';
import type { GatiModule, GatiModuleStatus } from '../types/index.ts';
import { applyModule, type ModulePlace, removeModule } from './apply.ts';
import { judgeModule } from './decide.ts';
import { conditionOf, planModule } from './plan.ts';
import { type ModuleSettings, observeModule } from './world.ts';

export interface ModuleDeps {
  readonly port: ClusterPort;
  readonly target: IDeploymentTarget;
  readonly settings: ModuleSettings;
  readonly hasRuntimeClass: (name: string) => boolean | Promise<boolean>;
  readonly tell: (module: GatiModule, event: GatiEvent) => void;
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

/** What a person or another controller has to change first is looked for again after as long as it has been so. */
const RETRY_MS = { least: 5_000, most: 600_000 };

/** One look at a module: read, decide, write. It may end between any two writes. */
export async function reconcileModule(deps: ModuleDeps, module: GatiModule): Promise<ModuleOutcome> {
  const { port, settings, now } = deps;
  const world = await observeModule(port, module, deps.hasRuntimeClass, now());
  const plan = planModule(world, settings);
  const { namespace = '', name = '' } = module.metadata;
  if (plan.objects && plan.startReplicas !== undefined)
    await port.startReplicas(namespace, moduleObjectName(name), plan.startReplicas);
  const sync = plan.objects && (await applyModule(placeOf(deps, module), plan.objects));
  const { status, events, wakeAt } = judgeModule(world, plan, sync);
  const isTold = await writeStatus(deps, module, status);
  for (const event of events) deps.tell(module, event);
  const isSynced = sync?.condition.status === 'True';
  const code = plan.refusal?.reason ?? plan.hold?.reason ?? (isSynced ? undefined : sync?.condition.reason);
  return {
    again: isTold || (sync?.isChanged ?? false),
    phase: status.phase,
    objects: plan.objects ?? [],
    wakeAt: sync && !isSynced ? Math.min(wakeAt ?? Number.POSITIVE_INFINITY, retryAt(module, world.now)) : wakeAt,
    ...(code !== undefined && { code }),
  };
}

/** Waits as long as it has failed already: a backoff that nobody has to remember. */
function retryAt(module: GatiModule, now: Instant): Instant {
  const before = conditionOf(module, 'Synced');
  const since = before && before.status !== 'True' ? Date.parse(before.lastTransitionTime) : now;
  return now + Math.min(Math.max(now - since, RETRY_MS.least), RETRY_MS.most);
}

/**
 * Takes with a module what its target holds (G-155); owner references would do it on a cluster alone. The answer is what
 * stands in the way, or undefined when nothing is left to do.
 */
export async function cleanUpModule(deps: ModuleDeps, module: GatiModule): Promise<string | undefined> {
  if (module.metadata.annotations?.[ANNOTATIONS.skipCleanup] === 'true') return undefined;
  return removeModule(placeOf(deps, module));
}

function placeOf({ target, settings }: ModuleDeps, { metadata }: GatiModule): ModulePlace {
  const { namespace = '', name = '', uid } = metadata;
  const owner: Ref = {
    apiVersion: 'gati.dev/v1alpha1',
    kind: 'GatiModule',
    namespace,
    name,
    ...(uid !== undefined && { uid }),
  };
  return { target, targetKind: settings.targetKind, owner };
}

/** Written when something changed; the time of it is no change (G-164). */
async function writeStatus({ port, now }: ModuleDeps, module: GatiModule, next: GatiModuleStatus): Promise<boolean> {
  const { lastUpdated: _at, ...before } = module.status ?? {};
  if (isDeepStrictEqual(before, next)) return false;
  const { name = '', namespace = '', generation } = module.metadata;
  // A newer generation was told of by another process: this one has read an old state.
  if ((before.observedGeneration ?? 0) > (generation ?? Number.POSITIVE_INFINITY)) return false;
  await port.applyStatus({
    apiVersion: 'gati.dev/v1alpha1',
    kind: 'GatiModule',
    metadata: { namespace, name },
    spec: {},
    status: { ...next, lastUpdated: new Date(now()).toISOString() },
  });
  return true;
}
