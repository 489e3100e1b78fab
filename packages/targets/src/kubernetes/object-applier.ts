import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import type { AnyKind, AnyObject, Applier, Cluster, DeepReadonly, ObjectRef, OwnerReference } from '@slipway/kube';
import { appliedFields, type CachedObject, type Intent } from '@slipway/kube/apply';
import { foreignFieldsIn } from '@slipway/kube/cache';
import type { Stored } from '@slipway/kube/kinds';
import { resourceName } from '@slipway/kube/kinds';
import { markOf, refuseOtherSet, SET_LABEL } from '../marks/index.ts';
import { refOfResource, toBody } from '../resources/index.ts';
import { type ForeignValues, foreignValues, isOwnManager } from './foreign-values.ts';

/** What the set adds to an object that it holds. */
export interface Membership {
  readonly setId: string;
  readonly ownerReferences: readonly OwnerReference[];
}

/** What became of an object, and what others have set in its pod template. */
export interface Applied {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly foreign?: readonly ForeignValues[];
}

/**
 * Applies single objects with the skip of what is there already, also where no cache holds the kind:
 * then one read takes the cache's place.
 */
export class ObjectApplier {
  readonly #cluster: Cluster;
  readonly #applier: Applier;
  readonly #adopt: boolean;
  /** Objects read for the apply that is being called; the applier looks here before it waits for anything. */
  readonly #read = new Map<string, CachedObject>();

  constructor(cluster: Cluster, manager: string, adopt: boolean) {
    this.#cluster = cluster;
    this.#adopt = adopt;
    const cached = (kind: AnyKind, ref: ObjectRef): CachedObject | undefined =>
      this.#read.get(keyOf(kind, ref)) ?? cluster.cached(kind, ref);
    this.#applier = cluster.applier(manager, { cached });
  }

  get manager(): string {
    return this.#applier.manager;
  }

  async apply(kind: AnyKind, resource: DeploymentResource, membership?: Membership): Promise<Applied> {
    const body = toBody(kind, resource);
    const ref = { namespace: body.metadata.namespace, name: body.metadata.name };
    const seen = await this.#look(kind, ref);
    if (membership) refuseOtherSet(refOfResource(resource), seen.object, membership.setId);
    // An object of a set stays in it when it is applied alone: without its mark it would be forgotten.
    const mark = membership?.setId ?? markOf(seen.object);
    const references = [...(body.metadata.ownerReferences ?? [])];
    // One controller at most: references that the resource brings along decide.
    if (references.length === 0) references.push(...(membership?.ownerReferences ?? []));
    const intent = {
      ...body,
      metadata: {
        ...body.metadata,
        ...(mark !== undefined && { labels: { ...body.metadata.labels, [SET_LABEL]: mark } }),
        ...(references.length > 0 && { ownerReferences: references }),
      },
    };
    const { written, object } = await this.#withRead(kind, ref, seen, () =>
      this.#applier.apply(kind, intent as Intent<AnyKind>, {
        adopt: this.#adopt,
        // By its mark an object is ours whichever target made it.
        ...(mark !== undefined && markOf(seen.object) === mark && { ownerLabel: SET_LABEL }),
      }),
    );
    if (!seen.object) return { outcome: 'created' };
    // An answer to a write has what this write has changed; what was seen before has not.
    const fields = written ? this.#foreignIn(object) : (seen.foreignFields?.() ?? []);
    const foreign = foreignValues(fields, this.#applier.manager);
    return { outcome: written ? 'updated' : 'unchanged', ...(foreign.length > 0 && { foreign }) };
  }

  async applyStatus(kind: AnyKind, { metadata, status }: DeploymentResource): Promise<void> {
    const { name, namespace, resourceVersion } = metadata;
    const ref = { namespace: namespace || undefined, name };
    const seen = await this.#look(kind, ref);
    const intent = {
      metadata: { name, ...(namespace && { namespace }), ...(resourceVersion !== undefined && { resourceVersion }) },
      status: (status ?? {}) as unknown,
    };
    await this.#withRead(kind, ref, seen, () => this.#applier.applyStatus(kind, intent as never));
  }

  async #look(kind: AnyKind, ref: ObjectRef): Promise<CachedObject> {
    const held = this.#cluster.cached(kind, ref);
    if (held) return held;
    const object: Stored<AnyObject> | undefined = await this.#cluster.client.live.get(kind, ref);
    return {
      object,
      complete: true,
      foreignFields: () => this.#foreignIn(object),
      ownedFields: (manager, subresource) => object && appliedFields(object, manager, subresource),
    };
  }

  #foreignIn(object: DeepReadonly<AnyObject> | undefined): ReturnType<typeof foreignFieldsIn> {
    return foreignFieldsIn(object?.metadata?.managedFields ?? [], (name) => isOwnManager(name, this.#applier.manager));
  }

  async #withRead<T>(kind: AnyKind, ref: ObjectRef, seen: CachedObject, call: () => Promise<T>): Promise<T> {
    const key = keyOf(kind, ref);
    this.#read.set(key, seen);
    const answer = call();
    this.#read.delete(key);
    return await answer;
  }
}

function keyOf(kind: AnyKind, ref: ObjectRef): string {
  return `${resourceName(kind)} ${ref.namespace ?? ''}/${ref.name}`;
}
