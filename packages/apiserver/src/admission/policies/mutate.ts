import { refusal } from '../../admitted/index.ts';
import type { Authorizer } from '../../authorization/index.ts';
import { isEqual, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import type { Kernel, MutableAttributes } from '../../operations/index.ts';
import { StatusError } from '../../status/index.ts';
import type { Reinvocations } from '../reinvocations.ts';
import { type Bound, boundPolicies, policyValues } from './bound.ts';
import { type MutatingPolicy, mutatingPolicyFrom } from './mutating.ts';
import { MutationFailure } from './mutation.ts';
import { Unusable } from './params.ts';

const KIND = {
  policies: 'mutatingadmissionpolicies.admissionregistration.k8s.io',
  bindings: 'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  compiled: mutatingPolicyFrom,
};

/** Why a policy stops a write, with the reason of the answer. */
interface Failure {
  readonly message: string;
  readonly reason: string;
}

/** The object after all policies that are bound to a request, one after the other. */
export function mutateByPolicies(
  kernel: Kernel,
  authorizer: Authorizer,
  attributes: MutableAttributes,
  memory: () => Reinvocations,
): KubeObject {
  // What a policy is about is decided before the first of them changes anything; its conditions are not.
  const bound = boundPolicies(kernel, KIND, attributes);
  if (bound.length === 0) return attributes.object;
  const run = new Run(kernel, authorizer, attributes, memory());
  for (const one of bound) {
    if (one.params instanceof Unusable) run.fail(one, one.params.message, 'Forbidden');
  }
  for (const one of bound) {
    if (one.params instanceof Unusable) continue;
    for (const param of one.params) run.apply(one, param);
  }
  return run.result();
}

class Run {
  readonly #kernel: Kernel;
  readonly #authorizer: Authorizer;
  readonly #attributes: MutableAttributes;
  readonly #memory: Reinvocations;
  readonly #failures: Failure[] = [];
  #object: KubeObject;
  #isPatched = false;

  constructor(kernel: Kernel, authorizer: Authorizer, attributes: MutableAttributes, memory: Reinvocations) {
    this.#kernel = kernel;
    this.#authorizer = authorizer;
    this.#attributes = attributes;
    this.#memory = memory;
    this.#object = attributes.object;
    const { isSecond } = attributes.rounds;
    if (isSecond && !isEqual(memory.lastOutput, attributes.object)) memory.changed();
  }

  fail({ policy, name, binding }: Bound<MutatingPolicy>, why: string, reason: string): void {
    if (!policy.failsClosed) return;
    const who = binding ? `'${name}' with binding '${binding.metadata.name}'` : JSON.stringify(name);
    this.#failures.push({ message: `policy ${who} denied request: ${why}`, reason });
  }

  apply(bound: Bound<MutatingPolicy>, param: JsonObject | undefined): void {
    const { policy, name, binding, seen } = bound;
    const { old, rounds, target } = this.#attributes;
    const { version } = target.served;
    const verdict = policy.isFor(this.#values(bound, param));
    if ('error' in verdict) return this.fail(bound, verdict.error, 'Invalid');
    const of = (field: string): string => textAt(param, 'metadata', field);
    const id = [name, binding?.metadata.name, of('namespace'), of('name')].join('/');
    if (!verdict.matches || (rounds.isSecond && !this.#memory.isDue(id))) return;
    const before = this.#object;
    for (const mutation of policy.mutations) {
      if (!mutation) continue;
      try {
        this.#object = policy.mutated(mutation, this.#values(bound, param), {
          object: this.#object,
          old,
          seen,
          version,
        });
        this.#isPatched = true;
      } catch (error) {
        if (!(error instanceof MutationFailure)) throw error;
        this.fail(bound, error.message, 'Invalid');
      }
    }
    if (!isEqual(before, this.#object)) this.#memory.changed();
    if (policy.isReinvoked) this.#memory.asked(id);
  }

  /** A server sees in every patch a change, even where the object is as before: all take part in a second round. */
  result(): KubeObject {
    if (this.#isPatched) {
      this.#memory.changed();
      this.#attributes.rounds.isSecondNeeded = true;
    }
    this.#memory.lastOutput = this.#object;
    const [first] = this.#failures;
    if (first) throw denied(this.#attributes, first, this.#failures);
    return this.#object;
  }

  #values({ seen }: Bound<MutatingPolicy>, param: JsonObject | undefined) {
    const attributes = { ...this.#attributes, object: this.#object };
    return policyValues(this.#kernel, this.#authorizer, attributes, seen, param);
  }
}

function denied(attributes: MutableAttributes, first: Failure, all: readonly Failure[]): StatusError {
  const { status } = refusal(attributes, first.message);
  const causes = all.map(({ message }) => ({ message }));
  return new StatusError(403, first.reason, first.message, { ...status.details, causes });
}
