import {
  BOOL,
  type CostBudget,
  type Evaluation,
  type Expression,
  ExpressionEnvironment,
  printType,
  sameType,
  type Type,
} from '@slipway/crd/cel';
import { type JsonObject, textAt } from '../../objects/index.ts';
import { VARIABLES, type Values } from './environment.ts';

/** What the conditions of one request may cost together. */
const CONDITIONS_BUDGET = 2_500_000;

type Verdict = { readonly matches: boolean } | { readonly error: string };

/** Conditions under which a webhook or a policy is about a request after all, compiled once. */
export class MatchConditions {
  readonly #environment: ExpressionEnvironment;
  readonly #conditions: readonly Expression[];

  constructor(conditions: readonly JsonObject[], more: Readonly<Record<string, Type>> = {}) {
    this.#environment = new ExpressionEnvironment({ ...VARIABLES, ...more });
    this.#conditions = conditions.map((one) => this.#environment.compile(textAt(one, 'expression')));
  }

  /** What is wrong with each of them; undefined for those that are right. */
  faults(): (string | undefined)[] {
    return this.#conditions.map((condition) => faultOf(condition, BOOL));
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
): Evaluation {
  const fault = faultOf(expression, wanted);
  if (fault !== undefined) return { isError: true, text: `compilation error: ${fault}` };
  const result = environment.evaluate(expression, values, budget);
  if (budget.remaining < 0) return { isError: true, text: OUT_OF_BUDGET };
  if (!result.isError) return result;
  return { isError: true, text: `expression '${expression.source}' resulted in error: ${result.text}` };
}

/** Why an expression cannot be used: it makes no sense, or it gives something else than is wanted. */
export function faultOf(expression: Expression, wanted?: Type): string | undefined {
  if (!expression.isValid) return expression.text;
  if (wanted === undefined || sameType(expression.type, wanted)) return undefined;
  return `must evaluate to ${typeName(wanted)} but got ${typeName(expression.type)}`;
}

const typeName = (type: Type): string => (type.kind === 'null' ? 'null_type' : printType(type));

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';
