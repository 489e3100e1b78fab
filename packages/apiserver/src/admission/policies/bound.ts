import { dynamicValue } from '@slipway/crd/cel';
import type { Authorizer } from '../../authorization/index.ts';
import { fieldAt, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import type { Attributes, Kernel } from '../../operations/index.ts';
import { keyOf } from '../../store/index.ts';
import { type Values, valuesOf } from '../expressions/index.ts';
import { matchingVersion } from '../matching.ts';
import { namespaceOf, type Requested } from '../requested.ts';
import { type CompiledPolicy, matchFrom, oncePerObject } from './compiled.ts';
import { paramKindOf, paramsFor, Unusable } from './params.ts';

/** A policy that a binding makes apply to a request. */
export interface Bound<P extends CompiledPolicy> {
  readonly policy: P;
  readonly name: string;
  /** Undefined where the policy itself cannot be used, whatever is bound to it. */
  readonly binding: KubeObject | undefined;
  /** The request in the version that the policy is about. */
  readonly seen: Requested;
  /** One evaluation for each, or why there is none. */
  readonly params: readonly (JsonObject | undefined)[] | Unusable;
}

/** The kinds of policies and of their bindings, as they are stored. */
export interface PolicyKind<P extends CompiledPolicy> {
  readonly policies: string;
  readonly bindings: string;
  readonly compiled: (object: KubeObject) => P;
}

/** All policies that are bound to a request, in the order of their names. */
export function boundPolicies<P extends CompiledPolicy>(
  kernel: Kernel,
  { policies, bindings, compiled }: PolicyKind<P>,
  attributes: Attributes,
): Bound<P>[] {
  const all = kernel.store.list(bindings).map((entry) => entry.object);
  return kernel.store.list(policies).flatMap(({ object }): Bound<P>[] => {
    const name = object.metadata.name ?? '';
    const own = all.filter((binding) => textAt(binding, 'spec', 'policyName') === name);
    const policy = own.length > 0 ? compiled(object) : undefined;
    const seen = policy && matchingVersion(policy.match, attributes, kernel);
    if (!seen) return [];
    const kind = usable(() => paramKindOf(kernel.registry, policy));
    if (kind instanceof Unusable) return [{ policy, name, binding: undefined, seen, params: kind }];
    const within = namespaceOf(attributes);
    return own
      .filter((binding) => isFor(binding, attributes, kernel))
      .map((binding) => ({
        policy,
        name,
        binding,
        seen,
        params: usable(() => paramsFor(kernel, kind, binding, within)),
      }));
  });
}

const resourcesOf = oncePerObject((binding) => {
  const resources = fieldAt(binding, ['spec', 'matchResources']);
  return { match: resources === undefined ? undefined : matchFrom(resources) };
});

function isFor(binding: KubeObject, attributes: Attributes, kernel: Kernel): boolean {
  const { match } = resourcesOf(binding);
  return match === undefined || matchingVersion(match, attributes, kernel) !== undefined;
}

function usable<T>(find: () => T): T | Unusable {
  try {
    return find();
  } catch (error) {
    if (error instanceof Unusable) return error;
    throw error;
  }
}

/** A request as the expressions of a policy see it. */
export function policyValues(
  kernel: Kernel,
  authorizer: Authorizer,
  attributes: Attributes,
  seen: Requested,
  param: JsonObject | undefined,
): Values {
  const { namespace } = attributes.target;
  const found = namespace ? kernel.store.get('namespaces', keyOf(undefined, namespace))?.object : undefined;
  return { ...valuesOf(attributes, seen, authorizer, found), params: dynamicValue(param) };
}
