import { dynamicValue } from '@slipway/crd/cel';
import type { Authorizer } from '../../authorization/index.ts';
import { fieldAt, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import type { Attributes, Kernel } from '../../operations/index.ts';
import { keyOf } from '../../store/index.ts';
import { type Values, valuesOf } from '../expressions/index.ts';
import { matchingVersion } from '../matching.ts';
import { namespaceOf, type Requested } from '../requested.ts';
import { type CompiledPolicy, matchFrom, oncePerObject } from './compiled.ts';
import { paramsFor, UnusableBinding } from './params.ts';

/** A policy that a binding makes apply to a request. */
export interface Bound<P extends CompiledPolicy> {
  readonly policy: P;
  readonly name: string;
  readonly binding: KubeObject;
  /** The request in the version that the policy is about. */
  readonly seen: Requested;
  /** One evaluation for each, or why the binding cannot be used. */
  readonly params: readonly (JsonObject | undefined)[] | UnusableBinding;
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
  kind: PolicyKind<P>,
  attributes: Attributes,
): Bound<P>[] {
  const bindings = kernel.store.list(kind.bindings).map((entry) => entry.object);
  return kernel.store.list(kind.policies).flatMap(({ object }) => {
    const name = object.metadata.name ?? '';
    const own = bindings.filter((binding) => textAt(binding, 'spec', 'policyName') === name);
    const policy = own.length > 0 ? kind.compiled(object) : undefined;
    const seen = policy && matchingVersion(policy.match, attributes, kernel);
    if (!seen) return [];
    return own
      .filter((binding) => isFor(binding, attributes, kernel))
      .map((binding) => ({ policy, name, binding, seen, params: usableParams(kernel, policy, binding, attributes) }));
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

function usableParams(
  kernel: Kernel,
  policy: CompiledPolicy,
  binding: KubeObject,
  attributes: Attributes,
): readonly (JsonObject | undefined)[] | UnusableBinding {
  try {
    return paramsFor(kernel, policy, binding, namespaceOf(attributes));
  } catch (error) {
    if (error instanceof UnusableBinding) return error;
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
