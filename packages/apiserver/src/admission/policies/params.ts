import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import { isJsonObject, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import type { Kernel } from '../../operations/index.ts';
import type { Resource, ServedVersion } from '../../resources/index.ts';
import { keyOf } from '../../store/index.ts';
import { shownIn } from '../object-version.ts';
import type { CompiledPolicy } from './compiled.ts';

/** Why a policy, or one of its bindings, cannot be used for a request. */
export class Unusable extends Error {
  constructor(what: 'policy' | 'binding', message: string) {
    super(`failed to configure ${what}: ${message}`);
    this.name = 'Unusable';
  }
}

interface ParamKind {
  readonly resource: Resource;
  readonly served: ServedVersion;
}

/** The kind of a policy's params, in the version that it names. Throws an `Unusable` where there is no such kind. */
export function paramKindOf(
  registry: Kernel['registry'],
  { paramKind }: Pick<CompiledPolicy, 'paramKind'>,
): ParamKind | undefined {
  if (!paramKind) return undefined;
  const slash = paramKind.apiVersion.lastIndexOf('/');
  const group = slash < 0 ? '' : paramKind.apiVersion.slice(0, slash);
  const version = paramKind.apiVersion.slice(slash + 1);
  const resource = registry.resources().find((one) => one.group === group && one.kind === paramKind.kind);
  const served = resource?.versions.find((one) => one.version === version);
  if (resource && served) return { resource, served };
  const kind = `${group}/${version}, Kind=${paramKind.kind}`;
  throw new Unusable('policy', `failed to find resource referenced by paramKind: '${kind}'`);
}

/**
 * The objects that a binding gives to its policy, each for an evaluation of its own. `undefined` is
 * one without any: of a policy that asks for none, or a binding that names none.
 */
export function paramsFor(
  { store }: Pick<Kernel, 'store'>,
  kind: ParamKind | undefined,
  binding: KubeObject,
  namespace: string,
): readonly (JsonObject | undefined)[] {
  const spec = isJsonObject(binding['spec']) ? binding['spec'] : {};
  const { paramRef } = spec;
  if (!kind || !isJsonObject(paramRef)) return [undefined];
  const { resource, served } = kind;
  const place = textAt(paramRef, 'namespace');
  if (!resource.namespaced && place !== '') {
    throw new Unusable('binding', 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const within = resource.namespaced ? place || namespace : undefined;
  if (within === '') {
    throw new Unusable(
      'binding',
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  }
  const name = textAt(paramRef, 'name');
  const selector = paramRef['selector'] as LabelSelector | undefined;
  const params =
    name === ''
      ? store
          .list(resource.collection, within)
          .filter(({ object }) => matchesSelector(selector, object.metadata.labels))
      : [store.get(resource.collection, keyOf(within, name)) ?? []].flat();
  if (params.length === 0 && textAt(paramRef, 'parameterNotFoundAction') === 'Deny') {
    throw new Unusable('binding', 'no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return params.map(({ object }) => shownIn(resource, served, object));
}
