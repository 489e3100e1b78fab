import { refusal } from '../../admitted/index.ts';
import type { Authorizer } from '../../authorization/index.ts';
import { fieldAt } from '../../objects/index.ts';
import type { Attributes, Kernel } from '../../operations/index.ts';
import { StatusError } from '../../status/index.ts';
import { type Bound, boundPolicies, policyValues } from './bound.ts';
import { Unusable } from './params.ts';
import { type Refusal, type ValidatingPolicy, validatingPolicyFrom } from './validating.ts';

const KIND = {
  policies: 'validatingadmissionpolicies.admissionregistration.k8s.io',
  bindings: 'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  compiled: validatingPolicyFrom,
};

/** Throws the first refusal of the policies that are bound to a request. */
export function checkPolicies(kernel: Kernel, authorizer: Authorizer, attributes: Attributes): void {
  let first: StatusError | undefined;
  // All are evaluated even after a refusal: each may have something to warn of.
  for (const bound of boundPolicies(kernel, KIND, attributes)) {
    const refused = applied(kernel, authorizer, attributes, bound);
    first ??= refused;
  }
  if (first) throw first;
}

/** The first refusal that a binding leads to. */
function applied(
  kernel: Kernel,
  authorizer: Authorizer,
  attributes: Attributes,
  { policy, name, binding, seen, params }: Bound<ValidatingPolicy>,
): StatusError | undefined {
  const by = binding ? ` with binding '${binding.metadata.name}'` : '';
  const who = `ValidatingAdmissionPolicy '${name}'${by}`;
  const deny = ({ message, reason = 'Invalid' }: Refusal): StatusError =>
    denied(attributes, `${who} denied request: ${message}`, reason);
  if (params instanceof Unusable) {
    return policy.failsClosed ? deny({ message: params.message }) : undefined;
  }
  const refusals = params.flatMap((param) =>
    policy.refusals(policyValues(kernel, authorizer, attributes, seen, param)),
  );
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

const CODES: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

function denied(attributes: Attributes, message: string, reason: string): StatusError {
  const { status } = refusal(attributes, message);
  const details = { ...status.details, causes: [{ message }] };
  return new StatusError(CODES[reason] ?? 422, reason, status.message ?? message, details);
}
