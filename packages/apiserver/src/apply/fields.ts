/**
 * A set of field paths in the form in which managedFields carry it: a tree of path elements. A node
 * without children is in the set; one with children is in it when it has the child `.`. The root
 * itself is never in the set.
 *
 * The wire form is the working form on purpose: sets of stored objects are used as they are, and
 * parts that two sets share are shared in memory.
 */
export interface Fields {
  readonly [element: string]: Fields;
}

/** As a child: in the set, nothing below. As a root: the empty set. */
export const LEAF: Fields = Object.freeze({});

const SELF = '.';

type Entry = readonly [element: string, node: Fields];

/** A node from its parts; undefined when nothing of it is in the set. */
export function nodeOf(isMember: boolean, children: readonly Entry[]): Fields | undefined {
  if (children.length === 0) return isMember ? LEAF : undefined;
  return Object.fromEntries(isMember ? [[SELF, LEAF], ...children] : children);
}

export function isMember(node: Fields): boolean {
  return Object.hasOwn(node, SELF) || isEmpty(node);
}

export function isEmpty(root: Fields): boolean {
  for (const _ in root) return false;
  return true;
}

export function childrenOf(node: Fields): Entry[] {
  return Object.entries(node).filter(([element]) => element !== SELF);
}

/** The node under an element, if the set has anything there. */
export function under(node: Fields, element: string): Fields | undefined {
  return Object.hasOwn(node, element) ? node[element] : undefined;
}

export function union(a: Fields, b: Fields): Fields {
  if (isEmpty(a)) return b;
  return isEmpty(b) ? a : Object.fromEntries(unionChildren(a, b));
}

function unionChildren(a: Fields, b: Fields): Entry[] {
  const joined = new Map(childrenOf(a));
  for (const [element, node] of childrenOf(b)) {
    const other = joined.get(element);
    joined.set(element, other === undefined ? node : unionNodes(other, node));
  }
  return [...joined];
}

function unionNodes(a: Fields, b: Fields): Fields {
  return a === b ? a : (nodeOf(isMember(a) || isMember(b), unionChildren(a, b)) ?? LEAF);
}

/** What is in both. */
export function intersection(a: Fields, b: Fields): Fields {
  return Object.fromEntries(intersectChildren(a, b));
}

function intersectChildren(a: Fields, b: Fields): Entry[] {
  return childrenOf(a).flatMap(([element, node]): Entry[] => {
    const other = under(b, element);
    const both = other && nodeOf(isMember(node) && isMember(other), intersectChildren(node, other));
    return both ? [[element, both]] : [];
  });
}

/** What is in `a` and not in `b`, path by path: what lies below a path of `b` stays. */
export function difference(a: Fields, b: Fields): Fields {
  return without(a, b, false);
}

/** What is in `a` and neither in `b` nor below a path of `b`. */
export function differenceWithBelow(a: Fields, b: Fields): Fields {
  return without(a, b, true);
}

function without(a: Fields, b: Fields, withBelow: boolean): Fields {
  const left = isEmpty(b) ? undefined : childrenWithout(a, b, withBelow);
  return left ? Object.fromEntries(left) : a;
}

/** Undefined where nothing has to go: most sets are left as they are, and shared. */
function childrenWithout(a: Fields, b: Fields, withBelow: boolean): Entry[] | undefined {
  let isChanged = false;
  const left: Entry[] = [];
  for (const [element, node] of childrenOf(a)) {
    const other = under(b, element);
    const isGone = other !== undefined && withBelow && isMember(other);
    const below = other && !isGone ? childrenWithout(node, other, withBelow) : undefined;
    const losesItself = other !== undefined && isMember(node) && isMember(other);
    if (!isGone && !below && !losesItself) {
      left.push([element, node]);
      continue;
    }
    isChanged = true;
    const kept = isGone ? undefined : nodeOf(isMember(node) && !losesItself, below ?? childrenOf(node));
    if (kept) left.push([element, kept]);
  }
  return isChanged ? left : undefined;
}

/** Every path of the set: the members of a level before what lies below them. */
export function* pathsOf(root: Fields, above: readonly string[] = []): Iterable<readonly string[]> {
  const children = childrenOf(root);
  for (const [element, node] of children) if (isMember(node)) yield [...above, element];
  for (const [element, node] of children) yield* pathsOf(node, [...above, element]);
}

/** Whether a path is in the set. */
export function hasPath(root: Fields, path: readonly string[]): boolean {
  let node: Fields | undefined = root;
  for (const element of path) node = node && under(node, element);
  return node !== undefined && isMember(node);
}

/** The set with these paths of field names. */
export function fieldsAt(...paths: readonly (readonly string[])[]): Fields {
  const trees = paths.map((path) => path.reduceRight((below, name) => ({ [`f:${name}`]: below }), LEAF));
  return trees.reduce(union, LEAF);
}
