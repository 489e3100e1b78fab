import { isJsonObject, type Json } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';
import { fieldElement, printPath } from './path-element.ts';
import { isGranular, shapeOf } from './shape.ts';

/**
 * The paths of all lists, maps and structs in a value that are atomic: a merge replaces each as a whole,
 * and so removes every part of it that the value leaves out.
 */
export function atomicParts(value: Json, type: Type, path = ''): string[] {
  const shape = shapeOf(type, value);
  const isContainer = (shape.list && Array.isArray(value)) || (shape.map && isJsonObject(value));
  const own = isContainer && !isGranular(shape) ? [path] : [];
  if (shape.list && Array.isArray(value)) {
    const { item } = shape.list;
    return [...own, ...value.flatMap((one: Json, at) => atomicParts(one, item, `${path}[${at}]`))];
  }
  if (!shape.map || !isJsonObject(value)) return own;
  const { fields } = shape.map;
  const parts = Object.entries(value).flatMap(([key, one]) => {
    const field = fields.get(key);
    return field ? atomicParts(one, field.type, `${path}${printPath([fieldElement(key)])}`) : [];
  });
  return [...own, ...parts];
}
