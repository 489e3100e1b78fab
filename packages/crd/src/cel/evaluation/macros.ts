import { LIST_COST, selfCompareCost, sortByKeys } from '../library/index.ts';
import type { MacroName } from '../syntax/index.ts';
import {
  asList,
  CelList,
  CelMap,
  Entries,
  EvaluationError,
  noSuchOverload,
  Optional,
  type Value,
} from '../values/index.ts';
import type { Frame, Step } from './frame.ts';
import { truth } from './logic.ts';
import { notIterable, unforgiving } from './misuse.ts';

export interface MacroSteps {
  readonly range: Step;
  readonly filter: Step | undefined;
  readonly step: Step;
  readonly slots: readonly number[];
}

/**
 * A macro as a loop. The numbers charged are what the API server counts for the fold that it turns the
 * macro into: reading the accumulator, testing it, adding to it.
 */
export function macroStep(macro: MacroName, steps: MacroSteps): Step {
  switch (macro) {
    case 'all':
      return quantifier(steps, false, 2);
    case 'exists':
      return quantifier(steps, true, 3);
    case 'existsOne':
      return existsOne(steps);
    case 'filter':
      return listMacro({ ...steps, filter: steps.step, step: firstVariable(steps) });
    case 'map':
      return listMacro(steps);
    case 'transformMap':
      return mapMacro(steps, (entries, key, value) => entries.insert(key, value));
    case 'transformMapEntry':
      return mapMacro(steps, insertAll);
    case 'sortBy':
      return sortBy(steps);
    default:
      return optionalMacro(steps, macro === 'optMap');
  }
}

/** Runs `visit` with the variables set for each element, key or entry, until it answers true. */
function iterate({ range, slots }: MacroSteps, frame: Frame, visit: (first: Value) => boolean): void {
  const items = range(frame);
  const [first = 0, second] = slots;
  const visitWith = (key: Value, value: () => Value): boolean => {
    frame.slots[first] = key;
    if (second !== undefined) frame.slots[second] = value();
    return visit(key);
  };
  if (items instanceof CelList) {
    const isDouble = second !== undefined;
    for (let i = 0; i < items.size; i++) {
      if (visitWith(isDouble ? BigInt(i) : items.at(i), () => items.at(i))) return;
    }
  } else if (items instanceof CelMap) {
    for (const key of items.keys()) if (visitWith(key, () => items.get(key))) return;
  } else {
    throw notIterable(items);
  }
}

/** `all` (decisive false) and `exists` (decisive true); `test` is the cost of asking whether it is decided. */
function quantifier(steps: MacroSteps, decisive: boolean, test: number): Step {
  return (frame) => {
    let fault: EvaluationError | undefined;
    let isDecided = false;
    iterate(steps, frame, () => {
      frame.charge(test);
      if (isDecided) return true;
      frame.charge(1);
      const value = truth(steps.step, frame);
      if (value instanceof EvaluationError) fault ??= value;
      isDecided = value === decisive;
      return false;
    });
    frame.charge(1);
    if (isDecided) return decisive;
    if (fault !== undefined) throw fault;
    return !decisive;
  };
}

function existsOne(steps: MacroSteps): Step {
  return (frame) => {
    let count = 0;
    iterate(steps, frame, () => {
      const isMatch = passes(steps.step, frame);
      frame.charge(isMatch ? 2 : 1);
      if (isMatch) count++;
      return false;
    });
    frame.charge(2);
    return count === 1;
  };
}

function passes(filter: Step, frame: Frame): boolean {
  const value = filter(frame);
  if (typeof value !== 'boolean') throw noSuchOverload();
  return value;
}

function firstVariable({ slots: [slot = 0] }: MacroSteps): Step {
  return (frame) => {
    frame.charge(1);
    return frame.slots[slot] as Value;
  };
}

function listMacro(steps: MacroSteps): Step {
  const { filter, step } = steps;
  return (frame) => {
    const values: Value[] = [];
    iterate(steps, frame, () => {
      frame.charge(1);
      if (filter !== undefined && !passes(filter, frame)) return false;
      values.push(step(frame));
      frame.charge(LIST_COST + 1);
      return false;
    });
    frame.charge(1);
    return CelList.of(values);
  };
}

function mapMacro(steps: MacroSteps, insert: (entries: Entries, key: Value, value: Value) => void): Step {
  const { filter, step } = steps;
  return (frame) => {
    const entries = new Entries();
    iterate(steps, frame, (key) => {
      frame.charge(1);
      if (filter !== undefined && !passes(filter, frame)) return false;
      insert(entries, key, step(frame));
      frame.charge(2);
      return false;
    });
    frame.charge(1);
    return new CelMap(entries);
  };
}

function insertAll(entries: Entries, _key: Value, value: Value): void {
  if (!(value instanceof CelMap)) throw noSuchOverload();
  for (const key of value.keys()) entries.insert(key, value.get(key));
}

function sortBy(steps: MacroSteps): Step {
  const range = unforgiving(steps.range);
  return (frame) => {
    const list = asList(range(frame));
    const keys = asList(unforgiving(listMacro({ ...steps, range: () => list }))(frame));
    frame.charge(selfCompareCost(keys));
    return sortByKeys(list, keys);
  };
}

function optionalMacro({ range, step, slots: [slot = 0] }: MacroSteps, isWrapped: boolean): Step {
  return (frame) => {
    const optional = range(frame);
    frame.charge(1);
    if (!(optional instanceof Optional)) throw noSuchOverload();
    if (optional.value === undefined) return optional;
    frame.slots[slot] = optional.value;
    frame.charge(1);
    const value = step(frame);
    return isWrapped ? new Optional(value) : value;
  };
}
