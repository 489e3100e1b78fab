import { isDeepStrictEqual } from 'node:util';
import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { timestamp } from '@slipway/apimachinery/clock';
import { hasLabels, keyOf, refOf, type Stored } from './stored.ts';
import { Watchers } from './watchers.ts';

/** Objects in memory with what a server does to them: versions, generations, finalizers, garbage collection. */
export class ObjectStore {
  readonly watchers = new Watchers();
  readonly #objects = new Map<string, Stored>();
  readonly #now: () => number;
  #writes = 0;
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(ref: Ref): Stored | undefined {
    return this.#objects.get(keyOf(ref));
  }

  /** In the order of namespaces and names. */
  list(kind: string, namespace: string, labels?: Readonly<Record<string, string>>): Stored[] {
    return [...this.#objects.values()]
      .filter((object) => object.kind === kind && (namespace === '' || object.metadata.namespace === namespace))
      .filter((object) => hasLabels(object, labels))
      .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  }

  /** Puts the object there, new or in place of the old one; false where that changes nothing. */
  put(object: DeploymentResource & { apiVersion: string }): boolean {
    const ref = refOf(object);
    const present = this.find(ref);
    if (present && isDeepStrictEqual(content(present), content(object))) return false;
    this.#writes += 1;
    const isSpecNew = present !== undefined && !isDeepStrictEqual(present.spec, object.spec);
    const next: Stored = {
      ...structuredClone(object),
      metadata: {
        ...structuredClone(object.metadata),
        uid: present?.metadata.uid ?? this.#uid(),
        resourceVersion: String(this.#writes),
        generation: (present?.metadata.generation ?? 1) + (isSpecNew ? 1 : 0),
        creationTimestamp: present?.metadata.creationTimestamp ?? this.time(),
      },
    };
    if (next.metadata.deletionTimestamp !== undefined && !next.metadata.finalizers?.length) {
      this.#drop(next);
      return true;
    }
    this.#objects.set(keyOf(ref), next);
    this.watchers.tell(present ? 'MODIFIED' : 'ADDED', next);
    return true;
  }

  /** Deletes, or marks for deletion while finalizers hold it; false where it is gone or marked already. */
  remove(ref: Ref): boolean {
    const present = this.find(ref);
    if (!present || present.metadata.deletionTimestamp !== undefined) return false;
    return this.put({ ...present, metadata: { ...present.metadata, deletionTimestamp: this.time() } });
  }

  /** Now, as objects have it: whole seconds. */
  time(): string {
    return timestamp(this.#now());
  }

  #drop(object: Stored): void {
    this.#objects.delete(keyOf(refOf(object)));
    this.watchers.tell('DELETED', object);
    const { uid } = object.metadata;
    const isOrphan = ({ metadata: { ownerReferences = [] } }: Stored): boolean =>
      ownerReferences.some((owner) => owner.uid === uid) && !ownerReferences.some((owner) => this.#exists(owner.uid));
    for (const orphan of [...this.#objects.values()].filter(isOrphan)) this.remove(refOf(orphan));
  }

  #exists(uid: string): boolean {
    return [...this.#objects.values()].some(({ metadata }) => metadata.uid === uid);
  }

  #uid(): string {
    this.#made += 1;
    return `00000000-0000-4000-9000-${String(this.#made).padStart(12, '0')}`;
  }
}

/** All but what every write changes. */
function content({ metadata, ...rest }: DeploymentResource): unknown {
  const { resourceVersion: _version, generation: _generation, uid: _uid, ...kept } = metadata;
  const { creationTimestamp: _time, ...stated } = kept as typeof kept & { creationTimestamp?: string };
  return { ...rest, metadata: stated };
}

const sortKey = ({ metadata }: Stored): string => JSON.stringify([metadata.namespace, metadata.name]);
