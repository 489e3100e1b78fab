import { dynamicValue } from '@slipway/crd/cel';
import type { Authorizer } from '../../authorization/index.ts';
import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import type { Attributes, Kernel } from '../../operations/index.ts';
import { StatusError } from '../../status/index.ts';
import { keyOf } from '../../store/index.ts';
import { valuesOf } from '../expressions/index.ts';
import { matchingVersion } from '../matching.ts';
import { refusal } from '../refusal.ts';
import { namespaceOf, type Requested } from '../requested.ts';
import { paramsFor, UnusableBinding } from './params.ts';
import { matchFrom, type Policy, policyFrom, type Refusal } from './policy.ts';

const POLICIES = 'validatingadmissionpolicies.admissionregistration.k8s.io';
const BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';

/** Throws the first refusal of the policies that are bound to a request. */
export function checkPolicies(kernel: Kernel, authorizer: Authorizer, attributes: Attributes): void {
  const bindings = kernel.store.list(BINDINGS).map((entry) => entry.object);
  let first: StatusError | undefined;
  for (const { object } of kernel.store.list(POLICIES)) {
    const own = bindings.filter((binding) => textAt(binding, 'spec', 'policyName') === object.metadata.name);
    const policy = own.length > 0 ? policyFrom(object) : undefined;
    const seen = policy && matchingVersion(policy.match, attributes, kernel);
    if (!seen) continue;
    // All are evaluated even after a refusal: each may have something to warn of.
    for (const binding of own) {
      const refused = applied(kernel, authorizer, attributes, seen, policy, object, binding);
      first ??= refused;
    }
  }
  if (first) throw first;
}

/** The first refusal that a binding leads to. */
function applied(
  kernel: Kernel,
  authorizer: Authorizer,
  attributes: Attributes,
  seen: Requested,
  policy: Policy,
  definition: KubeObject,
  binding: KubeObject,
): StatusError | undefined {
  const resources = fieldAt(binding, ['spec', 'matchResources']);
  if (resources !== undefined && !matchingVersion(matchOf(binding, resources), attributes, kernel)) return undefined;
  const who = `ValidatingAdmissionPolicy '${definition.metadata.name}' with binding '${binding.metadata.name}'`;
  const deny = ({ message, reason = 'Invalid' }: Refusal): StatusError =>
    denied(attributes, `${who} denied request: ${message}`, reason);
  let refusals: readonly Refusal[];
  try {
    refusals = evaluate(kernel, authorizer, attributes, seen, policy, binding);
  } catch (error) {
    if (!(error instanceof UnusableBinding)) throw error;
    return policy.failsClosed ? deny({ message: `failed to configure binding: ${error.message}` }) : undefined;
  }
  const actions = fieldAt(binding, ['spec', 'validationActions']);
  const isTo = (action: string): boolean => Array.isArray(actions) && actions.includes(action);
  if (isTo('Warn')) {
    for (const { message } of refusals) {
      attributes.options.warn?.(`Validation failed for ${who}: ${message}`);
    }
  }
  const [first] = refusals;
  return first && isTo('Deny') ? deny(first) : undefined;
}

const matches = new WeakMap<KubeObject, ReturnType<typeof matchFrom>>();

function matchOf(binding: KubeObject, resources: unknown) {
  let match = matches.get(binding);
  if (!match) matches.set(binding, (match = matchFrom(resources)));
  return match;
}

function evaluate(
  kernel: Kernel,
  authorizer: Authorizer,
  attributes: Attributes,
  seen: Requested,
  policy: Policy,
  binding: KubeObject,
): readonly Refusal[] {
  const params = paramsFor(kernel, policy, binding, namespaceOf(attributes));
  const { namespace } = attributes.target;
  const namespaceObject = namespace && kernel.store.get('namespaces', keyOf(undefined, namespace))?.object;
  const values = valuesOf(attributes, seen, authorizer, namespaceObject || undefined);
  return params.flatMap((param) => policy.refusals({ ...values, params: dynamicValue(param) }));
}

const CODES: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

function denied(attributes: Attributes, message: string, reason: string): StatusError {
  const { status } = refusal(attributes, message);
  const details = { ...status.details, causes: [{ message }] };
  return new StatusError(CODES[reason] ?? 422, reason, status.message ?? message, details);
}
