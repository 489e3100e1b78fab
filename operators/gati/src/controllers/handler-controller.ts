import type {
  IBreakingChangeDetector,
  IDeploymentTarget,
  ITransformerCoordinator,
  Known,
} from '@gati-framework/contracts/deployment';
import { type AnyKind, type Cluster, isKubeError } from '@slipway/kube';
import {
  ConfigMap,
  Deployment,
  EndpointSlice,
  HorizontalPodAutoscaler,
  Pod,
  PodDisruptionBudget,
  Service,
} from '@slipway/kube/kinds';
import type { Manager, ObjectKey, ReconcileContext, Result } from '@slipway/runtime';
import type { Channel } from '@slipway/runtime/source';
import { type ReadHandler, type ReadVersion, seenAs } from '../cluster/index.ts';
import {
  type CataloguedVersion,
  type Judges,
  readSchema,
  SchemaDetector,
  TransformerChains,
  timelyCoordinator,
} from '../compatibility/index.ts';
import {
  cleanUpHandler,
  type HandlerDeps,
  type HandlerSettings,
  type Measuring,
  reconcileHandler,
  tellFailure,
} from '../handlers/index.ts';
import { type OperatorObserver, observed } from '../metrics/index.ts';
import { FINALIZERS, MANAGER } from '../names/index.ts';
import { GatiHandlerKind, GatiVersionKind, type VersionSchema } from '../types/index.ts';
import { handlersOf, handlersOfGateway, handlersOfVersion, rivalsOf } from './concerned-handlers.ts';
import { indexedNeighbours } from './handler-index.ts';
import { OPTIONAL_KINDS } from './kinds.ts';
import { runtimePort } from './runtime-port.ts';

export interface HandlerControllerOptions {
  readonly target: IDeploymentTarget;
  readonly targetKind: string;
  readonly settings: HandlerSettings;
  readonly measuring: (cluster: Cluster) => Measuring;
  readonly detector?: IBreakingChangeDetector | undefined;
  readonly coordinator?: ITransformerCoordinator | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly maxConcurrent: number;
  readonly observer: OperatorObserver;
  /** Keys from elsewhere: samples, and versions that were linked by their name. */
  readonly wake: Channel<ObjectKey>;
}

/** How long a conflict is given to settle before the next look. */
const CONFLICT_MS = 100;
const CLEANUP_RETRY_MS = 30_000;
/** Kinds that show how versions fare. */
const SHOWING: readonly AnyKind[] = [Deployment, Pod, EndpointSlice];

