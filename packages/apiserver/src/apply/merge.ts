import type { Json } from '../objects/index.ts';
import { isJsonObject } from '../objects/index.ts';
import { type ListType, type MapType, type Type, typeUnder } from '../schemas/index.ts';
import { type Fields, isMember, under } from './fields.ts';
import { fieldElement, itemElement } from './path-element.ts';
import { entriesOf, groupItems, isGranular, itemsOf, shapeOf } from './shape.ts';

/** The live value with everything that the intent sets. Nothing is removed. */
export function merge(live: Json | undefined, intent: Json, type: Type): Json {
  if (live === undefined || live === intent) return intent;
  const shape = shapeOf(type, intent);
  if (!isGranular(shape)) return intent;
  if (shape.list) {
    const isNothing = itemsOf(live).length === 0 && itemsOf(intent).length === 0;
    return isNothing ? intent : mergeLists(itemsOf(live), itemsOf(intent), shape.list);
  }
  const kept = entriesOf(live);
  const set = entriesOf(intent);
  if (!shape.map || (Object.keys(kept).length === 0 && Object.keys(set).length === 0)) return intent;
  const { map } = shape;
  const merged = new Map<string, Json>(Object.entries(kept));
  for (const [key, value] of Object.entries(set)) merged.set(key, merge(merged.get(key), value, typeUnder(map, key)));
  return Object.fromEntries(merged);
}

/**
 * The items of both. Those in the intent come in its order; those that only the live list has keep
 * their place before the next item that both have.
 */
function mergeLists(live: readonly Json[], intent: readonly Json[], list: ListType): Json {
  const mine = groupItems(list, intent);
  const theirs = groupItems(list, live);
  const liveElements = live.map((item) => itemElement(list, item) ?? '');
  const intentElements = intent.map((item) => itemElement(list, item) ?? '');
  const shared = intentElements.filter((element) => theirs.has(element));
  const merged: Json[] = [];
  const done = new Set<string>();
  const take = (element: string): void => {
    const item = (mine.get(element) as Json[])[0] as Json;
    const others = theirs.get(element) ?? [];
    // Doubles in the live list cannot be distinguished: the intent's item stands for all of them.
    merged.push(others.length === 1 ? merge(others[0], item, list.item) : item);
    done.add(element);
    if (shared[0] === element) shared.shift();
  };

  let at = 0;
  let next = 0;
  while (at < live.length || next < intent.length) {
    const element = liveElements[at];
    const wanted = intentElements[next];
    if (element !== undefined && wanted !== undefined) {
      if (element === wanted) {
        take(wanted);
        at++;
        next++;
        continue;
      }
      if (mine.has(element) && shared.length > 0 && shared[0] !== element) {
        at++;
        continue;
      }
    }
    if (element !== undefined) {
      if (!mine.has(element)) {
        merged.push(live[at] as Json);
        at++;
        continue;
      }
      if (done.has(element)) at++;
    }
    if (wanted !== undefined) {
      take(wanted);
      next++;
    }
  }
  return merged;
}

/** The value without these fields. A container that loses its last part is null. */
export function without(value: Json, fields: Fields, type: Type): Json {
  const shape = shapeOf(type, value);
  if (shape.list) {
    if (shape.list.relation === 'atomic') return null;
    const left = withoutItems(itemsOf(value), fields, shape.list);
    return left.length > 0 ? left : null;
  }
  if (!shape.map) return value;
  if (shape.map.isAtomic || !isJsonObject(value)) return null;
  const left = withoutKeys(value, fields, shape.map);
  return left.length > 0 ? Object.fromEntries(left) : null;
}

function withoutItems(items: readonly Json[], fields: Fields, list: ListType): Json[] {
  return items.flatMap((item) => {
    const node = under(fields, itemElement(list, item) ?? '');
    if (node === undefined) return [item];
    return isMember(node) ? [] : [without(item, node, list.item)];
  });
}

function withoutKeys(value: { readonly [key: string]: Json }, fields: Fields, map: MapType): [string, Json][] {
  return Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    const node = under(fields, fieldElement(key));
    if (node === undefined) return [[key, one]];
    return isMember(node) ? [] : [[key, without(one, node, typeUnder(map, key))]];
  });
}
