import { randomUUID } from 'node:crypto';
import { timestamp } from '@slipway/apimachinery/clock';
import { customErrors, rememberShown, shownEntry, storedForm } from '../custom/index.ts';
import { emptyStatus, ownersAtCreate } from '../field-managers/index.ts';
import { kindRules } from '../kinds/index.ts';
import { metadataErrors, unqualifiedFinalizerErrors } from '../metadata/index.ts';
import { type KubeObject, type ObjectMeta, withField, without } from '../objects/index.ts';
import { factsOf, hasStatus } from '../resources/index.ts';
import {
  alreadyExists,
  forbidden,
  invalid,
  nameNotGenerated,
  namespaceMismatch,
  StatusError,
} from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import type { Admission } from './admission.ts';
import {
  type Kernel,
  readyForm,
  type Target,
  type WriteOptions,
  warnOfFinalizers,
  worldOf,
  writeBy,
} from './kernel.ts';
import { type Write, writeAdmitted, writeAtOnce } from './write.ts';

const NAME_TRIES = 8;
/** No vowels, so that no words come out, and no characters that are mistaken for others. */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const LONGEST_GENERATED_PREFIX = 58;

/** Stores a new object as the server itself, or says in the server's words why not. */
export function createObject(kernel: Kernel, target: Target, input: KubeObject, options: WriteOptions = {}): Entry {
  // Only an apply is answered that there is one already; anything else is refused by then.
  return writeAtOnce(creation(kernel, target, input, options)) as Entry;
}

/** Stores a new object for a client, if all who have a word agree. */
export async function requestCreate(
  kernel: Kernel,
  admission: Admission,
  target: Target,
  input: KubeObject,
  options: WriteOptions,
): Promise<Entry> {
  return (await tryCreate(kernel, admission, target, input, options)) as Entry;
}

/** For an apply: undefined when there is an object of this name by now, which it can change instead. */
export function tryCreate(
  kernel: Kernel,
  admission: Admission,
  target: Target,
  input: KubeObject,
  options: WriteOptions,
): Promise<Entry | undefined> {
  const named = { ...target, name: input.metadata.name };
  const write = creation(kernel, target, input, options);
  return writeAdmitted(write, admission, { operation: 'CREATE', target: named, options });
}

function creation(kernel: Kernel, target: Target, input: KubeObject, options: WriteOptions): Write {
  const { resource } = target;
  const rules = kindRules(resource);
  if (input.metadata.resourceVersion !== undefined) {
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const namespace = namespaceFor(target, input.metadata);
  if (resource.isTerminating) {
    const why = 'create not allowed while custom resource definition is terminating';
    throw forbidden(resource, input.metadata.name, why);
  }
  return {
    wanted() {
      const sent = rules.default?.(input) ?? input;
      const managedFields = options.isApplied
        ? sent.metadata.managedFields
        : ownersAtCreate(writeBy(kernel, target, options), sent);
      const metadata = withField(sent.metadata, 'managedFields', managedFields);
      return { ...sent, metadata: withField(metadata, 'namespace', namespace) };
    },
    formed(wanted) {
      const { name: given, generateName = '' } = wanted.metadata;
      // K-92 holds for what admission makes of an object, too.
      namespaceFor(target, wanted.metadata);
      const name = given || !generateName ? given : freeName(kernel, target, namespace, generateName);
      const begun = { ...wanted, metadata: withField(wanted.metadata, 'name', name) };
      const world = worldOf(kernel, target, options);
      const object = prepared(kernel, target, rules.allocate?.(begun, undefined, world) ?? begun, namespace, name);
      const errors = [
        ...metadataErrors(object.metadata, resource.namespaced, factsOf(resource).nameRule),
        ...(factsOf(resource).hasFreeFinalizers ? [] : unqualifiedFinalizerErrors(object.metadata.finalizers ?? [])),
        ...(rules.validate?.(object) ?? []),
        ...(resource.custom ? customErrors(target, object) : []),
      ];
      if (errors.length > 0) throw invalid(resource, name ?? '', errors);
      warnOfFinalizers(resource, object.metadata, [], options);
      for (const warning of rules.warnings?.(object) ?? []) options.warn?.(warning);
      return object;
    },
    ...readyForm(kernel, target),
    stored(object) {
      const key = keyOf(namespace, object.metadata.name ?? '');
      const known = kernel.store.get(resource.collection, key);
      if (known) {
        if (options.isApplied) return undefined;
        const name = object.metadata.name ?? '';
        if (!input.metadata.name) throw nameNotGenerated(resource, name);
        throw alreadyExists(resource, name, known.object.metadata.deletionTimestamp !== undefined);
      }
      // K-73: the answer to a dry run has all that the server fills in, but no resource version.
      if (options.dryRun) return shownEntry(target, key, withoutVersion(object), kernel.store.revision);
      const form = storedForm(target, object);
      return rememberShown(
        target,
        kernel.store.put(resource.collection, key, form.object, form.storedAs, form.converted),
      );
    },
  };
}

function prepared(
  kernel: Kernel,
  { resource, served }: Target,
  input: KubeObject,
  namespace: string | undefined,
  name: string | undefined,
): KubeObject {
  const { generateName, labels, annotations, ownerReferences, finalizers, managedFields } = input.metadata;
  const metadata: ObjectMeta = {
    ...(name && { name }),
    ...(generateName && { generateName }),
    ...(namespace && { namespace }),
    uid: randomUUID(),
    // Holds the place in which the server writes it.
    resourceVersion: '',
    ...(factsOf(resource).hasGeneration && { generation: 1 }),
    creationTimestamp: timestamp(kernel.clock.wall()),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(ownerReferences && { ownerReferences }),
    ...(finalizers && { finalizers }),
    ...(managedFields && { managedFields }),
  };
  // Status is written through its subresource. Nodes are the exception: a kubelet registers with one.
  const keepsStatus = !hasStatus(served) || resource.collection === 'nodes';
  const object = { ...(keepsStatus ? input : withField(input, 'status', emptyStatus(resource, served))), metadata };
  const rules = kindRules(resource);
  const first = rules.prepareCreate?.(object) ?? object;
  return rules.canonicalize?.(first) ?? first;
}

function withoutVersion(object: KubeObject): KubeObject {
  return { ...object, metadata: without(object.metadata, 'resourceVersion') };
}

/** K-92. A namespace in the body of a cluster-scoped object is ignored. */
function namespaceFor({ resource, namespace }: Target, metadata: ObjectMeta): string | undefined {
  if (!resource.namespaced) return undefined;
  if (metadata.namespace && metadata.namespace !== namespace) {
    throw namespaceMismatch();
  }
  return namespace;
}

/** K-159. A few tries: with 14 million endings a taken one is bad luck, and eight of them are a full house. */
function freeName(kernel: Kernel, { resource }: Target, namespace: string | undefined, prefix: string): string {
  const base = prefix.slice(0, LONGEST_GENERATED_PREFIX);
  let name = '';
  for (let tries = 0; tries < NAME_TRIES; tries++) {
    name = base;
    for (let at = 0; at < 5; at++) {
      name += SUFFIX_ALPHABET[Math.floor(kernel.random() * SUFFIX_ALPHABET.length)] ?? 'x';
    }
    if (!kernel.store.get(resource.collection, keyOf(namespace, name))) break;
  }
  return name;
}
