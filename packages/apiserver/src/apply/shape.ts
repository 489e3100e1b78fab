import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import type { ListType, MapType, Type } from '../schemas/index.ts';
import { itemElement } from './path-element.ts';

/** Which form of a type applies: the one that the value has, if the type allows it. */
export interface Shape {
  readonly list?: ListType | undefined;
  readonly map?: MapType | undefined;
}

const SCALAR: Shape = {};

/** Null and absent values have no form of their own; they take the first that the type allows. */
export function shapeOf(type: Type, value: unknown): Shape {
  if (Array.isArray(value)) {
    if (type.list) return { list: type.list };
  } else if (isJsonObject(value)) {
    if (type.map) return { map: type.map };
  } else if (value !== null && value !== undefined && type.scalar) return SCALAR;
  if (type.map) return { map: type.map };
  return type.scalar ? SCALAR : { list: type.list };
}

/** Whether a value of this form is owned and compared part by part. */
export function isGranular({ list, map }: Shape): boolean {
  return (list !== undefined && list.relation !== 'atomic') || (map !== undefined && !map.isAtomic);
}

export function itemsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

const NOTHING: JsonObject = {};

export function entriesOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : NOTHING;
}

/** Items by their elements. Items that share one (stored before the list had keys) are kept together. */
export function groupItems(list: ListType, items: readonly Json[]): Map<string, Json[]> {
  const groups = new Map<string, Json[]>();
  for (const item of items) {
    const element = itemElement(list, item);
    if (element === undefined) continue;
    const group = groups.get(element);
    if (group) group.push(item);
    else groups.set(element, [item]);
  }
  return groups;
}
