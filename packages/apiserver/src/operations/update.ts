import { timestamp } from '@slipway/apimachinery/clock';
import { customErrors, prepareViews, rememberShown, shownEntry, shownIn, storedForm } from '../custom/index.ts';
import { isSameBesidesTimes, ownersAtUpdate } from '../field-managers/index.ts';
import { kindRules } from '../kinds/index.ts';
import { metadataErrors, metadataUpdateErrors, unqualifiedFinalizerErrors } from '../metadata/index.ts';
import { isEqual, type KubeObject, type ObjectMeta, revisionFault, withField, without } from '../objects/index.ts';
import { factsOf, hasStatus } from '../resources/index.ts';
import {
  badRequest,
  type FieldError,
  invalid,
  invalidValue,
  modified,
  namespaceMismatch,
  notFound,
  otherUid,
  StatusError,
} from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import type { Admission } from './admission.ts';
import { isHeld } from './deletion.ts';
import {
  type Kernel,
  readyForm,
  type Target,
  TRIES,
  type WriteOptions,
  warnOfFinalizers,
  worldOf,
  writeBy,
} from './kernel.ts';
import { partOf } from './parts.ts';
import { type Write, writeAdmitted, writeAtOnce } from './write.ts';

export interface UpdateOptions extends WriteOptions {
  /** A whole new object (PUT) must bring what a patch takes from the stored one. */
  readonly whole?: boolean;
}

/** What a client or the server wants, made from the newest state. May be asked more than once. */
export type ChangeOf = (old: KubeObject) => KubeObject;

/**
 * Changes a stored object as the server itself. What nobody may decide is put right. A change that
 * changes nothing keeps the revision (K-69); one that takes the last finalizer of an object in
 * deletion removes it.
 */
export function updateObject(kernel: Kernel, target: Target, change: ChangeOf, options: UpdateOptions = {}): Entry {
  const old = stored(kernel, target);
  // In the version in which it is stored: nobody has to be asked for another one.
  const { storedAs: version = target.served.version } = old;
  const own = version === target.served.version ? target : { ...target, served: { ...target.served, version } };
  const entry = writeAtOnce(changing(kernel, own, old, change, options));
  // Nothing comes between the stages of a write at once.
  return entry as Entry;
}

/** Changes a stored object for a client, if all who have a word agree; anew when it was overtaken. */
export async function requestUpdate(
  kernel: Kernel,
  admission: Admission,
  target: Target,
  change: ChangeOf,
  options: UpdateOptions,
): Promise<Entry> {
  for (let tries = 0; tries < TRIES; tries++) {
    const old = stored(kernel, target);
    await prepareViews(kernel.askConverter, target, [old]);
    const known = shownOld(target, old);
    const attributes = { operation: 'UPDATE', target, old: known, options } as const;
    const entry = await writeAdmitted(changing(kernel, target, old, change, options), admission, attributes);
    if (entry) return entry;
  }
  throw modified(target.resource, target.name ?? '');
}

/** What is stored, in the version of the request. */
function shownOld({ resource, served }: Target, old: Entry): KubeObject {
  return (resource.custom ? shownIn(resource, served, old) : old).object;
}

function stored(kernel: Kernel, { resource, namespace, name = '' }: Target): Entry {
  const entry = kernel.store.get(resource.collection, keyOf(namespace, name));
  if (!entry) throw notFound(resource, name);
  return entry;
}

function changing(kernel: Kernel, target: Target, old: Entry, change: ChangeOf, options: UpdateOptions): Write {
  const { resource, name = '' } = target;
  const rules = kindRules(resource);
  const known = shownOld(target, old);
  return {
    wanted() {
      const sent = change(known);
      const wanted = rules.default?.(sent, known) ?? sent;
      checkName(target, wanted.metadata);
      const owners = options.isApplied
        ? wanted.metadata.managedFields
        : ownersAtUpdate(writeBy(kernel, target, options), known, wanted);
      return withOwners(wanted, owners);
    },
    formed(wanted) {
      checkVersion(target, wanted.metadata, old, options);
      const settledObject = canonical(target, settled(kernel, target, wanted, known, options));
      const object = withOwners(withGeneration(target, settledObject, known), wanted.metadata.managedFields);
      // Twice, as a real server looks: once for all kinds and once for this one.
      const forbiddenChanges = metadataUpdateErrors(object.metadata, known.metadata);
      const errors = [
        ...metadataErrors(object.metadata, resource.namespaced, factsOf(resource).nameRule),
        ...finalizerErrors(target, object.metadata),
        ...forbiddenChanges,
        ...forbiddenChanges,
        ...(rules.validate?.(object, known, target.subresource) ?? []),
        ...(rules.validateUpdate?.(object, known) ?? []),
        ...(partOf(target)?.errors?.(object, known) ?? []),
        ...(resource.custom ? customErrors(target, object, known) : []),
      ];
      if (errors.length > 0) throw invalid(resource, name, errors);
      warnOfFinalizers(resource, object.metadata, known.metadata.finalizers ?? [], options);
      const isWhole = target.subresource === undefined || target.subresource === 'scale';
      const warnings = isWhole ? rules.warnings?.(object, known) : undefined;
      for (const warning of warnings ?? []) options.warn?.(warning);
      return object;
    },
    ...readyForm(kernel, target),
    stored(object) {
      const { key } = old;
      if (kernel.store.get(resource.collection, key) !== old) return undefined;
      const form = storedForm(target, object);
      if (form.storedAs === old.storedAs && isUnchanged(form.object, old.object)) return old;
      if (options.dryRun) return shownEntry(target, key, object, old.revision);
      if (object.metadata.deletionTimestamp !== undefined && !isHeld(resource, object)) {
        kernel.store.remove(resource.collection, key);
        return shownEntry(target, key, object, old.revision);
      }
      return rememberShown(
        target,
        kernel.store.put(resource.collection, key, form.object, form.storedAs, form.converted),
      );
    },
  };
}

