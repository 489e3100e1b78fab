import type { IDeploymentTarget } from '@gati-framework/contracts/deployment';
import { type AnyKind, isKubeError } from '@slipway/kube';
import {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  Pod,
  PodDisruptionBudget,
  RuntimeClass,
  Service,
} from '@slipway/kube/kinds';
import type { Manager, ObjectKey, ReconcileContext, Result } from '@slipway/runtime';
import type { Channel } from '@slipway/runtime/source';
import { type ClusterPort, seenAs } from '../cluster/index.ts';
import { type OperatorObserver, observed } from '../metrics/index.ts';
import { FINALIZERS, MANAGER } from '../names/index.ts';
import { GatiModuleKind } from '../types/index.ts';
import { modulesOf, modulesUsing } from './concerned-modules.ts';
import type { ModuleSettings } from './observation.ts';
import { cleanUpModule, type ModuleDeps, reconcileModule } from './reconcile.ts';

type Context = ReconcileContext<typeof GatiModuleKind>;

export interface ModuleControllerOptions {
  readonly target: IDeploymentTarget;
  readonly settings: ModuleSettings;
  /** What a reconcile reads and writes, by its context. */
  readonly portOf: (context: Context) => ClusterPort;
  /** Kinds of others, which the cluster may lack. */
  readonly optionalKinds: readonly AnyKind[];
  readonly namespaces?: readonly string[] | undefined;
  readonly maxConcurrent: number;
  readonly observer: OperatorObserver;
  /** Keys from elsewhere: what may have been waiting for a kind that the cluster lacked. */
  readonly wake: Channel<ObjectKey>;
}

/** A conflict is given this long to settle before the next look. */
const CONFLICT_MS = 100;
const CLEANUP_RETRY_MS = 30_000;

/** Watches modules and everything that is made for them. */
export function addModuleController(manager: Manager, options: ModuleControllerOptions): void {
  const scope = options.namespaces ? { namespaces: options.namespaces } : {};
  const builder = manager
    .controller(GatiModuleKind)
    .for(scope)
    .source(options.wake)
    .watches(RuntimeClass, ({ metadata }, cluster) => modulesUsing(metadata.name, cluster, options.namespaces?.[0]));
  const children: readonly AnyKind[] = [
    ConfigMap,
    Deployment,
    Service,
    HorizontalPodAutoscaler,
    PodDisruptionBudget,
    NetworkPolicy,
    Pod,
  ];
  for (const kind of children) builder.watches(kind, modulesOf, scope);
  for (const kind of options.optionalKinds) builder.watches(kind, modulesOf, { ...scope, optional: true });
  const depsOf = (context: Context): ModuleDeps => ({
    port: options.portOf(context),
    target: options.target,
    settings: options.settings,
    hasRuntimeClass: (name) => context.cache(RuntimeClass).get({ name }) !== undefined,
    tell: (_module, { type, reason, note }) => context.event({ type, reason, note, action: reason }),
    now: () => context.clock.wall(),
  });
  builder
    .finalizer(FINALIZERS.module, async (context) => {
      const blocker = context.object && (await cleanUpModule(depsOf(context), seenAs('GatiModule', context.object)));
      return blocker === undefined ? undefined : { requeueAfterMs: CLEANUP_RETRY_MS };
    })
    // Failures are reported by `Synced`; without an answer from the server nothing is reported at all.
    .settings({ maxConcurrent: options.maxConcurrent, fieldManager: MANAGER, reportFailures: false })
    .reconcile(observed(options.observer, 'module', (context) => reconcileQuietly(context, depsOf(context))));
}

async function reconcileQuietly({ object, clock }: Context, deps: ModuleDeps): Promise<Result | undefined> {
  if (!object) return undefined;
  try {
    const { wakeAt } = await reconcileModule(deps, seenAs('GatiModule', object));
    return wakeAt === null ? undefined : { requeueAfterMs: Math.max(1, wakeAt - clock.wall()) };
  } catch (error) {
    // Another write came first: read again and decide again.
    if (isKubeError(error, 'KUBE_CONFLICT')) return { requeueAfterMs: CONFLICT_MS };
    throw error;
  }
}
