import { BOOL, type CostBudget, type Expression, ExpressionEnvironment, type Type } from '@slipway/crd/cel';
import { type JsonObject, textAt } from '../../objects/index.ts';
import { VARIABLES, type Values } from './environment.ts';

/** What the conditions of one request may cost together. */
const CONDITIONS_BUDGET = 2_500_000;

export type Verdict = { readonly matches: boolean } | { readonly error: string };

/** Conditions under which a webhook or a policy is about a request after all, compiled once. */
export class MatchConditions {
  readonly #environment: ExpressionEnvironment;
  readonly #conditions: readonly Expression[];

  constructor(conditions: readonly JsonObject[], more: Readonly<Record<string, Type>> = {}) {
    this.#environment = new ExpressionEnvironment({ ...VARIABLES, ...more });
    this.#conditions = conditions.map((one) => this.#environment.compile(textAt(one, 'expression')));
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** One that is false decides, whatever else went wrong. */
  judge(values: Values): Verdict {
    const budget: CostBudget = { remaining: CONDITIONS_BUDGET };
    const errors: string[] = [];
    for (const condition of this.#conditions) {
      const result = evaluated(this.#environment, condition, values, budget, BOOL);
      if (result.isError) errors.push(result.text);
      else if (result.value === false) return { matches: false };
    }
    if (errors.length === 0) return { matches: true };
    return { error: errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]` };
  }
}

/** An expression's result, with errors in the words of a real server. */
export function evaluated(
  environment: ExpressionEnvironment,
  expression: Expression,
  values: Values,
  budget: CostBudget,
  wanted: Type,
) {
  if (!expression.isValid) return { isError: true, text: `compilation error: ${expression.text}` } as const;
  if (expression.type.kind !== wanted.kind) {
    const text = `compilation error: must evaluate to ${wanted.kind} but got ${expression.type.kind}`;
    return { isError: true, text } as const;
  }
  const result = environment.evaluate(expression, values, budget);
  if (budget.remaining < 0) return { isError: true, text: OUT_OF_BUDGET } as const;
  if (!result.isError) return result;
  return { isError: true, text: `expression '${expression.source}' resulted in error: ${result.text}` } as const;
}

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';
