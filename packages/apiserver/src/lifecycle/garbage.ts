import { groupOf } from '@slipway/apimachinery/references';
import { type KubeObject, type ObjectMeta, type OwnerReference, withField } from '../objects/index.ts';
import { type Kernel, removeObject, type Target, updateObject } from '../operations/index.ts';
import type { Resource } from '../resources/index.ts';
import { StatusError } from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import { Dependents, type Item, ownersOf } from './dependents.ts';
import { fateOf, type OwnerState } from './owner-fate.ts';

const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

/**
 * Collects garbage (L-7): what is left of owners that are gone goes too, owners that are deleted in the
 * foreground wait for what blocks them, and those that leave orphans are taken off their dependents.
 */
export function startGarbageCollection(kernel: Kernel, later: (task: () => void) => void): () => void {
  const dependents = new Dependents();
  const find = kindFinder(kernel);
  const due = new Map<string, Item>();

  const lookLater = (item: Item): void => {
    if (due.size === 0) later(drain);
    due.set(`${item.collection} ${item.key}`, item);
  };
  const drain = (): void => {
    try {
      for (const [id, item] of due) {
        // First out, then worked on: what it causes is put in again, behind all others.
        due.delete(id);
        look(item);
      }
    } finally {
      // One that throws costs the others a turn, not their end.
      if (due.size > 0) later(drain);
    }
  };

  const look = ({ collection, key }: Item): void => {
    const object = kernel.store.get(collection, key)?.object;
    const target = object && targetOf(kernel, collection, object);
    if (!object || !target) return;
    const { uid = '', deletionTimestamp, finalizers = [] } = object.metadata;
    if (deletionTimestamp !== undefined) {
      if (finalizers.includes(ORPHAN)) leaveOrphans(target, object);
      else if (finalizers.includes(FOREGROUND) && !dependents.isBlocked(uid)) dropFinalizer(target, FOREGROUND);
      return;
    }
    collect(target, object);
  };

  const collect = (target: Target, object: KubeObject): void => {
    const fate = fateOf(
      ownersOf(object).map((owner) => stateOf(kernel, find, owner, object)),
      dependents.of(object.metadata.uid ?? '').length > 0,
      object.metadata.finalizers ?? [],
    );
    if (fate.do === 'delete') {
      if (fate.policy === 'Foreground' && dependents.of(object.metadata.uid ?? '').some(isItemWaiting)) unblock(target);
      quietly(() =>
        removeObject(kernel, target, {
          propagationPolicy: fate.policy,
          preconditions: { uid: object.metadata.uid ?? '' },
        }),
      );
    } else if (fate.do === 'release') dropOwners(target, new Set(fate.uids));
  };

  const isItemWaiting = ({ collection, key }: Item): boolean => {
    const object = kernel.store.get(collection, key)?.object;
    return object !== undefined && isWaiting(object);
  };

  /** Two that own each other would wait for each other for ever. */
  const unblock = (target: Target): void =>
    change(target, (old) => ({
      ...old,
      ownerReferences: (old.ownerReferences ?? []).map((owner) => ({ ...owner, blockOwnerDeletion: false })),
    }));

  const leaveOrphans = (target: Target, object: KubeObject): void => {
    const { uid = '' } = object.metadata;
    for (const { collection, key } of dependents.of(uid)) {
      const dependent = kernel.store.get(collection, key)?.object;
      const other = dependent && targetOf(kernel, collection, dependent);
      if (other) dropOwners(other, new Set([uid]));
    }
    dropFinalizer(target, ORPHAN);
  };

  const change = (target: Target, metadata: (old: ObjectMeta) => ObjectMeta): void =>
    quietly(() => updateObject(kernel, target, (old) => ({ ...old, metadata: metadata(old.metadata) })));

  const dropFinalizer = (target: Target, finalizer: string): void =>
    change(target, (old) =>
      withList(
        old,
        'finalizers',
        old.finalizers?.filter((one) => one !== finalizer),
      ),
    );

  const dropOwners = (target: Target, uids: ReadonlySet<string>): void =>
    change(target, (old) =>
      withList(
        old,
        'ownerReferences',
        old.ownerReferences?.filter(({ uid }) => !uids.has(uid)),
      ),
    );

  for (const resource of kernel.registry.resources()) {
    for (const { key, object } of kernel.store.list(resource.collection)) {
      dependents.changed({ collection: resource.collection, key }, undefined, object);
    }
  }
  return kernel.store.subscribe('*', ({ key, current, previous }, collection) => {
    const item = { collection, key };
    const uid = (current ?? previous)?.object.metadata.uid ?? '';
    const isRelevant = dependents.changed(item, previous?.object, current?.object);
    if (current && isRelevant) lookLater(item);
    if (!current || isWaiting(current.object)) {
      for (const dependent of dependents.of(uid)) lookLater(dependent);
      if (current) lookLater(item);
    }
    // An owner that waits in the foreground waits for this one.
    if (previous && (!current || isRelevant)) for (const owner of ownerItems(find, previous.object)) lookLater(owner);
  });
}

