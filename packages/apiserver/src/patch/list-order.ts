import { isEqual, isJsonObject, type Json } from '../objects/index.ts';

/** Whether a list has the item: by its merge key, or as it is. */
export function isIn(list: readonly Json[], item: Json, key: string | undefined): boolean {
  return indexOf(list, item, key) >= 0;
}

function indexOf(list: readonly Json[], item: Json, key: string | undefined): number {
  if (key === undefined) return list.findIndex((one) => isEqual(one, item));
  if (!isJsonObject(item)) return -1;
  return list.findIndex((one) => isJsonObject(one) && isEqual(one[key], item[key]));
}

/**
 * The items in the order that the patch asks for. Those it does not name keep their order and come
 * before an item that stood behind them so far.
 */
export function inServerOrder(
  items: readonly Json[],
  wanted: readonly Json[],
  server: readonly Json[],
  key: string | undefined,
): Json[] {
  const by = (order: readonly Json[]) => (a: Json, b: Json) => indexOf(order, a, key) - indexOf(order, b, key);
  const named = items.filter((item) => isIn(wanted, item, key)).sort(by(wanted));
  const others = items.filter((item) => !isIn(wanted, item, key)).sort(by(server));
  const result: Json[] = [];
  while (named.length > 0 || others.length > 0) {
    const [mine] = named;
    const [theirs] = others;
    result.push(
      (mine === undefined || (theirs !== undefined && isBefore(theirs, mine)) ? others : named).shift() as Json,
    );
  }
  return result;

  function isBefore(theirs: Json, mine: Json): boolean {
    const [first, second] = [indexOf(server, theirs, key), indexOf(server, mine, key)];
    return first >= 0 && second >= 0 && first < second;
  }
}
