import type { Node } from './ast.ts';

/** The direct parts of a node. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'select':
      return [node.operand];
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case 'list':
      return node.elements.map(({ value }) => value);
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return node.fields.map(({ value }) => value);
    case 'macro':
      return node.filter === undefined ? [node.range, node.step] : [node.range, node.filter, node.step];
    default:
      return [];
  }
}

/** The first node deeper than `limit`. Chains (`a.b.c`, `1 + 1 + 1`) nest, too, without any bracket. */
export function nodeBelow(root: Node, limit: number): Node | undefined {
  let level: readonly Node[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return level[0];
    level = level.flatMap(partsOf);
  }
  return undefined;
}
