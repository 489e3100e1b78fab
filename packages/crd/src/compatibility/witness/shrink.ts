import { isJsonObject, type JsonObject, type JsonValue } from '../../schema/index.ts';
import type { Witness } from '../finding.ts';

/** A witness while it is looked for. */
export interface Shown extends Omit<Witness, 'object' | 'stored'> {
  readonly object: JsonObject;
  readonly stored?: JsonObject;
}

const MOST_STEPS = 400;

/** Takes parts out of a witness for as long as it stays one. */
export function shrunk(object: JsonObject, judge: (object: JsonObject) => Shown | undefined): Shown | undefined {
  let best = judge(object);
  let steps = 0;
  for (let isSmaller = true; isSmaller && best !== undefined; ) {
    isSmaller = false;
    for (const smaller of withoutOne(best.object, true)) {
      if (++steps > MOST_STEPS) return best;
      const found = isJsonObject(smaller) ? judge(smaller) : undefined;
      if (found === undefined || found.outcome !== best.outcome) continue;
      best = found;
      isSmaller = true;
      break;
    }
  }
  return best;
}

/** Every value that has one field or item less, at any depth. What every object has stays. */
function* withoutOne(value: JsonValue, isRoot = false): Generator<JsonValue> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      yield value.toSpliced(at, 1);
      for (const smaller of withoutOne(item)) yield value.with(at, smaller);
    }
  } else if (isJsonObject(value)) {
    for (const [key, below] of Object.entries(value)) {
      if (isRoot && (key === 'apiVersion' || key === 'kind' || key === 'metadata')) continue;
      const { [key]: _, ...rest } = value;
      yield rest;
      for (const smaller of withoutOne(below)) yield { ...value, [key]: smaller };
    }
  }
}
