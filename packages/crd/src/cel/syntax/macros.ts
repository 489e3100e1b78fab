import type { Macro, MacroName, Node } from './ast.ts';
import { SyntaxFault } from './fault.ts';

interface Shape {
  readonly macro: MacroName;
  readonly vars: 1 | 2;
  readonly hasFilter: boolean;
}

/** Macros by name and number of arguments; a call with another number is an ordinary method call. */
const MACROS: Readonly<Record<string, Shape>> = {
  'all/2': { macro: 'all', vars: 1, hasFilter: false },
  'all/3': { macro: 'all', vars: 2, hasFilter: false },
  'exists/2': { macro: 'exists', vars: 1, hasFilter: false },
  'exists/3': { macro: 'exists', vars: 2, hasFilter: false },
  'exists_one/2': { macro: 'existsOne', vars: 1, hasFilter: false },
  'exists_one/3': { macro: 'existsOne', vars: 2, hasFilter: false },
  'existsOne/3': { macro: 'existsOne', vars: 2, hasFilter: false },
  'map/2': { macro: 'map', vars: 1, hasFilter: false },
  'map/3': { macro: 'map', vars: 1, hasFilter: true },
  'filter/2': { macro: 'filter', vars: 1, hasFilter: false },
  'transformList/3': { macro: 'map', vars: 2, hasFilter: false },
  'transformList/4': { macro: 'map', vars: 2, hasFilter: true },
  'transformMap/3': { macro: 'transformMap', vars: 2, hasFilter: false },
  'transformMap/4': { macro: 'transformMap', vars: 2, hasFilter: true },
  'transformMapEntry/3': { macro: 'transformMapEntry', vars: 2, hasFilter: false },
  'transformMapEntry/4': { macro: 'transformMapEntry', vars: 2, hasFilter: true },
  'sortBy/2': { macro: 'sortBy', vars: 1, hasFilter: false },
  'optMap/2': { macro: 'optMap', vars: 1, hasFilter: false },
  'optFlatMap/2': { macro: 'optFlatMap', vars: 1, hasFilter: false },
};

/** The macro that `target.name(args)` stands for, if it is one. */
export function expandMacro(at: number, target: Node, name: string, args: readonly Node[]): Macro | undefined {
  const key = `${name}/${args.length}`;
  const shape = Object.hasOwn(MACROS, key) ? MACROS[key] : undefined;
  if (shape === undefined) return undefined;
  const vars = args.slice(0, shape.vars).map((arg) => variableOf(arg, shape.macro));
  if (vars[0] === vars[1]) throw new SyntaxFault(args[1]?.at ?? at, `duplicate variable name: ${vars[0]}`);
  const step = args.at(-1) as Node;
  const filter = shape.hasFilter ? args.at(-2) : undefined;
  return { kind: 'macro', at, macro: shape.macro, range: target, vars, filter, step };
}

function variableOf(node: Node, macro: MacroName): string {
  if (node.kind === 'ident' && !node.name.startsWith('.')) {
    if (node.name === '__result__')
      throw new SyntaxFault(node.at, 'iteration variable overwrites accumulator variable');
    return node.name;
  }
  const text = macro.startsWith('opt')
    ? `${macro}() variable name must be a simple identifier`
    : 'argument must be a simple name';
  throw new SyntaxFault(node.at, text);
}

/** `has(e.f)`. */
export function expandHas(at: number, args: readonly Node[]): Node {
  const [arg] = args;
  if (arg?.kind !== 'select' || arg.mode !== 'value') {
    throw new SyntaxFault(arg?.at ?? at, 'invalid argument to has() macro');
  }
  return { ...arg, at, mode: 'test' };
}
