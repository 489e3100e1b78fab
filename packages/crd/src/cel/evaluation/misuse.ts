import { EvaluationError, printKey, typeNameOf, type Value } from '../values/index.ts';

/** Functions of CEL itself; the libraries tell more about a call that fits none of their signatures. */
const STANDARD = /^(?:_.*_|@in|!_|-_|_\[.*\]|contains|startsWith|endsWith|matches|get[A-Z].*)$/;

/** A call whose values, seen only at run time, fit no signature. */
export function noOverloadFor(name: string, args: readonly Value[]): EvaluationError {
  if (name === '_[_]') return noSuchKey(args[1] ?? null);
  if (name === 'size') return new EvaluationError('no such overload: size');
  if (STANDARD.test(name)) return new EvaluationError('no such overload');
  return new EvaluationError(`no such overload: ${name}(${args.map(typeNameOf).join(', ')})`);
}

export function noSuchKey(key: Value): EvaluationError {
  return new EvaluationError(`no such key: ${printKey(key)}`);
}

const GO_TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'types.Int'],
  ['uint', 'types.Uint'],
  ['double', 'types.Double'],
  ['bool', 'types.Bool'],
  ['string', 'types.String'],
  ['bytes', 'types.Bytes'],
  ['null_type', 'types.Null'],
]);

/** A macro over something that has no elements. */
export function notIterable(value: Value): EvaluationError {
  const name = typeNameOf(value);
  return new EvaluationError(`got '${GO_TYPES.get(name) ?? name}', expected iterable type`);
}
