import { isJsonObject, type JsonObject, jsonText } from '../objects/index.ts';
import type { ListType } from '../schemas/index.ts';
import { childrenOf, type Fields, LEAF } from './fields.ts';

/** One step of a path: `f:` a field by name, `k:` a list item by its keys, `v:` a list item by its value. */
export const fieldElement = (name: string): string => `f:${name}`;

/** The element of a list item; undefined for items that cannot be distinguished, which no valid list has. */
export function itemElement(list: ListType, item: unknown): string | undefined {
  if (list.relation === 'set') return typeof item === 'object' ? undefined : `v:${jsonText(item)}`;
  if (!isJsonObject(item)) return undefined;
  const keys = [...list.keys].sort().flatMap((key) => {
    // K-78: an absent key is its default.
    const value = Object.hasOwn(item, key) ? item[key] : list.item.map?.fields.get(key)?.default;
    return value === undefined ? [] : [[key, value] as const];
  });
  return keys.length === 0 ? undefined : `k:${jsonText(Object.fromEntries(keys))}`;
}

const RANK: Readonly<Record<string, number>> = { '.': -1, f: 0, k: 1, v: 2, i: 3 };

function compareElements(a: string, b: string): number {
  const rank = (RANK[a[0] ?? ''] ?? 4) - (RANK[b[0] ?? ''] ?? 4);
  if (rank !== 0 || a === b) return rank;
  if (a.startsWith('f:')) return a < b ? -1 : 1;
  return compareValues(JSON.parse(a.slice(2)), JSON.parse(b.slice(2)));
}

/** Numbers before strings; keys name by name. */
function compareValues(a: unknown, b: unknown): number {
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = [Object.keys(a), Object.keys(b)] as const;
    for (const [at, name] of names[0].entries()) {
      const other = names[1][at];
      if (other === undefined) return 1;
      if (name !== other) return name < other ? -1 : 1;
      const order = compareValues(a[name], b[name]);
      if (order !== 0) return order;
    }
    return names[0].length - names[1].length;
  }
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : typeof b === 'number' ? 1 : 0;
  return a === b ? 0 : (a as string) < (b as string) ? -1 : 1;
}

/** The set with its elements in the order in which the server writes them; parts that are in order are shared. */
export function sorted(root: Fields): Fields {
  const node = sortedNode(root);
  return Object.hasOwn(node, '.') ? Object.fromEntries(childrenOf(node)) : node;
}

function sortedNode(node: Fields): Fields {
  const entries = Object.entries(node);
  if (entries.every(([element]) => element === '.')) return LEAF;
  const below = entries.map(([element, child]) => [element, sortedNode(child)] as const);
  const isInOrder = below.every(
    ([element, child], at) =>
      child === entries[at]?.[1] && (at === 0 || compareElements(below[at - 1]?.[0] ?? '', element) < 0),
  );
  return isInOrder ? node : Object.fromEntries(below.sort(([a], [b]) => compareElements(a, b)));
}

/** A path as conflicts print it: `.spec.containers[name="web"].image`. */
export function printPath(path: readonly string[]): string {
  return path.map(printElement).join('');
}

function printElement(element: string): string {
  const value = element.slice(2);
  if (element.startsWith('f:')) return `.${value}`;
  if (element.startsWith('v:')) return `[=${value}]`;
  const keys = JSON.parse(value) as JsonObject;
  return `[${Object.entries(keys)
    .map(([name, one]) => `${name}=${JSON.stringify(one)}`)
    .join(',')}]`;
}
