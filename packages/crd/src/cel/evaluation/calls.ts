import type { Overload } from '../types/index.ts';
import type { Value } from '../values/index.ts';
import type { Frame, Step } from './frame.ts';
import { type Guard, guardOf } from './guard.ts';
import { noOverloadFor } from './misuse.ts';

interface Candidate {
  readonly overload: Overload;
  readonly guards: readonly (Guard | undefined)[];
}

/** A call of one of `overloads`, whichever the values fit. */
export function callStep(overloads: readonly Overload[], args: readonly Step[]): Step {
  const candidates = overloads.map((overload): Candidate => ({ overload, guards: overload.args.map(guardOf) }));
  const [only] = candidates;
  if (candidates.length === 1 && only !== undefined) {
    if (args.length === 1) return unary(only, args[0] as Step);
    if (args.length === 2) return binary(only, args[0] as Step, args[1] as Step);
  }
  return (frame) => {
    const values = args.map((arg) => arg(frame));
    const found = candidates.find(({ guards }) =>
      guards.every((guard, index) => guard?.(values[index] as Value) ?? true),
    );
    if (found === undefined) throw noOverloadFor(overloads[0]?.name ?? '', values);
    const { call, cost } = found.overload;
    frame.charge(cost === undefined ? 1 : cost(...values));
    return finish(frame, found.overload, call(...values));
  };
}

function unary({ overload, guards: [guard] }: Candidate, arg: Step): Step {
  const { call, cost, name } = overload;
  return (frame) => {
    const value = arg(frame);
    if (guard !== undefined && !guard(value)) throw noOverloadFor(name, [value]);
    frame.charge(cost === undefined ? 1 : cost(value));
    return finish(frame, overload, call(value));
  };
}

function binary({ overload, guards: [first, second] }: Candidate, left: Step, right: Step): Step {
  const { call, cost, name } = overload;
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if ((first !== undefined && !first(a)) || (second !== undefined && !second(b))) throw noOverloadFor(name, [a, b]);
    frame.charge(cost === undefined ? 1 : cost(a, b));
    return finish(frame, overload, call(a, b));
  };
}

function finish(frame: Frame, { resultCost }: Overload, result: Value): Value {
  if (resultCost !== undefined) frame.charge(resultCost(result));
  return result;
}
