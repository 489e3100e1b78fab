import { timestamp } from '@slipway/apimachinery/clock';
import { kindRules } from '../kinds/index.ts';
import { isEqual, type KubeObject, type ObjectMeta, without } from '../objects/index.ts';
import { factsOf, type Resource } from '../resources/index.ts';
import { conflict, forbidden, invalid, modified, notFound, unsupportedValue } from '../status/index.ts';
import { Entry, keyOf } from '../store/index.ts';
import type { Admission } from './admission.ts';
import { isHeld } from './deletion.ts';
import { type Kernel, type Target, TRIES, type WriteOptions } from './kernel.ts';

export interface DeleteOptions extends WriteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** The request is for all of a collection and names none of it. */
  readonly isForCollection?: boolean;
}

export interface DeleteResult {
  /** The object as it went, or as it stays while something holds it. */
  readonly entry: Entry;
  readonly gone: boolean;
}

const IMMORTAL_NAMESPACES = new Set(['default', 'kube-system', 'kube-public']);
const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/**
 * Deletes an object as the server itself, or marks it as being deleted while finalizers or a grace
 * period hold it (K-74, K-75).
 */
export function removeObject(kernel: Kernel, target: Target, options: DeleteOptions = {}): DeleteResult {
  const deletion = deletionOf(kernel, target, options);
  return deletion.commit();
}

/** Deletes an object for a client, if all who have a word agree; looks anew when it changed meanwhile. */
export async function requestDelete(
  kernel: Kernel,
  admission: Admission,
  target: Target,
  options: DeleteOptions,
): Promise<DeleteResult> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { old, isUnderWay, commit } = deletionOf(kernel, target, options);
    if (!isUnderWay) {
      const named = options.isForCollection ? { ...target, name: undefined } : target;
      const attributes = { operation: 'DELETE', target: named, old: old.object, options } as const;
      await admission.beforeDelete(attributes);
      await admission.validate(attributes);
    }
    if (kernel.store.get(target.resource.collection, old.key) === old) return commit();
  }
  throw modified(target.resource, target.name ?? '');
}

interface Deletion {
  readonly old: Entry;
  /** It has been admitted before, and this request changes nothing of it. */
  readonly isUnderWay: boolean;
  readonly commit: () => DeleteResult;
}

function deletionOf(kernel: Kernel, target: Target, options: DeleteOptions): Deletion {
  const { resource, name = '' } = target;
  const key = keyOf(target.namespace, name);
  const policy = options.propagationPolicy;
  if (policy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(policy)) {
    const error = unsupportedValue('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil']);
    throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', [error]);
  }
  if (resource.collection === 'namespaces' && IMMORTAL_NAMESPACES.has(name)) {
    throw forbidden(resource, name, 'this namespace may not be deleted');
  }
  const old = kernel.store.get(resource.collection, key);
  if (!old) throw notFound(resource, name);
  checkPreconditions(resource, old.object.metadata, options);

  const marked = markedForDeletion(kernel, resource, old.object, options);
  const held = isHeld(resource, marked);
  const changed = !isEqual(marked, old.object);
  return {
    old,
    isUnderWay: held && !changed && marked.metadata.deletionTimestamp !== undefined,
    commit() {
      if (options.dryRun)
        return {
          entry: changed ? new Entry(key, marked, old.revision, old.storedAs, old.converted) : old,
          gone: !held,
        };
      // A kind with a grace period is seen in deletion even when it goes at once.
      const showsMark = held || kindRules(resource).gracePeriodSeconds !== undefined;
      const entry =
        changed && showsMark ? kernel.store.put(resource.collection, key, marked, old.storedAs, old.converted) : old;
      if (held) return { entry, gone: false };
      return { entry: kernel.store.remove(resource.collection, key) ?? entry, gone: true };
    },
  };
}

function checkPreconditions(resource: Resource, metadata: ObjectMeta, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions ?? {};
  const name = metadata.name ?? '';
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`;
    throw conflict(resource, name, why, resource.kind);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    throw conflict(resource, name, why, resource.kind);
  }
}

/** The object with what its deletion writes on it. */
function markedForDeletion(kernel: Kernel, resource: Resource, object: KubeObject, options: DeleteOptions): KubeObject {
  const { metadata } = object;
  const wall = kernel.clock.wall();
  const rules = kindRules(resource);
  const isUnderWay = metadata.deletionTimestamp !== undefined;
  // Where a deletion waits for nothing but finalizers, the wish about dependents may still change.
  const hasTime = rules.gracePeriodSeconds !== undefined && metadata.deletionGracePeriodSeconds !== 0;
  if (isUnderWay && (hasTime || rules.markDeletion)) return shortened(object, options);
  const own = rules.markDeletion?.(object, timestamp(wall));
  if (own) return own;
  const finalizers = finalizersFor(resource, metadata, options);
  if (isUnderWay) {
    const kept = finalizers.length > 0 ? { ...metadata, finalizers } : without(metadata, 'finalizers');
    return { ...object, metadata: kept };
  }
  const grace = rules.gracePeriodSeconds?.(object, options.gracePeriodSeconds);
  if (grace === undefined && finalizers.length === 0) return object;
  const deletionGracePeriodSeconds = grace ?? 0;
  const mark = {
    deletionTimestamp: timestamp(wall + deletionGracePeriodSeconds * 1000),
    deletionGracePeriodSeconds,
    ...(metadata.generation !== undefined && { generation: metadata.generation + 1 }),
  };
  const bare = insertDeletion(without(metadata, 'finalizers'), mark);
  return { ...object, metadata: finalizers.length > 0 ? { ...bare, finalizers } : bare };
}

/** A deletion that is under way: only a shorter grace period changes it. */
function shortened(object: KubeObject, { gracePeriodSeconds: asked }: DeleteOptions): KubeObject {
  const { deletionTimestamp = '', deletionGracePeriodSeconds: current } = object.metadata;
  if (asked === undefined || current === undefined || asked >= current) return object;
  const seconds = asked < 0 ? 1 : asked;
  const ends = Date.parse(deletionTimestamp) - (current - seconds) * 1000;
  const mark = { deletionTimestamp: timestamp(ends), deletionGracePeriodSeconds: seconds };
  return { ...object, metadata: { ...object.metadata, ...mark } };
}

/** Keeps the fields in the order in which the server writes them. */
function insertDeletion(metadata: ObjectMeta, mark: Partial<ObjectMeta>): ObjectMeta {
  const { labels, annotations, ownerReferences, finalizers, managedFields, ...head } = metadata;
  const tail = { labels, annotations, ownerReferences, finalizers, managedFields };
  const present = Object.fromEntries(Object.entries(tail).filter(([, value]) => value !== undefined));
  return { ...head, ...mark, ...present };
}

/** The finalizers that stand for the wish about dependents, which the garbage collector carries out. */
function finalizersFor(resource: Resource, metadata: ObjectMeta, options: DeleteOptions): readonly string[] {
  const given = metadata.finalizers ?? [];
  const { defaultPropagation } = factsOf(resource);
  if (defaultPropagation === 'none') return given;
  const wish = given.includes(ORPHAN) ? 'Orphan' : given.includes(FOREGROUND) ? 'Foreground' : defaultPropagation;
  const policy = options.propagationPolicy ?? wish;
  const others = given.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (policy === 'Orphan') return [...others, ORPHAN];
  return policy === 'Foreground' ? [...others, FOREGROUND] : others;
}
