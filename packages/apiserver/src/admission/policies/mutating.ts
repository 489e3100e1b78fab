import { type CostBudget, ExpressionEnvironment, PATCHES } from '@slipway/crd/cel';
import { objectsAt } from '../../admitted/index.ts';
import { type KubeObject, textAt } from '../../objects/index.ts';
import { evaluated, type Values } from '../expressions/index.ts';
import { CompiledPolicy, type Fault, faultsOf, oncePerObject, POLICY_BUDGET } from './compiled.ts';
import { type Mutation, MutationFailure, mutatedBy, PATCH_FORMS, type Subject } from './mutation.ts';

/** A MutatingAdmissionPolicy, compiled once. */
export class MutatingPolicy extends CompiledPolicy {
  readonly isReinvoked: boolean;
  /** In their order; undefined where a mutation says nothing that could be carried out. */
  readonly mutations: readonly (Mutation | undefined)[];
  readonly #patches: ExpressionEnvironment;

  constructor(policy: KubeObject) {
    super(policy);
    this.isReinvoked = textAt(this.spec, 'reinvocationPolicy') === 'IfNeeded';
    // Variables and conditions cannot make patches, mutations can.
    this.#patches = new ExpressionEnvironment(this.names, PATCHES);
    this.mutations = objectsAt(this.spec, 'mutations').map((one) => {
      const form = PATCH_FORMS[textAt(one, 'patchType')];
      const source = form ? textAt(one, form.field, 'expression').trim() : '';
      return form && source !== '' ? { form, expression: this.#patches.compile(source) } : undefined;
    });
  }

  /** Expressions that cannot be used. */
  faults(): Fault[] {
    const mutations = this.mutations.flatMap((one, at) =>
      one ? [[`mutations[${at}].${one.form.field}.expression`, one.expression, one.form.type] as const] : [],
    );
    return [...this.variableFaults(), ...faultsOf(mutations)];
  }

  /** Whether the conditions let the policy be about a request after all. */
  isFor(request: Values): ReturnType<CompiledPolicy['judge']> {
    return this.judge(this.valuesOf(request, { remaining: POLICY_BUDGET }));
  }

  /** The object after one mutation. Throws a `MutationFailure`. */
  mutated(mutation: Mutation, request: Values, subject: Subject): KubeObject {
    const budget: CostBudget = { remaining: POLICY_BUDGET };
    const values = this.valuesOf(request, budget);
    const result = evaluated(this.#patches, mutation.expression, values, budget, mutation.form.type);
    if (result.isError) throw new MutationFailure(result.text);
    return mutatedBy(mutation, result.value, subject);
  }
}

export const mutatingPolicyFrom = oncePerObject((object) => new MutatingPolicy(object));
