import type { Value } from '../values/index.ts';
import { partsOf, type Type } from './type.ts';

/** One signature of a function and what it does. */
export interface Overload {
  readonly name: string;
  /** Called as `target.name(…)`; the target is the first of `args`. */
  readonly isMember: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Throws an EvaluationError where CEL has an error value. */
  readonly call: (...args: Value[]) => Value;
  /** Evaluation cost, known before the call so that a call too dear is not made; 1 unless given. */
  readonly cost?: (...args: Value[]) => number;
  /** Cost that depends on the result. */
  readonly resultCost?: (result: Value) => number;
}

type Extra = Pick<Overload, 'cost' | 'resultCost'>;

/** Declares `name(args)`. */
export function declareFunction(
  name: string,
  args: readonly Type[],
  result: Type,
  call: (...args: never[]) => Value,
  extra: Extra | Overload['cost'] = {},
): Overload {
  return declare(name, false, args, result, call, extra);
}

/** Declares `target.name(args)`. */
export function declareMethod(
  name: string,
  args: readonly Type[],
  result: Type,
  call: (...args: never[]) => Value,
  extra: Extra | Overload['cost'] = {},
): Overload {
  return declare(name, true, args, result, call, extra);
}

function declare(
  name: string,
  isMember: boolean,
  args: readonly Type[],
  result: Type,
  call: (...args: never[]) => Value,
  extra: Extra | Overload['cost'] = {},
): Overload {
  const costs = typeof extra === 'function' ? { cost: extra } : extra;
  return { name, isMember, args, result, call: call as Overload['call'], ...costs };
}

const variables = new WeakMap<Overload, ReadonlySet<string>>();

/** The names of the type variables of a signature. */
export function variablesOf(overload: Overload): ReadonlySet<string> {
  let names = variables.get(overload);
  if (names === undefined) {
    names = findVariables(overload);
    variables.set(overload, names);
  }
  return names;
}

function findVariables({ args, result }: Overload): Set<string> {
  const names = new Set<string>();
  const visit = (type: Type) => {
    if (type.kind === 'param') names.add(type.name);
    for (const part of partsOf(type)) visit(part);
  };
  for (const type of [...args, result]) visit(type);
  return names;
}
