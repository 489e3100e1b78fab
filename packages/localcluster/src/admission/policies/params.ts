import { type LabelSelector, matchesSelector } from '../../matching/index.ts';
import { isJsonObject, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import type { Kernel } from '../../operations/index.ts';
import { keyOf } from '../../store/index.ts';
import { shownIn } from '../object-version.ts';
import type { CompiledPolicy } from './compiled.ts';

/** What makes a binding unusable for a request. */
export class UnusableBinding extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableBinding';
  }
}

/**
 * The objects that a binding gives to its policy, each for an evaluation of its own. `undefined` is
 * one without any: of a policy that asks for none, or a binding that names none.
 */
export function paramsFor(
  { store, registry }: Pick<Kernel, 'store' | 'registry'>,
  { paramKind }: Pick<CompiledPolicy, 'paramKind'>,
  binding: KubeObject,
  namespace: string,
): readonly (JsonObject | undefined)[] {
  const spec = isJsonObject(binding['spec']) ? binding['spec'] : {};
  const { paramRef } = spec;
  if (!paramKind || !isJsonObject(paramRef)) return [undefined];
  const slash = paramKind.apiVersion.lastIndexOf('/');
  const group = slash < 0 ? '' : paramKind.apiVersion.slice(0, slash);
  const version = paramKind.apiVersion.slice(slash + 1);
  const resource = registry.resources().find((one) => one.group === group && one.kind === paramKind.kind);
  const served = resource?.versions.find((one) => one.version === version);
  if (!resource || !served) {
    throw new UnusableBinding(
      `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${paramKind.kind}'`,
    );
  }
  const place = textAt(paramRef, 'namespace');
  if (!resource.namespaced && place !== '') {
    throw new UnusableBinding('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const within = resource.namespaced ? place || namespace : undefined;
  if (within === '') {
    throw new UnusableBinding('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
  }
  const name = textAt(paramRef, 'name');
  const selector = paramRef['selector'] as LabelSelector | undefined;
  const found =
    name === ''
      ? store
          .list(resource.collection, within)
          .filter(({ object }) => matchesSelector(selector, object.metadata.labels))
      : [store.get(resource.collection, keyOf(within, name)) ?? []].flat();
  if (found.length === 0 && textAt(paramRef, 'parameterNotFoundAction') === 'Deny') {
    throw new UnusableBinding('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return found.map(({ object }) => shownIn(resource, served, object));
}
