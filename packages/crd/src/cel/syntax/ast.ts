/** Offset of the character, in UTF-16 units, that the API server points at when something is wrong here. */
interface At {
  readonly at: number;
}

/** A constant of the text. Ints are `bigint`, doubles `number`, uints wrapped to be distinguished. */
export interface Literal extends At {
  readonly kind: 'literal';
  readonly type: 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'null';
  readonly value: boolean | bigint | number | string | Uint8Array | null;
}

export interface Ident extends At {
  readonly kind: 'ident';
  readonly name: string;
}

/** `operand.field`, `operand.?field` or `has(operand.field)`. */
export interface Select extends At {
  readonly kind: 'select';
  readonly operand: Node;
  readonly field: string;
  readonly mode: 'value' | 'test' | 'optional';
}

/** A function, a method or an operator; operators have the names of cel-spec (`_+_`). */
export interface Call extends At {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Node | undefined;
  readonly args: readonly Node[];
}

export interface ListNode extends At {
  readonly kind: 'list';
  readonly elements: readonly { readonly value: Node; readonly optional: boolean }[];
}

export interface MapNode extends At {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Node; readonly value: Node; readonly optional: boolean }[];
}

/** `Name.of.type{ field: value }`. */
export interface StructNode extends At {
  readonly kind: 'struct';
  readonly type: string;
  readonly fields: readonly {
    /** Where the colon is: that is where a fault of the field is shown. */
    readonly at: number;
    readonly name: string;
    readonly value: Node;
    readonly optional: boolean;
  }[];
}

export type MacroName =
  | 'all'
  | 'exists'
  | 'existsOne'
  | 'map'
  | 'filter'
  | 'transformMap'
  | 'transformMapEntry'
  | 'sortBy'
  | 'optMap'
  | 'optFlatMap';

/** A macro over `range`. `vars` are the names that `filter` and `step` may use; one or two of them. */
export interface Macro extends At {
  readonly kind: 'macro';
  readonly macro: MacroName;
  readonly range: Node;
  readonly vars: readonly string[];
  readonly filter: Node | undefined;
  readonly step: Node;
}

export type Node = Literal | Ident | Select | Call | ListNode | MapNode | StructNode | Macro;
