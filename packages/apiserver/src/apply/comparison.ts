import { isEqual } from '../objects/index.ts';
import { type Type, typeUnder } from '../schemas/index.ts';
import { childrenOf, type Fields, isMember, LEAF, nodeOf } from './fields.ts';
import { fieldElement } from './path-element.ts';
import { entriesOf, groupItems, isGranular, itemsOf, type Shape, shapeOf } from './shape.ts';

/** How two values of one type differ. */
export interface Comparison {
  readonly added: Fields;
  readonly modified: Fields;
  readonly removed: Fields;
}

type Part = keyof Comparison;
const PARTS: readonly Part[] = ['added', 'modified', 'removed'];
type Difference = Partial<Comparison>;

export function compare(before: unknown, after: unknown, type: Type): Comparison {
  const { added = LEAF, modified = LEAF, removed = LEAF } = differenceOf(before, after, type);
  return { added: below(added), modified: below(modified), removed: below(removed) };
}

const below = (node: Fields): Fields => Object.fromEntries(childrenOf(node));

const SAME: Difference = {};

function differenceOf(before: unknown, after: unknown, type: Type): Difference {
  if (before === after) return SAME;
  const earlier = shapeOf(type, before);
  const later = shapeOf(type, after);
  if (after === undefined) return inShape(earlier, before, after);
  if (before === undefined || (earlier.list === later.list && earlier.map === later.map)) {
    return inShape(later, before, after);
  }
  // The value has changed its form: what it was is gone and what it is now is new.
  return together([inShape(earlier, before, after), inShape(later, before, after)]);
}

function inShape(shape: Shape, before: unknown, after: unknown): Difference {
  if (!isGranular(shape)) return ofWhole(before, after);
  if (shape.list) {
    const earlier = groupItems(shape.list, itemsOf(before));
    const later = groupItems(shape.list, itemsOf(after));
    if (earlier.size === 0 && later.size === 0) return ofWhole(before, after);
    const { item } = shape.list;
    const parts = [...new Set([...earlier.keys(), ...later.keys()])].map(
      (element) => [element, ofItems(earlier.get(element) ?? [], later.get(element) ?? [], item)] as const,
    );
    return ofParts(before, after, parts);
  }
  const earlier = entriesOf(before);
  const later = entriesOf(after);
  const keys = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  if (keys.size === 0 || !shape.map) return ofWhole(before, after);
  const { map } = shape;
  const value = (from: typeof earlier, key: string) => (Object.hasOwn(from, key) ? from[key] : undefined);
  const parts = [...keys].map(
    (key) => [fieldElement(key), differenceOf(value(earlier, key), value(later, key), typeUnder(map, key))] as const,
  );
  return ofParts(before, after, parts);
}

/** Items with one element are usually one on each side; several are compared as a whole. */
function ofItems(earlier: readonly unknown[], later: readonly unknown[], type: Type): Difference {
  if (earlier.length <= 1 && later.length <= 1) return differenceOf(earlier[0], later[0], type);
  if (earlier.length >= 2 && later.length >= 2) return isEqual(earlier, later) ? SAME : { modified: LEAF };
  if (earlier.length >= 2) {
    const kept = later.length === 0 ? SAME : differenceOf(undefined, later[0], type);
    return { ...kept, removed: LEAF };
  }
  const gone = earlier.length === 0 ? SAME : differenceOf(earlier[0], undefined, type);
  return { ...gone, added: LEAF };
}

function ofWhole(before: unknown, after: unknown): Difference {
  if (before === undefined) return { added: LEAF };
  if (after === undefined) return { removed: LEAF };
  return isEqual(before, after) ? SAME : { modified: LEAF };
}

/** A container that comes or goes does so itself, beside its parts. */
function ofParts(before: unknown, after: unknown, parts: readonly (readonly [string, Difference])[]): Difference {
  const own = before === undefined ? 'added' : after === undefined ? 'removed' : undefined;
  const children: { [part in Part]?: [string, Fields][] } = {};
  for (const [element, { added, modified, removed }] of parts) {
    if (added) (children.added ??= []).push([element, added]);
    if (modified) (children.modified ??= []).push([element, modified]);
    if (removed) (children.removed ??= []).push([element, removed]);
  }
  return differenceWith((part) => nodeOf(part === own, children[part] ?? []));
}

/** Several differences of one value as one. */
function together(differences: readonly Difference[]): Difference {
  return differenceWith((part) => {
    const nodes = differences.flatMap((one) => (one[part] ? [one[part]] : []));
    return nodeOf(nodes.some(isMember), nodes.flatMap(childrenOf));
  });
}

function differenceWith(nodeFor: (part: Part) => Fields | undefined): Difference {
  const result: { [part in Part]?: Fields } = {};
  for (const part of PARTS) {
    const node = nodeFor(part);
    if (node) result[part] = node;
  }
  return result;
}