/** Watches handlers, their versions and everything that is made for them. */
export function addHandlerController(manager: Manager, options: HandlerControllerOptions): void {
  const scope = options.namespaces ? { namespaces: options.namespaces } : {};
  const builder = manager
    .controller(GatiHandlerKind)
    .for(scope)
    .watches(GatiHandlerKind, rivalsOf, scope)
    .watches(GatiVersionKind, handlersOfVersion, scope)
    .source(options.wake);
  const children: readonly AnyKind[] = [
    Deployment,
    Service,
    ConfigMap,
    HorizontalPodAutoscaler,
    PodDisruptionBudget,
    Pod,
    EndpointSlice,
  ];
  for (const kind of children) builder.watches(kind, handlersOf, scope);
  for (const kind of OPTIONAL_KINDS) {
    const map = kind.kind === 'Gateway' ? handlersOfGateway : handlersOf;
    builder.watches(kind, map, { ...scope, optional: true });
  }
  const depsOf = (context: ReconcileContext<typeof GatiHandlerKind>): HandlerDeps => {
    const { cluster, clock, key } = context;
    // What was seen before a gap says nothing of what happened in it (G-89).
    const unbroken = SHOWING.map(
      (kind) => cluster.findCache(kind, key.namespace)?.stateIn(key.namespace).unbrokenSince,
    );
    const since = Math.max(...unbroken.map((at) => at ?? clock.wall()));
    return {
      port: runtimePort(context),
      competing: indexedNeighbours(cluster, key.namespace),
      target: options.target,
      targetKind: options.targetKind,
      settings: options.settings,
      measuring: options.measuring(cluster),
      judgesOf: (handler, versions) => judgesOf(handler, versions, options, context),
      coordinator: options.coordinator && timelyCoordinator(options.coordinator, clock),
      tell: (handler, reported, version) => {
        options.observer.reported(handler, reported, clock.wall());
        const { type, reason, note } = reported;
        const event = { type, reason, note, action: reason };
        // Once: on the handler, where people look; on a record only what is about that record alone.
        if (version && reported.version === undefined) context.event(event, { kind: GatiVersionKind, object: version });
        else context.event(event);
      },
      since: () => since,
      now: () => clock.wall(),
    };
  };
  builder
    .finalizer(FINALIZERS.handler, async (context) => {
      if (!context.object) return undefined;
      const blocker = await cleanUpHandler(depsOf(context), seenAs('GatiHandler', context.object));
      return blocker === undefined ? undefined : { requeueAfterMs: CLEANUP_RETRY_MS };
    })
    // `Synced`, not `Ready`: that says whether its versions serve, which a look that failed does not change.
    .failed(async (context, error, during) => {
      if (during === 'cleanup' || !context.object) return;
      await tellFailure(depsOf(context), seenAs('GatiHandler', context.object), error);
    })
    .settings({ maxConcurrent: options.maxConcurrent, fieldManager: MANAGER })
    .reconcile(observed(options.observer, 'handler', (context) => reconcileQuietly(context, depsOf)));
}

async function reconcileQuietly(
  context: ReconcileContext<typeof GatiHandlerKind>,
  depsOf: (context: ReconcileContext<typeof GatiHandlerKind>) => HandlerDeps,
): Promise<Result | undefined> {
  const { object, clock } = context;
  if (!object) return undefined;
  const deps = depsOf(context);
  const handler = seenAs('GatiHandler', object);
  try {
    const { again, wakeAt } = await reconcileHandler(deps, handler);
    if (again) return { requeueAfterMs: 0 };
    return wakeAt === null ? undefined : { requeueAfterMs: Math.max(1, wakeAt - clock.wall()) };
  } catch (error) {
    // Another write came first: read again and decide again. A name that is taken stays so.
    if (isKubeError(error, 'KUBE_CONFLICT') && error.body?.reason !== 'AlreadyExists')
      return { requeueAfterMs: CONFLICT_MS };
    throw error;
  }
}

/** The judges of a handler's versions: those that were given, else the built-in ones on its own records. */
function judgesOf(
  handler: ReadHandler,
  versions: readonly ReadVersion[],
  { detector, coordinator }: HandlerControllerOptions,
  { client, clock }: ReconcileContext<typeof GatiHandlerKind>,
): Judges {
  const schemaOf = async (record: ReadVersion): Promise<Known<VersionSchema> | undefined> => {
    const { schema, schemaRef } = record.spec;
    if (schema) return { value: schema, at: clock.wall() };
    if (!schemaRef) return undefined;
    const { namespace } = handler.metadata;
    const map = client.get(ConfigMap, { namespace, name: schemaRef.configMap });
    const text = map?.data?.[schemaRef.key];
    if (text === undefined) return { unknown: `ConfigMap ${schemaRef.configMap} has no ${schemaRef.key}` };
    return readSchema(text, clock.wall());
  };
  const catalogue = (): Promise<CataloguedVersion[]> =>
    Promise.all(
      versions.map(async (record) => ({
        versionId: record.spec.versionId,
        transformers: record.spec.transformers ?? [],
        schema: await schemaOf(record),
      })),
    );
  return {
    detector: detector ?? new SchemaDetector(catalogue, clock),
    coordinator: coordinator ?? new TransformerChains(catalogue),
    clock,
  };
}
