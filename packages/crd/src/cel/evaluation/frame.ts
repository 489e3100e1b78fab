import { CostExceeded, type Value } from '../values/index.ts';

/** The state of one evaluation. Variables are in slots that the checker gave out. */
export class Frame {
  readonly slots: (Value | undefined)[];
  readonly limit: number;
  cost = 0;

  constructor(slots: (Value | undefined)[], limit: number) {
    this.slots = slots;
    this.limit = limit;
  }

  /** Counts a step. Every loop passes through here, so no expression runs for ever. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new CostExceeded();
  }
}

/** A part of an expression, ready to run. Throws an EvaluationError where CEL has an error value. */
export type Step = (frame: Frame) => Value;
