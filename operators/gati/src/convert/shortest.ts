import { isJsonObject, type JsonObject } from '@slipway/crd/schema';
import { valueAt } from './fields.ts';
import { without } from './fit.ts';

/** What no resource is without. */
const REQUIRED: readonly string[] = [
  'handlerPath',
  'version',
  'moduleName',
  'moduleType',
  'runtime',
  'replicas',
  'image',
  'port',
];

/**
 * The resource without every field of its spec whose absence makes no difference, by the word of `isSame`. So no
 * default and nothing that the operator adds by itself has to be known here.
 */
export function shortest(resource: JsonObject, isSame: (shorter: JsonObject) => boolean): JsonObject {
  let current = resource;
  const tryWithout = (steps: readonly string[]): boolean => {
    const shorter = without(current, steps) as JsonObject;
    if (!isSame(shorter)) return false;
    current = shorter;
    return true;
  };
  const visit = (steps: readonly string[]): void => {
    const value = valueAt(current, ...steps);
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      const inner = [...steps, name];
      if (steps.length === 1 && REQUIRED.includes(name)) continue;
      if (tryWithout(inner)) continue;
      visit(inner);
      // What is empty now may be worth nothing, or may be what says that there is something.
      tryWithout(inner);
    }
  };
  visit(['spec']);
  return current;
}