/** The name in an object is that in the path. */
export function checkName({ resource, namespace, name = '' }: Target, metadata: ObjectMeta): void {
  if (!metadata.name) {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  if (resource.namespaced && metadata.namespace && metadata.namespace !== namespace) throw namespaceMismatch();
}

function checkVersion(
  { resource, namespace, name = '' }: Target,
  metadata: ObjectMeta,
  old: Entry,
  options: UpdateOptions,
): void {
  if (options.whole && metadata.uid && metadata.uid !== old.object.metadata.uid) {
    throw otherUid(resource, namespace, name, metadata.uid, old.object.metadata.uid ?? '', options.dryRun);
  }
  const version = metadata.resourceVersion;
  if (version === undefined) {
    if (!factsOf(resource).updateNeedsVersion) return;
    const missing = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalid({ group: resource.group, kind: resource.plural }, name, [missing]);
  }
  const fault = revisionFault(version);
  if (fault !== undefined) throw new StatusError(500, '', fault);
  if (version !== old.object.metadata.resourceVersion) throw modified(resource, name);
}

/** The object with everything the client may not change taken from the stored one. */
function settled(
  kernel: Kernel,
  target: Target,
  wanted: KubeObject,
  old: KubeObject,
  options: UpdateOptions,
): KubeObject {
  const { resource, served, subresource } = target;
  const metadata = settledMetadata(resource.namespaced, wanted.metadata, old.metadata);
  if (subresource === 'status') {
    const given = withField(old, 'status', wanted['status']);
    const object = kindRules(resource).prepareStatus?.(given, old, timestamp(kernel.clock.wall())) ?? given;
    // Custom kinds take nothing but the status through here; built-in ones also annotations and finalizers.
    if (resource.custom || resource.collection.startsWith('customresourcedefinitions.')) return object;
    return { ...object, metadata: keepNamed(metadata, old, KEPT_BY_STATUS[resource.collection]) };
  }
  const part = partOf(target);
  if (part) return part.taken(old, wanted);
  if (subresource === 'finalize') return { ...withField(old, 'spec', wanted['spec']), metadata };
  const object = hasStatus(served)
    ? withField({ ...wanted, metadata }, 'status', old['status'])
    : { ...wanted, metadata };
  const rules = kindRules(resource);
  const begun = rules.allocate?.(object, old, worldOf(kernel, target, options)) ?? object;
  return rules.prepareUpdate?.(begun, old) ?? begun;
}

function settledMetadata(namespaced: boolean, wanted: ObjectMeta, old: ObjectMeta): ObjectMeta {
  const fields = {
    name: wanted.name,
    generateName: wanted.generateName,
    namespace: namespaced ? old.namespace : undefined,
    uid: wanted.uid ?? old.uid,
    resourceVersion: old.resourceVersion,
    generation: old.generation,
    creationTimestamp: old.creationTimestamp,
    deletionTimestamp: old.deletionTimestamp ?? wanted.deletionTimestamp,
    deletionGracePeriodSeconds: wanted.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds,
    labels: wanted.labels,
    annotations: wanted.annotations,
    ownerReferences: wanted.ownerReferences,
    finalizers: wanted.finalizers,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What of some kinds cannot be changed through the status. */
const KEPT_BY_STATUS: Readonly<Record<string, 'labels' | 'ownerReferences'>> = {
  'deployments.apps': 'labels',
  pods: 'ownerReferences',
};

function keepNamed(metadata: ObjectMeta, old: KubeObject, field: keyof ObjectMeta | undefined): ObjectMeta {
  if (field === undefined) return metadata;
  const kept = old.metadata[field];
  return kept === undefined ? without(metadata, field) : { ...metadata, [field]: kept };
}

function withOwners(object: KubeObject, managedFields: ObjectMeta['managedFields']): KubeObject {
  // The last field of metadata, as the server writes it.
  const metadata = withField(without(object.metadata, 'managedFields'), 'managedFields', managedFields);
  return { ...object, metadata };
}

/** K-69. A new time of an owner alone is no change. */
function isUnchanged(object: KubeObject, old: KubeObject): boolean {
  const { managedFields } = old.metadata;
  if (!isSameBesidesTimes(object.metadata.managedFields, managedFields)) return false;
  return isEqual(withOwners(object, managedFields), old);
}

function canonical({ resource }: Target, object: KubeObject): KubeObject {
  return kindRules(resource).canonicalize?.(object) ?? object;
}

/** What is written through a subresource was looked at before. */
function finalizerErrors({ resource, subresource }: Target, { finalizers = [] }: ObjectMeta): FieldError[] {
  if (subresource !== undefined || factsOf(resource).hasFreeFinalizers) return [];
  return unqualifiedFinalizerErrors(finalizers);
}

/** K-71. */
function withGeneration(target: Target, object: KubeObject, old: KubeObject): KubeObject {
  const { resource, served, subresource } = target;
  const { countsChanges, countedMetadata } = factsOf(resource);
  if (!countsChanges || (subresource !== undefined && subresource !== 'scale' && !partOf(target)?.counts))
    return object;
  const ignored = hasStatus(served) ? ['metadata', 'status'] : ['metadata'];
  const specChanged = !isEqual(without(object, ...ignored), without(old, ...ignored));
  const changed =
    specChanged ||
    (countedMetadata !== undefined && !isEqual(object.metadata[countedMetadata], old.metadata[countedMetadata]));
  if (!changed) return object;
  return { ...object, metadata: { ...object.metadata, generation: (old.metadata.generation ?? 0) + 1 } };
}
