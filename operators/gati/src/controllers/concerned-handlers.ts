import { refOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, Cluster, DeepReadonly, ObjectRef } from '@slipway/kube';
import { hasSynced } from '../cluster/index.ts';
import { LABELS } from '../names/index.ts';
import { claimOf, keysOfClaim } from '../routing/index.ts';
import { type GatiHandler, GatiHandlerKind, type GatiVersion, GatiVersionKind } from '../types/index.ts';
import { handlerLabelled, handlersBehind, handlersClaiming, recordsRunning } from './handler-index.ts';

/**
 * The handlers that a change concerns: from labels, Gateways and workloads back to them, by the caches that hold these.
 *
 * First of what was made for a handler, or is referred to by one of its versions.
 */
export function handlersOf({ metadata }: DeepReadonly<AnyObject>, cluster: Cluster): ObjectRef[] {
  const { namespace = '', name = '', labels } = metadata ?? {};
  const value = labels?.[LABELS.handler];
  if (value !== undefined) {
    // The label of a long name is a hash.
    const handler = knowsHandlers(cluster, namespace) ? handlerLabelled(cluster, namespace, value) : undefined;
    return [handler ? refOf(handler) : { namespace, name: value }];
  }
  // What a version refers to was made by another, and says nothing of handlers.
  if (!hasSynced(cluster, GatiVersionKind as AnyKind, namespace)) return [];
  return recordsRunning(cluster, namespace, [name]).flatMap((version) => handlersOfVersion(version));
}

/** By its own word and by what was found out before. */
export function handlersOfVersion({ metadata, spec, status }: DeepReadonly<GatiVersion>): ObjectRef[] {
  const { namespace = '', labels } = metadata;
  const names = new Set([spec.handlerRef?.name, labels?.[LABELS.handler], status?.handlerName]);
  return [...names].flatMap((name) => (name === undefined ? [] : [{ namespace, name }]));
}

/** Those whose traffic comes through this Gateway. */
export function handlersOfGateway({ metadata }: DeepReadonly<AnyObject>, cluster: Cluster): ObjectRef[] {
  const { namespace = '', name = '' } = metadata ?? {};
  if (!knowsHandlers(cluster, namespace)) return [];
  return handlersBehind(cluster, namespace, `${namespace}/${name}`).map(refOf);
}

/** Those that want the same path of the same Gateway: of two, the one that had to wait may go on. */
export function rivalsOf(handler: DeepReadonly<GatiHandler>, cluster: Cluster): ObjectRef[] {
  const claim = claimOf(handler);
  // Without a Gateway none waits for another: that a path is used twice is only reported.
  if (!claim || handler.spec.routing?.gateway === undefined) return [];
  const { namespace = '' } = handler.metadata;
  if (!knowsHandlers(cluster, namespace)) return [];
  return handlersClaiming(cluster, namespace, keysOfClaim(claim)).map(refOf);
}

const knowsHandlers = (cluster: Cluster, namespace: string): boolean =>
  hasSynced(cluster, GatiHandlerKind as AnyKind, namespace);
