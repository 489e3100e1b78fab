import type { Measurement } from '../model/index.ts';

export interface Conditions {
  /** What the success condition evaluated to; absent where there is none. */
  readonly success?: boolean;
  /** What the failure condition evaluated to; absent where there is none. */
  readonly failure?: boolean;
}

/** One measurement with data. No data, NaN and stale series are Inconclusive; a failed query is an Error. */
export function judgeConditions({ success, failure }: Conditions): Exclude<Measurement['outcome'], 'Error'> {
  if (failure === true) return 'Fail';
  if (success === true) return 'Pass';
  if (success === false) return failure === undefined ? 'Fail' : 'Inconclusive';
  return failure === false ? 'Pass' : 'Inconclusive';
}
