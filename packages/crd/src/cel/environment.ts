import { isJsonObject, type JsonObject } from '../schema/index.ts';
import { Scope, type Vocabulary } from './checking/index.ts';
import { Frame } from './evaluation/index.ts';
import { compileExpression } from './program.ts';
import type { ObjectType, Type } from './types/index.ts';
import {
  Breakdown,
  CelList,
  CelMap,
  CostExceeded,
  EvaluationError,
  type MapSource,
  noSuchOverload,
  type Value,
} from './values/index.ts';

/** What one evaluation may cost; the API server's number, about a tenth of a second there. */
const PER_CALL_LIMIT = 1_000_000;

/** An expression over variables, or why it makes no sense. */
export type Expression =
  | { readonly isValid: true; readonly source: string; readonly type: Type }
  | { readonly isValid: false; readonly source: string; readonly text: string };

/** What came out: a value, or the words of the error. */
export type Evaluation =
  | { readonly isError: false; readonly value: Value }
  | { readonly isError: true; readonly text: string };

/** How much may still be spent; evaluations take from it. Below zero: nothing more will run. */
export interface CostBudget {
  remaining: number;
}

/**
 * Expressions that are not about a schema: their variables are declared by name, and data without a
 * schema is `dyn`. Admission policies and the match conditions of webhooks are of this kind.
 */
export class ExpressionEnvironment {
  readonly #names: readonly string[];
  readonly #scope: Scope;
  readonly #programs = new WeakMap<Expression, Extract<ReturnType<typeof compileExpression>, { isValid: true }>>();

  constructor(variables: Readonly<Record<string, Type>>, vocabulary?: Vocabulary) {
    this.#names = Object.keys(variables);
    this.#scope = Scope.of(Object.entries(variables), vocabulary);
  }

  /** Never throws: an expression that makes no sense says so. */
  compile(source: string): Expression {
    const program = compileExpression(source, this.#scope);
    if (!program.isValid) return { isValid: false, source, text: program.text };
    const expression = { isValid: true, source, type: program.type } as const;
    this.#programs.set(expression, program);
    return expression;
  }

  /** Runs an expression of this environment; variables that are not given are null. */
  evaluate(expression: Expression, values: Readonly<Record<string, Value>>, budget: CostBudget): Evaluation {
    const program = this.#programs.get(expression);
    if (!program) {
      const text = expression.isValid ? 'it belongs to another environment' : expression.text;
      return { isError: true, text };
    }
    const slots = this.#names.map((name) => values[name] ?? null);
    const frame = new Frame(slots, PER_CALL_LIMIT);
    try {
      return { isError: false, value: program.run(frame) };
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof Breakdown || error instanceof CostExceeded) {
        return { isError: true, text: error.message };
      }
      throw error;
    } finally {
      budget.remaining -= frame.cost;
    }
  }
}

/** A type of which only these fields are known. */
export function objectType(name: string, fields: Readonly<Record<string, Type>>): ObjectType {
  return { kind: 'object', name, fields: new Map(Object.entries(fields)) };
}

/** Data without a schema as a value. It is read as far as an expression looks into it. */
export function dynamicValue(json: unknown): Value {
  if (json === undefined || json === null) return null;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return new CelList(json.length, (index) => dynamicValue(json[index]), undefined, json);
  if (isJsonObject(json)) return new CelMap(new JsonEntries(json));
  return json as Value;
}

class JsonEntries implements MapSource {
  readonly json: JsonObject;

  constructor(json: JsonObject) {
    this.json = json;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') throw noSuchOverload();
    return Object.hasOwn(this.json, key) ? dynamicValue(this.json[key]) : undefined;
  }

  keys(): Iterable<Value> {
    return Object.keys(this.json);
  }
}

/** A map whose values are made when first asked for, and once; an error is thrown to the caller. */
export function lazyMap(make: (key: string) => Evaluation | undefined): Value {
  const known = new Map<string, Evaluation | undefined>();
  const find = (key: Value): Value | undefined => {
    if (typeof key !== 'string') throw noSuchOverload();
    if (!known.has(key)) known.set(key, make(key));
    const found = known.get(key);
    if (found?.isError) throw new EvaluationError(found.text);
    return found?.value;
  };
  return new CelMap({ size: 0, find, keys: () => [] });
}
