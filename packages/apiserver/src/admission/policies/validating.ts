import { BOOL, type CostBudget, type Expression, STRING } from '@slipway/crd/cel';
import { objectsAt } from '../../admitted/index.ts';
import { type KubeObject, textAt } from '../../objects/index.ts';
import { evaluated, type Values } from '../expressions/index.ts';
import { CompiledPolicy, type Fault, faultsOf, oncePerObject, POLICY_BUDGET } from './compiled.ts';

const LONGEST_MESSAGE_BYTES = 5 * 1024;

/** Why a policy refuses. */
export interface Refusal {
  readonly message: string;
  /** Only of a rule that is false; errors have none. */
  readonly reason?: string;
}

interface Validation {
  readonly expression: Expression;
  readonly message: string;
  readonly messageExpression: Expression | undefined;
  readonly reason: string;
}

/** A ValidatingAdmissionPolicy, compiled once. */
export class ValidatingPolicy extends CompiledPolicy {
  readonly #validations: readonly Validation[];

  constructor(policy: KubeObject) {
    super(policy);
    this.#validations = objectsAt(this.spec, 'validations').map((one) => ({
      expression: this.environment.compile(textAt(one, 'expression')),
      message: textAt(one, 'message').trim(),
      messageExpression: textAt(one, 'messageExpression')
        ? this.environment.compile(textAt(one, 'messageExpression'))
        : undefined,
      reason: textAt(one, 'reason') || 'Invalid',
    }));
  }

  /** Expressions that cannot be used. */
  faults(): Fault[] {
    const rules = this.#validations.flatMap(
      (one, at) =>
        [
          [`validations[${at}].expression`, one.expression, BOOL],
          [`validations[${at}].messageExpression`, one.messageExpression, STRING],
        ] as const,
    );
    return [...this.variableFaults(), ...faultsOf(rules)];
  }

  /** What the policy has against a request. What it cannot evaluate counts unless it fails open. */
  refusals(request: Values): Refusal[] {
    const budget: CostBudget = { remaining: POLICY_BUDGET };
    const values = this.valuesOf(request, budget);
    const verdict = this.judge(values);
    if ('error' in verdict) return this.failsClosed ? [{ message: verdict.error }] : [];
    if (!verdict.matches) return [];
    return this.#validations.flatMap((validation) => {
      const result = evaluated(this.environment, validation.expression, values, budget, BOOL);
      if (result.isError) return this.failsClosed ? [{ message: result.text }] : [];
      if (result.value === true) return [];
      return [{ message: this.#message(validation, values, budget), reason: validation.reason }];
    });
  }

  /** From the expression where that gives one line of text, else the fixed one, else the rule itself. */
  #message({ expression, message, messageExpression }: Validation, values: Values, budget: CostBudget): string {
    const result = messageExpression && evaluated(this.environment, messageExpression, values, budget, STRING);
    if (result && !result.isError && typeof result.value === 'string') {
      const text = result.value.trim();
      if (text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= LONGEST_MESSAGE_BYTES) return text;
    }
    return message === '' ? `failed expression: ${expression.source.trim()}` : message;
  }
}

export const validatingPolicyFrom = oncePerObject((object) => new ValidatingPolicy(object));
