import { isJsonObject, type Json } from '../objects/index.ts';
import { type Type, typeUnder } from '../schemas/index.ts';
import { childrenOf, type Fields, isEmpty, isMember, LEAF, nodeOf } from './fields.ts';
import { fieldElement } from './path-element.ts';
import { entriesOf, groupItems, isGranular, itemsOf, shapeOf } from './shape.ts';

type Entry = readonly [element: string, node: Fields];

/** The fields that a value sets: what a manager owns that applies it. */
export function fieldsOf(value: unknown, type: Type): Fields {
  return Object.fromEntries(childrenOf(nodeFor(value, type) ?? LEAF));
}

function nodeFor(value: unknown, type: Type): Fields | undefined {
  const shape = shapeOf(type, value);
  if (!isGranular(shape)) return LEAF;
  if (shape.list) {
    const children = [...groupItems(shape.list, itemsOf(value))].map(([element, items]): Entry => {
      // Items that cannot be distinguished are owned as one.
      const below = items.length > 1 || !shape.list ? undefined : nodeFor(items[0], shape.list.item);
      return [element, nodeOf(true, below ? childrenOf(below) : []) ?? LEAF];
    });
    return nodeOf(false, children);
  }
  const map = shape.map;
  if (!map) return undefined;
  const children = Object.entries(entriesOf(value)).flatMap(([key, one]): Entry[] => {
    const below = nodeFor(one, typeUnder(map, key));
    const node = nodeOf(ownsItself(one) || !map.fields.has(key) || (below !== undefined && isMember(below)), [
      ...(below ? childrenOf(below) : []),
    ]);
    return node ? [[fieldElement(key), node]] : [];
  });
  return nodeOf(false, children);
}

function ownsItself(value: Json): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/**
 * The set with every declared field on the way to a member. Sets name a struct's fields, not the
 * struct; what is removed or kept as a whole must name both.
 */
export function withDeclaredFields(node: Fields, type: Type | undefined): Fields {
  return Object.fromEntries(declaredChildren(node, type));
}

function declaredChildren(node: Fields, type: Type | undefined): Entry[] {
  return childrenOf(node).map(([element, child]) => {
    const name = element.startsWith('f:') ? element.slice(2) : undefined;
    const isDeclared = name !== undefined && type?.map?.fields.has(name) === true;
    const below = name === undefined ? type?.list?.item : type?.map && typeUnder(type.map, name);
    return [element, nodeOf(isDeclared || isMember(child), declaredChildren(child, below)) ?? child];
  });
}

/** The set as the type has it now: what has become one value since is owned as one. */
export function reconciled(node: Fields, type: Type): Fields {
  let changed: Map<string, Fields> | undefined;
  for (const [element, child] of Object.entries(node)) {
    if (isEmpty(child)) continue;
    const name = element.startsWith('f:') ? element.slice(2) : undefined;
    const below = name === undefined ? type.list?.item : type.map && typeUnder(type.map, name);
    const now = !below ? child : isOneValue(below) ? LEAF : reconciled(child, below);
    // Schemas change rarely: as long as nothing does, the stored set is used as it is.
    if (now !== child) (changed ??= new Map(Object.entries(node))).set(element, now);
  }
  return changed ? Object.fromEntries(changed) : node;
}

function isOneValue({ map, list }: Type): boolean {
  return map ? map.isAtomic : list?.relation === 'atomic';
}
