import {
  BOOL,
  type CostBudget,
  DYN,
  type Evaluation,
  type Expression,
  ExpressionEnvironment,
  lazyMap,
  objectType,
  STRING,
  type Type,
} from '@slipway/crd/cel';
import { fieldAt, isJsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import { evaluated, faultOf, MatchConditions, VARIABLES, type Values } from '../expressions/index.ts';
import { type Match, selectorFrom } from '../matching.ts';
import { objectsAt } from '../pods.ts';
import { ruleFrom } from '../rules.ts';

/** What all expressions of a policy may cost together for one request. */
const POLICY_BUDGET = 10_000_000;
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
export class Policy {
  readonly match: Match;
  readonly failsClosed: boolean;
  readonly paramKind: { readonly apiVersion: string; readonly kind: string } | undefined;
  readonly #environment: ExpressionEnvironment;
  readonly #variables: ReadonlyMap<string, Expression>;
  readonly #validations: readonly Validation[];
  readonly #conditions: MatchConditions;

  constructor(policy: KubeObject) {
    const spec = isJsonObject(policy['spec']) ? policy['spec'] : {};
    this.match = matchFrom(spec['matchConstraints']);
    this.failsClosed = textAt(spec, 'failurePolicy') !== 'Ignore';
    const { paramKind } = spec;
    this.paramKind = isJsonObject(paramKind)
      ? { apiVersion: textAt(paramKind, 'apiVersion'), kind: textAt(paramKind, 'kind') }
      : undefined;

    const known = this.paramKind ? { ...VARIABLES, params: DYN } : VARIABLES;
    const variables = new Map<string, Expression>();
    const types: Record<string, Type> = {};
    let environment = environmentWith(known, types);
    // Each variable sees those before it.
    for (const variable of objectsAt(spec, 'variables')) {
      const name = textAt(variable, 'name');
      const expression = environment.compile(textAt(variable, 'expression'));
      variables.set(name, expression);
      types[name] = expression.isValid ? expression.type : DYN;
      environment = environmentWith(known, types);
    }
    this.#variables = new Map([...variables].map(([name, { source }]) => [name, environment.compile(source)]));
    this.#environment = environment;
    this.#validations = objectsAt(spec, 'validations').map((one) => ({
      expression: environment.compile(textAt(one, 'expression')),
      message: textAt(one, 'message').trim(),
      messageExpression: textAt(one, 'messageExpression')
        ? environment.compile(textAt(one, 'messageExpression'))
        : undefined,
      reason: textAt(one, 'reason') || 'Invalid',
    }));
    const more = { ...(this.paramKind && { params: DYN }), variables: objectType('kubernetes.variables', types) };
    this.#conditions = new MatchConditions(objectsAt(spec, 'matchConditions'), more);
  }

  /** Expressions that cannot be used, by the path of their field in the spec. */
  faults(): { readonly field: string; readonly source: string; readonly text: string }[] {
    const all: [field: string, expression: Expression | undefined, wanted?: Type][] = [
      ...[...this.#variables.values()].map((one, at): (typeof all)[number] => [`variables[${at}].expression`, one]),
      ...this.#validations.flatMap((one, at): typeof all => [
        [`validations[${at}].expression`, one.expression, BOOL],
        [`validations[${at}].messageExpression`, one.messageExpression, STRING],
      ]),
    ];
    return all.flatMap(([field, expression, wanted]) => {
      const text = expression && faultOf(expression, wanted);
      return expression && text !== undefined ? [{ field, source: expression.source, text }] : [];
    });
  }

  /** What the policy has against a request. What it cannot evaluate counts unless it fails open. */
  refusals(request: Values): Refusal[] {
    const budget: CostBudget = { remaining: POLICY_BUDGET };
    const values: Values = { ...request, variables: this.#lazyVariables(request, budget) };
    if (!this.#conditions.isEmpty) {
      const verdict = this.#conditions.judge(values);
      if ('error' in verdict) return this.failsClosed ? [{ message: verdict.error }] : [];
      if (!verdict.matches) return [];
    }
    return this.#validations.flatMap((validation) => {
      const result = evaluated(this.#environment, validation.expression, values, budget, BOOL);
      if (result.isError) return this.failsClosed ? [{ message: result.text }] : [];
      if (result.value === true) return [];
      return [{ message: this.#message(validation, values, budget), reason: validation.reason }];
    });
  }

  #lazyVariables(request: Values, budget: CostBudget): Values[string] {
    const variables = lazyMap((name): Evaluation | undefined => {
      const expression = this.#variables.get(name);
      if (!expression) return undefined;
      const result = this.#environment.evaluate(expression, { ...request, variables }, budget);
      if (!result.isError) return result;
      return { isError: true, text: `composited variable "${name}" fails to evaluate: ${result.text}` };
    });
    return variables;
  }

  /** From the expression where that gives one line of text, else the fixed one, else the rule itself. */
  #message({ expression, message, messageExpression }: Validation, values: Values, budget: CostBudget): string {
    const result = messageExpression && evaluated(this.#environment, messageExpression, values, budget, STRING);
    if (result && !result.isError && typeof result.value === 'string') {
      const text = result.value.trim();
      if (text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= LONGEST_MESSAGE_BYTES) return text;
    }
    return message === '' ? `failed expression: ${expression.source.trim()}` : message;
  }
}

function environmentWith(known: Readonly<Record<string, Type>>, types: Readonly<Record<string, Type>>) {
  return new ExpressionEnvironment({ ...known, variables: objectType('kubernetes.variables', types) });
}

/** `matchConstraints` of a policy, `matchResources` of a binding. */
export function matchFrom(value: unknown): Match {
  const rules = objectsAt(value, 'resourceRules').map(ruleFrom);
  return {
    rules: rules.length > 0 ? rules : undefined,
    excluded: objectsAt(value, 'excludeResourceRules').map(ruleFrom),
    namespaceSelector: selectorFrom(fieldAt(value, ['namespaceSelector'])),
    objectSelector: selectorFrom(fieldAt(value, ['objectSelector'])),
    isForEquivalents: textAt(value, 'matchPolicy') !== 'Exact',
  };
}

const compiled = new WeakMap<KubeObject, Policy>();

/** Stored objects never change, so each policy is compiled once. */
export function policyFrom(object: KubeObject): Policy {
  let policy = compiled.get(object);
  if (!policy) compiled.set(object, (policy = new Policy(object)));
  return policy;
}
