import { Deployment } from '@slipway/kube/kinds';
import type { Manager, ObjectKey, ReconcileContext, Result } from '@slipway/runtime';
import type { Channel } from '@slipway/runtime/source';
import { seenAs } from '../cluster/index.ts';
import { conditionsOf, removeFinalizer, reportedFields } from '../handlers/index.ts';
import { type OperatorObserver, observed } from '../metrics/index.ts';
import { ANNOTATIONS, FINALIZERS, LABELS, MANAGER } from '../names/index.ts';
import { linkOf } from '../records/index.ts';
import { GatiHandlerKind, GatiVersionKind } from '../types/index.ts';
import { runtimePort } from './runtime-port.ts';

export interface VersionControllerOptions {
  readonly namespaces?: readonly string[] | undefined;
  readonly maxConcurrent: number;
  readonly observer: OperatorObserver;
  readonly wake: Channel<ObjectKey>;
}

/** How soon it is looked whether a handler that goes is gone. */
const GOING_MS = 1_000;

/** Finds the handlers of versions, and speaks for versions that have none. All else is their handler's. */
export function addVersionController(manager: Manager, options: VersionControllerOptions): void {
  const scope = options.namespaces ? { namespaces: options.namespaces } : {};
  manager
    .controller(GatiVersionKind)
    .for(scope)
    .watches(Deployment, () => [], scope)
    .watches(GatiHandlerKind, () => [], scope)
    // Every writer of its status, its handler's controller too, repeats all conditions that it read: a report would
    // stay.
    .settings({ maxConcurrent: options.maxConcurrent, fieldManager: MANAGER, reportFailures: false })
    .reconcile(observed(options.observer, 'version', (context) => reconcileVersion(context, options.wake)));
}

async function reconcileVersion(
  context: ReconcileContext<typeof GatiVersionKind>,
  wake: Channel<ObjectKey>,
): Promise<Result | undefined> {
  const { key, cache, clock } = context;
  if (!context.object) return undefined;
  const version = seenAs('GatiVersion', context.object);
  const { namespace } = key;
  const { deletionTimestamp, annotations, finalizers = [] } = version.metadata;
  if (deletionTimestamp !== undefined && annotations?.[ANNOTATIONS.skipCleanup] === 'true') {
    if (!finalizers.includes(FINALIZERS.version)) return undefined;
    const note =
      'Nothing was cleaned up and no traffic was moved: what its owner references do not take with it was left.';
    context.event({ type: 'Warning', reason: 'CleanupSkipped', action: 'CleanupSkipped', note });
    await removeFinalizer(runtimePort(context), version);
    return undefined;
  }
  const { deploymentName, handlerRef } = version.spec;
  const reported = handlerRef?.name ?? version.metadata.labels?.[LABELS.handler];
  const named = reported === undefined ? undefined : cache(GatiHandlerKind).get({ namespace, name: reported });
  // Only who names no handler that is there has to be compared with all of them.
  const handlers = (named ? [named] : cache(GatiHandlerKind).list({ namespace })).map((one) =>
    seenAs('GatiHandler', one),
  );
  const deployment =
    deploymentName === undefined ? undefined : cache(Deployment).get({ namespace, name: deploymentName });
  const link = linkOf(version, handlers, deployment ? [deployment] : []);
  if (link.handler !== null) {
    if (version.status?.handlerName !== link.handler) wake.add({ ...key, name: link.handler });
    const handler = handlers.find(({ metadata }) => metadata.name === link.handler);
    const isGoing = [version, handler].every((one) => one?.metadata.deletionTimestamp !== undefined);
    // Once the handler is gone nobody else would tell.
    return isGoing ? { requeueAfterMs: GOING_MS } : undefined;
  }
  const port = runtimePort(context);
  if (version.metadata.deletionTimestamp !== undefined) {
    await removeFinalizer(port, version);
    return undefined;
  }
  const { status = {}, metadata } = version;
  const stated = { type: 'Resolved', status: 'False', reason: link.reason, message: link.message } as const;
  const conditions = conditionsOf(status.conditions, [stated], metadata.generation, clock.wall());
  const { generation } = metadata;
  const next = { ...status, conditions, ...(generation !== undefined && { observedGeneration: generation }) };
  const others = reportedFields(status.trafficReportedAt !== undefined);
  await port.writeStatus({ kind: 'GatiVersion', metadata, status }, next, { others });
  return undefined;
}
