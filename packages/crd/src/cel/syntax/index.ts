/**
 * @module
 * The text of a CEL expression as a tree.
 *
 * Macros are resolved here, since they are syntax: what `all` or `map` means for types, cost and
 * evaluation is decided later, but their variables are names, not expressions. Positions are kept so
 * that every later fault can point at a character, as the API server does.
 */
export type { Call, ListNode, Literal, Macro, MacroName, MapNode, Node, Select, StructNode } from './ast.ts';
export { partsOf } from './depth.ts';
export { type Fault, printFaults } from './fault.ts';
export { parse } from './parser.ts';
export { RESERVED_WORDS } from './reserved.ts';
