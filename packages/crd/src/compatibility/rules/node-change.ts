import type { JsonValue } from '../../schema/index.ts';
import type { Draft, Verdict } from '../finding.ts';
import type { SchemaNode } from '../normal/index.ts';

/** One place of a schema that exists on both sides and differs. */
export interface NodeChange {
  readonly old: SchemaNode;
  readonly new: SchemaNode;
  readonly path: readonly string[];
  readonly place: NodePlace;
  readonly options: NodeOptions;
}

export interface NodePlace {
  /** Whether the new parent requires this property. */
  readonly isRequired: boolean;
  readonly isListItem: boolean;
}

export interface NodeOptions {
  /** Whether readers of the enum at this path are known to cope with new values. */
  isOpenEnum(path: readonly string[]): boolean;
}

/** What a rule answers for one place: nothing, or what it found. */
export type NodeRule = (change: NodeChange) => Draft | readonly Draft[] | undefined;

/** A tightening that breaks the parties named. */
export function breaks(
  rule: Draft['rule'],
  hurts: string,
  message: string,
  rest: Partial<Omit<Draft, 'rule' | 'hurts' | 'message' | 'verdict'>> = {},
): Draft {
  return { rule, verdict: 'BREAK', hurts, message, ...rest };
}

/** A loosening: `strict` raises it, and values that are new since bar the way back. */
export function loosens(
  rule: Draft['rule'],
  verdict: Verdict,
  message: string,
  rest: Partial<Omit<Draft, 'rule' | 'message' | 'verdict' | 'isLoosening'>> = {},
): Draft {
  return { rule, verdict, message, isLoosening: true, reversal: 'one-way', ...rest };
}

/** Old and new value of a keyword as they are written, for the finding. */
export function written<K extends keyof SchemaNode['schema']>(
  change: Pick<NodeChange, 'old' | 'new'>,
  keyword: K,
): { readonly keyword: K; readonly old: JsonValue | undefined; readonly new: JsonValue | undefined } {
  return {
    keyword,
    old: change.old.schema[keyword] as JsonValue | undefined,
    new: change.new.schema[keyword] as JsonValue | undefined,
  };
}

/** Whether a changed flag goes on (`+`), off (`-`) or stays. */
export function turn(before: boolean, after: boolean): '+' | '-' | '=' {
  return before === after ? '=' : after ? '+' : '-';
}
