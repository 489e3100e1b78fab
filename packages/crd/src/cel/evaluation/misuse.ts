import { Breakdown, EvaluationError, printKey, typeNameOf, type Value } from '../values/index.ts';
import type { Step } from './frame.ts';

/** Functions of CEL itself; the libraries tell more about a call that fits none of their signatures. */
const STANDARD = /^(?:_.*_|@in|!_|-_|_\[.*\]|contains|startsWith|endsWith|matches|get[A-Z].*)$/;

/** A call whose values, seen only at run time, fit no signature. */
export function noOverloadFor(name: string, args: readonly Value[]): EvaluationError {
  if (name === '_[_]') return noSuchKey(args[1] ?? null);
  const operands = OPERANDS.get(name);
  if (operands !== undefined && !operands.includes(typeNameOf(args[0] ?? null))) {
    return new EvaluationError(`no such overload: ${name}`);
  }
  if (STANDARD.test(name)) return new EvaluationError('no such overload');
  return new EvaluationError(`no such overload: ${name}(${args.map(typeNameOf).join(', ')})`);
}

const NUMBERS = ['int', 'uint', 'double'];
const TIMES = ['google.protobuf.Duration', 'google.protobuf.Timestamp'];
const ORDERED = [...NUMBERS, ...TIMES, 'string', 'bytes', 'bool'];

/** Types that an operator works on at all; for others the server names the operator. */
const OPERANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ...['_<_', '_<=_', '_>_', '_>=_'].map((name): [string, readonly string[]] => [name, ORDERED]),
  ['_+_', [...NUMBERS, ...TIMES, 'string', 'bytes', 'list']],
  ['_-_', [...NUMBERS, ...TIMES]],
  ['_*_', NUMBERS],
  ['_/_', NUMBERS],
  ['_%_', ['int', 'uint']],
  ['-_', ['int', 'double', 'bool', 'google.protobuf.Duration']],
  ['size', ['string', 'bytes', 'list', 'map']],
]);

export function noSuchKey(key: Value): EvaluationError {
  return new EvaluationError(`no such key: ${printKey(key)}`);
}

/**
 * The API server counts the cost of sorting by the length of the list, and breaks down where an error stands
 * in its place: no `||` around it helps.
 */
export function unforgiving(step: Step): Step {
  return (frame) => {
    try {
      return step(frame);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      const text = 'internal error: interface conversion: *types.Err is not traits.Lister: missing method Add';
      throw new Breakdown(text, { cause: error });
    }
  };
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
