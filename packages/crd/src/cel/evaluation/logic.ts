import { EvaluationError, noSuchOverload, Optional, type Value } from '../values/index.ts';
import type { Frame, Step } from './frame.ts';

/** A bool, or the error that stands in its place. */
export function truth(step: Step, frame: Frame): boolean | EvaluationError {
  try {
    const value = step(frame);
    return typeof value === 'boolean' ? value : noSuchOverload();
  } catch (error) {
    if (error instanceof EvaluationError) return error;
    throw error;
  }
}

/** `&&` (decisive false) and `||` (decisive true): a decisive term wins, even over errors before it. */
export function logicalStep(terms: readonly Step[], decisive: boolean): Step {
  return (frame) => {
    let fault: EvaluationError | undefined;
    for (const term of terms) {
      const value = truth(term, frame);
      if (value === decisive) return decisive;
      if (value instanceof EvaluationError) fault ??= value;
    }
    if (fault !== undefined) throw fault;
    return !decisive;
  };
}

export function conditionalStep(test: Step, yes: Step, no: Step): Step {
  return (frame) => {
    const value = test(frame);
    if (typeof value !== 'boolean') throw noSuchOverload();
    return value ? yes(frame) : no(frame);
  };
}

/** `or` and `orValue`: the alternative is evaluated only where it is needed. */
export function orStep(target: Step, other: Step, isValue: boolean): Step {
  return (frame): Value => {
    const optional = target(frame);
    if (!(optional instanceof Optional)) throw noSuchOverload();
    if (optional.value === undefined) return other(frame);
    return isValue ? optional.value : optional;
  };
}