/** A list that becomes empty is left out, as the server stores it. */
function withList(metadata: ObjectMeta, name: keyof ObjectMeta, list: readonly unknown[] | undefined): ObjectMeta {
  return withField(metadata, name, list && list.length > 0 ? list : undefined);
}

function isWaiting({ metadata: { deletionTimestamp, finalizers = [] } }: KubeObject): boolean {
  return deletionTimestamp !== undefined && (finalizers.includes(FOREGROUND) || finalizers.includes(ORPHAN));
}

/** Finds the resource that a reference names by its kind. The version in it says nothing. */
type FindKind = (owner: Pick<OwnerReference, 'apiVersion' | 'kind'>) => Resource | undefined;

function kindFinder({ registry }: Kernel): FindKind {
  let generation = -1;
  let byKind = new Map<string, Resource>();
  return ({ apiVersion, kind }) => {
    if (generation !== registry.generation) {
      generation = registry.generation;
      byKind = new Map(registry.resources().map((resource) => [`${resource.group}/${resource.kind}`, resource]));
    }
    return byKind.get(`${groupOf(apiVersion)}/${kind}`);
  };
}

function ownerItems(find: FindKind, object: KubeObject): Item[] {
  return ownersOf(object).flatMap((owner) => {
    const resource = find(owner);
    const { name } = owner;
    if (!resource) return [];
    const namespace = resource.namespaced ? object.metadata.namespace : undefined;
    return [{ collection: resource.collection, key: keyOf(namespace, name) }];
  });
}

function stateOf({ store }: Kernel, find: FindKind, owner: OwnerReference, object: KubeObject): OwnerState {
  const { uid } = owner;
  const resource = find(owner);
  // Of a kind that is not served nothing is known, nor of a namespaced owner of something that has no namespace.
  if (!resource || (resource.namespaced && object.metadata.namespace === undefined)) return { uid, state: 'unknown' };
  const namespace = resource.namespaced ? object.metadata.namespace : undefined;
  const found = store.get(resource.collection, keyOf(namespace, owner.name))?.object;
  if (found?.metadata.uid !== uid) return { uid, state: 'absent' };
  const { deletionTimestamp, finalizers = [] } = found.metadata;
  const waits = deletionTimestamp !== undefined && finalizers.includes(FOREGROUND);
  return { uid, state: waits ? 'waiting' : 'present' };
}

function targetOf(kernel: Kernel, collection: string, { metadata }: KubeObject): Target | undefined {
  const resource = kernel.registry.named(collection);
  const served = resource?.versions[0];
  return resource && served && { resource, served, namespace: metadata.namespace, name: metadata.name };
}

/** A refusal (a webhook's, a precondition's) leaves the object: the next change of it brings it back here. */
function quietly(task: () => unknown): void {
  try {
    task();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
  }
}
