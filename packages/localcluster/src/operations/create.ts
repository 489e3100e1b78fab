import { randomUUID } from 'node:crypto';
import { emptyStatus, ownersAtCreate } from '../field-managers/index.ts';
import { kindRules } from '../kinds/index.ts';
import { metadataErrors, unqualifiedFinalizerErrors } from '../metadata/index.ts';
import { fieldAt, type KubeObject, type ObjectMeta, withField, without } from '../objects/index.ts';
import { factsOf, hasStatus } from '../resources/index.ts';
import {
  alreadyExists,
  forbidden,
  invalid,
  nameNotGenerated,
  namespaceMismatch,
  notFound,
  StatusError,
} from '../status/index.ts';
import { Entry, keyOf } from '../store/index.ts';
import { type Kernel, type Target, timestamp, type WriteOptions, warnOfFinalizers, writeBy } from './kernel.ts';

const NAME_TRIES = 8;
/** No vowels, so that no words come out, and no characters that are mistaken for others. */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const LONGEST_GENERATED_PREFIX = 58;

/** Stores a new object, or says in the server's words why not. */
export function createObject(kernel: Kernel, target: Target, input: KubeObject, options: WriteOptions = {}): Entry {
  const { resource } = target;
  if (input.metadata.resourceVersion !== undefined) {
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const namespace = namespaceFor(target, input.metadata);
  if (namespace !== undefined) requireLiveNamespace(kernel, target, namespace, input.metadata.name);

  const generated = !input.metadata.name && input.metadata.generateName !== undefined;
  const name = generated ? freeName(kernel, target, namespace, input.metadata.generateName ?? '') : input.metadata.name;
  const rules = kindRules(resource);
  const sent = rules.default?.(input) ?? input;
  const managedFields = options.isApplied
    ? sent.metadata.managedFields
    : ownersAtCreate(writeBy(kernel, target, options), sent);
  const object = prepared(
    kernel,
    target,
    { ...sent, metadata: withField(sent.metadata, 'managedFields', managedFields) },
    namespace,
    name,
  );
  const errors = [
    ...metadataErrors(object.metadata, resource.namespaced, factsOf(resource).nameRule),
    ...(resource.custom ? [] : unqualifiedFinalizerErrors(object.metadata.finalizers ?? [])),
    ...(rules.validate?.(object) ?? []),
  ];
  if (errors.length > 0) throw invalid(resource, name ?? '', errors);

  warnOfFinalizers(resource, object.metadata, [], options);
  const key = keyOf(namespace, name ?? '');
  if (kernel.store.get(resource.collection, key)) {
    throw generated ? nameNotGenerated(resource, name ?? '') : alreadyExists(resource, name ?? '');
  }
  // K-73: the answer to a dry run has all that the server fills in, but no resource version.
  if (options.dryRun) return new Entry(key, withoutVersion(object), kernel.store.revision);
  return kernel.store.put(resource.collection, key, object);
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

const NAMESPACES = { group: '', plural: 'namespaces' };

/** K-83, K-77. */
function requireLiveNamespace(kernel: Kernel, target: Target, namespace: string, name: string | undefined): void {
  const entry = kernel.store.get('namespaces', keyOf(undefined, namespace));
  if (!entry) throw notFound(NAMESPACES, namespace);
  if (fieldAt(entry.object, ['status', 'phase']) !== 'Terminating') return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden(target.resource, name, why, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
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
