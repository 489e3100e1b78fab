import {
  type CostBudget,
  DYN,
  type Evaluation,
  type Expression,
  ExpressionEnvironment,
  lazyMap,
  objectType,
  type Type,
} from '@slipway/crd/cel';
import { objectsAt } from '../../admitted/index.ts';
import { fieldAt, isJsonObject, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import { faultOf, MatchConditions, VARIABLES, type Values } from '../expressions/index.ts';
import { type Match, selectorFrom } from '../matching.ts';
import { ruleFrom } from '../rules.ts';

/** What all expressions that belong together may cost for one request. */
export const POLICY_BUDGET = 10_000_000;

/** An expression that cannot be used, by the path of its field in the spec. */
export interface Fault {
  readonly field: string;
  readonly source: string;
  readonly text: string;
}

/** What policies of both kinds have: requests that they are about, params, variables and conditions. */
export class CompiledPolicy {
  readonly match: Match;
  readonly failsClosed: boolean;
  readonly paramKind: { readonly apiVersion: string; readonly kind: string } | undefined;
  protected readonly spec: JsonObject;
  /** What its expressions can name. */
  protected readonly names: Readonly<Record<string, Type>>;
  protected readonly environment: ExpressionEnvironment;
  readonly #variables: ReadonlyMap<string, Expression>;
  readonly #conditions: MatchConditions;

  constructor(policy: KubeObject) {
    this.spec = isJsonObject(policy['spec']) ? policy['spec'] : {};
    this.match = matchFrom(this.spec['matchConstraints']);
    this.failsClosed = textAt(this.spec, 'failurePolicy') !== 'Ignore';
    const { paramKind } = this.spec;
    this.paramKind = isJsonObject(paramKind)
      ? { apiVersion: textAt(paramKind, 'apiVersion'), kind: textAt(paramKind, 'kind') }
      : undefined;

    const known = this.paramKind ? { ...VARIABLES, params: DYN } : VARIABLES;
    const variables = new Map<string, Expression>();
    const types: Record<string, Type> = {};
    // Each variable sees those before it.
    for (const variable of objectsAt(this.spec, 'variables')) {
      const name = textAt(variable, 'name');
      const environment = new ExpressionEnvironment(withVariables(known, types));
      const expression = environment.compile(textAt(variable, 'expression'));
      variables.set(name, expression);
      types[name] = expression.isValid ? expression.type : DYN;
    }
    this.names = withVariables(known, types);
    const environment = new ExpressionEnvironment(this.names);
    this.environment = environment;
    this.#variables = new Map([...variables].map(([name, { source }]) => [name, environment.compile(source)]));
    this.#conditions = new MatchConditions(objectsAt(this.spec, 'matchConditions'), this.names);
  }

  protected variableFaults(): Fault[] {
    return faultsOf([...this.#variables.values()].map((one, at) => [`variables[${at}].expression`, one]));
  }

  /** Whether the conditions let the policy be about a request after all. */
  protected judge(values: Values): ReturnType<MatchConditions['judge']> {
    return this.#conditions.isEmpty ? { matches: true } : this.#conditions.judge(values);
  }

  /** A request with the policy's variables, which are evaluated when an expression asks for them. */
  protected valuesOf(request: Values, budget: CostBudget): Values {
    const variables = lazyMap((name): Evaluation | undefined => {
      const expression = this.#variables.get(name);
      if (!expression) return undefined;
      const result = this.environment.evaluate(expression, { ...request, variables }, budget);
      if (!result.isError) return result;
      return { isError: true, text: `composited variable "${name}" fails to evaluate: ${result.text}` };
    });
    return { ...request, variables };
  }
}

/** Which of these expressions cannot be used: they make no sense, or give something else than is wanted. */
export function faultsOf(
  all: readonly (readonly [field: string, expression: Expression | undefined, wanted?: Type])[],
): Fault[] {
  return all.flatMap(([field, expression, wanted]) => {
    const text = expression && faultOf(expression, wanted);
    return expression && text !== undefined ? [{ field, source: expression.source, text }] : [];
  });
}

function withVariables(known: Readonly<Record<string, Type>>, types: Readonly<Record<string, Type>>) {
  return { ...known, variables: objectType('kubernetes.variables', types) };
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

/** Stored objects never change, so what is made of each is made once. */
export function oncePerObject<T>(make: (object: KubeObject) => T): (object: KubeObject) => T {
  const made = new WeakMap<KubeObject, T>();
  return (object) => {
    let one = made.get(object);
    if (one === undefined) made.set(object, (one = make(object)));
    return one;
  };
}
