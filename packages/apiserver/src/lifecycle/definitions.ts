import { timestamp } from '@slipway/apimachinery/clock';
import {
  approvalCondition,
  conditionsOf,
  DELETION_COMPLETED,
  DELETION_IN_PROGRESS,
  ESTABLISHED,
  INVALID_BUNDLE,
  isBundle,
  isTrue,
  NEVER_ESTABLISHED,
  namingOf,
  withConditions,
  withStatus,
} from '../definitions/index.ts';
import { CLEANUP_FINALIZER } from '../kinds/index.ts';
import { fieldAt, isEqual, type KubeObject, textAt } from '../objects/index.ts';
import { type Kernel, removeObject, updateObject } from '../operations/index.ts';
import { customCollection, customResource, type Resource } from '../resources/index.ts';
import { keyOf } from '../store/index.ts';
import type { WatchHub } from '../watch/index.ts';

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/**
 * Keeps what is served equal to the definitions: a new one is granted its names, served and says so
 * in its conditions; one in deletion takes its objects with it, ends their watches and goes.
 */
export function startDefinitions(kernel: Kernel, hub: WatchHub, later: (task: () => void) => void): () => void {
  const ending = new Map<string, string>();

  return kernel.store.subscribe('*', ({ key, current, previous }, collection) => {
    if (collection !== DEFINITIONS) {
      const name = current ? undefined : ending.get(collection);
      if (name !== undefined) later(() => cleanUp(kernel, name));
      return;
    }
    const name = key.slice(1);
    const definition = (current ?? previous)?.object as KubeObject;
    const objects = customCollection(definition);
    if (!current) {
      ending.delete(objects);
      kernel.registry.remove({ group: textAt(definition, 'spec', 'group'), plural: pluralOf(definition) });
      later(() => {
        hub.endAll(objects);
        for (const other of siblings(kernel, definition)) settle(kernel, other.metadata.name ?? '');
      });
      return;
    }
    if (serve(kernel, definition, previous?.object)) later(() => hub.endAll(objects));
    if (definition.metadata.deletionTimestamp === undefined) later(() => settle(kernel, name));
    else {
      ending.set(objects, name);
      later(() => cleanUp(kernel, name));
    }
  });
}

/**
 * What a definition declares is served once its names are granted, and differently once it declares
 * other things. Returns whether watches that are open show what is no longer so.
 */
function serve(kernel: Kernel, definition: KubeObject, previous: KubeObject | undefined): boolean {
  if (!isServed(definition)) return false;
  const wasServed = previous !== undefined && isServed(previous);
  const isAlike =
    wasServed && isEqual(previous['spec'], definition['spec']) && isEqual(namesOf(previous), namesOf(definition));
  const isEnding = (one: KubeObject | undefined): boolean => one?.metadata.deletionTimestamp !== undefined;
  if (!isAlike || isEnding(definition) !== isEnding(previous)) kernel.registry.add(customResource(definition));
  return wasServed && !isAlike;
}

function isServed(definition: KubeObject): boolean {
  return isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established');
}

const namesOf = (definition: KubeObject): unknown => fieldAt(definition, ['status', 'acceptedNames']);
const pluralOf = (definition: KubeObject): string => textAt(definition, 'spec', 'names', 'plural');

/** The other definitions of the same group. */
function siblings(kernel: Kernel, definition: KubeObject): KubeObject[] {
  const group = textAt(definition, 'spec', 'group');
  const { name } = definition.metadata;
  return kernel.store
    .list(DEFINITIONS)
    .map(({ object }) => object)
    .filter((other) => other.metadata.name !== name && textAt(other, 'spec', 'group') === group);
}

function definitionTarget(kernel: Kernel, name: string, subresource?: string) {
  const resource = kernel.registry.named(DEFINITIONS) as Resource;
  return { resource, served: resource.versions[0] as Resource['versions'][number], name, subresource };
}

function definitionNamed(kernel: Kernel, name: string): KubeObject | undefined {
  return kernel.store.get(DEFINITIONS, keyOf(undefined, name))?.object;
}

/** Grants names, establishes, and tells those who waited for a name. */
function settle(kernel: Kernel, name: string): void {
  const definition = definitionNamed(kernel, name);
  if (!definition || definition.metadata.deletionTimestamp !== undefined) return;
  const settled = settledState(definition, siblings(kernel, definition), timestamp(kernel.clock.wall()));
  if (settled === definition) return;
  updateObject(kernel, definitionTarget(kernel, name, 'status'), () => settled);
  if (isEqual(namesOf(settled), namesOf(definition))) return;
  for (const other of siblings(kernel, definition)) settle(kernel, other.metadata.name ?? '');
}

/** A definition as it stands once every check has seen it; the same one when nothing is to be changed. */
function settledState(definition: KubeObject, others: readonly KubeObject[], now: string): KubeObject {
  let state = definition;
  const naming = namingOf(state, others);
  if (naming) {
    state = withConditions(withStatus(state, { acceptedNames: naming.acceptedNames }), naming.conditions, now);
  }
  if (isTrue(state, 'NamesAccepted') && !isTrue(state, 'Established')) {
    const bundle = textAt(state, 'spec', 'conversion', 'webhook', 'clientConfig', 'caBundle');
    state = withConditions(state, [bundle === '' || isBundle(bundle) ? ESTABLISHED : INVALID_BUNDLE], now);
  }
  const approval = approvalCondition(state, textAt(state, 'spec', 'group'));
  const known = conditionsOf(state).find(({ type }) => type === approval?.type);
  const isReported = known?.reason === approval?.reason && known?.message === approval?.message;
  return approval && !isReported ? withConditions(state, [approval], now) : state;
}

/** Deletes the objects of a definition, and the definition when none is left. */
function cleanUp(kernel: Kernel, name: string): void {
  const definition = definitionNamed(kernel, name);
  if (!definition?.metadata.finalizers?.includes(CLEANUP_FINALIZER)) return;
  const now = timestamp(kernel.clock.wall());
  const wasServed = isTrue(definition, 'Established');
  updateObject(kernel, definitionTarget(kernel, name, 'status'), (old) =>
    withConditions(old, [DELETION_IN_PROGRESS], now),
  );
  if (wasServed && !removeObjects(kernel, definition)) return;
  const last = wasServed ? DELETION_COMPLETED : NEVER_ESTABLISHED;
  updateObject(kernel, definitionTarget(kernel, name, 'status'), (old) => withConditions(old, [last], now));
  updateObject(kernel, definitionTarget(kernel, name), (old) => {
    const finalizers = old.metadata.finalizers?.filter((finalizer) => finalizer !== CLEANUP_FINALIZER) ?? [];
    return { ...old, metadata: { ...old.metadata, finalizers } };
  });
}

/** Whether none is left; those with finalizers are waited for. */
function removeObjects(kernel: Kernel, definition: KubeObject): boolean {
  const resource = customResource(definition);
  const { collection, versions } = resource;
  const [served] = versions;
  if (served) {
    for (const { object } of kernel.store.list(collection)) {
      const { namespace, name, deletionTimestamp } = object.metadata;
      if (deletionTimestamp === undefined) removeObject(kernel, { resource, served, namespace, name });
    }
  }
  return kernel.store.count(collection) === 0;
}
