import type { AnyObject, Cluster, DeepReadonly, ObjectRef } from '@slipway/kube';
import { LABELS } from '../names/index.ts';
import { claimOf, keysOfClaim } from '../routers/index.ts';
import type { GatiHandler, GatiVersion } from '../types/index.ts';
import { handlerLabelled, handlersBehind, handlersClaiming, recordsRunning } from './handler-index.ts';

/**
 * Whom a change concerns: from labels, Gateways and workloads back to handlers, by the caches that hold these.
 *
 * A cluster is known from its first look at a handler on. What happens before that needs nobody to be told: every
 * handler is looked at once anyway.
 */
export class ConcernedHandlers {
  readonly #clusters = new Set<Cluster>();

  lookIn(cluster: Cluster): void {
    this.#clusters.add(cluster);
  }

  /** Of what was made for a handler, or is referred to by one of its versions. */
  of({ metadata }: DeepReadonly<AnyObject>): ObjectRef[] {
    const { namespace = '', name = '', labels } = metadata ?? {};
    const value = labels?.[LABELS.handler];
    if (value !== undefined) {
      // The label of a long name is a hash.
      const [handler] = this.#found((cluster) => [handlerLabelled(cluster, namespace, value) ?? []].flat());
      return [handler ? refOf(handler) : { namespace, name: value }];
    }
    // What a version refers to was made by somebody else, and says nothing of handlers.
    return this.#found((cluster) => recordsRunning(cluster, namespace, [name])).flatMap((version) =>
      this.ofVersion(version),
    );
  }

  /** By its own word and by what was found out before. */
  ofVersion({ metadata, spec, status }: DeepReadonly<GatiVersion>): ObjectRef[] {
    const { namespace = '', labels } = metadata;
    const names = new Set([spec.handlerRef?.name, labels?.[LABELS.handler], status?.handlerName]);
    return [...names].flatMap((name) => (name === undefined ? [] : [{ namespace, name }]));
  }

  /** Those whose traffic comes through this Gateway. */
  behind({ metadata }: DeepReadonly<AnyObject>): ObjectRef[] {
    const { namespace = '', name = '' } = metadata ?? {};
    return this.#found((cluster) => handlersBehind(cluster, namespace, `${namespace}/${name}`)).map(refOf);
  }

  /** Those that want the same path of the same Gateway: of two, the one that had to wait may go on. */
  rivalsOf(handler: DeepReadonly<GatiHandler>): ObjectRef[] {
    const claim = claimOf(handler);
    // Without a Gateway nobody waits for anybody: that a path is used twice is only reported.
    if (!claim || handler.spec.routing?.gateway === undefined) return [];
    const { namespace = '' } = handler.metadata;
    return this.#found((cluster) => handlersClaiming(cluster, namespace, keysOfClaim(claim))).map(refOf);
  }

  #found<T>(find: (cluster: Cluster) => readonly T[]): T[] {
    return [...this.#clusters].flatMap(find);
  }
}

function refOf({ metadata: { namespace = '', name = '' } }: DeepReadonly<GatiHandler>): ObjectRef {
  return { namespace, name };
}
