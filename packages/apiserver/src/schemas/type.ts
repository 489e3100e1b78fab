import type { Json } from '../objects/index.ts';

/** What a single value is. `any` is a number, a string or a boolean. */
export type Scalar =
  | 'string'
  | 'bytes'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'int32'
  | 'int64'
  | 'number'
  | 'boolean'
  | 'any';

/** How a strategic merge patch treats a field. */
export interface PatchRule {
  /** Lists are merged item by item; maps are unless they have a rule that says otherwise. */
  readonly merges: boolean;
  /** What tells items apart; absent for lists of plain values. */
  readonly mergeKey?: string;
  /** Keys that the patch does not list are dropped. */
  readonly retainsKeys: boolean;
}

export interface Field {
  readonly type: Type;
  /** The value that stands for an absent one where the field tells list items apart (K-78). */
  readonly default?: Json;
  /** Present even when empty, as a Go struct that is not a pointer is. */
  readonly isStruct?: boolean;
  /**
   * What becomes of a zero (`""`, `0`, `false`): fields that are no pointers in Go leave it out or
   * always show it. Absent: a zero that was sent stays, and nothing else shows.
   */
  readonly zero?: 'dropped' | 'shown';
  /** A list or map that is shown when it is empty; others are left out then. */
  readonly isKeptEmpty?: boolean;
  readonly patch?: PatchRule;
}

export interface ListType {
  readonly item: Type;
  /** `atomic` lists are one value; `set` items are their own keys; `map` items have key fields. */
  readonly relation: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
}

export interface MapType {
  readonly fields: ReadonlyMap<string, Field>;
  /** The type of what is not among the fields; absent where nothing else is allowed. */
  readonly item?: Type;
  readonly isAtomic: boolean;
}

/**
 * What a value may be, as far as merging, owning and patching need to know. Most types allow one
 * form; untyped ones allow all three, and the value decides.
 */
export interface Type {
  /** Of a Go struct, with its package: `core.v1.PodSpec`. */
  readonly name?: string;
  /** A Go struct, with declared fields or without. It stays when it is empty, which a map does not. */
  readonly isStruct?: boolean;
  readonly scalar?: Scalar;
  readonly list?: ListType;
  readonly map?: MapType;
}

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

/** Anything, as one value. */
export const UNTYPED: Type = {
  scalar: 'any',
  list: {
    get item() {
      return UNTYPED;
    },
    relation: 'atomic',
    keys: [],
  },
  map: {
    fields: NO_FIELDS,
    get item() {
      return UNTYPED;
    },
    isAtomic: true,
  },
};

/** Anything, owned field by field: maps are granular, lists are one value. */
export const DEDUCED: Type = {
  scalar: 'any',
  list: { item: UNTYPED, relation: 'atomic', keys: [] },
  map: {
    fields: NO_FIELDS,
    get item() {
      return DEDUCED;
    },
    isAtomic: false,
  },
};

export const scalarType = (scalar: Scalar): Type => ({ scalar });

export const mapOf = (item: Type, isAtomic = false): Type => ({ map: { fields: NO_FIELDS, item, isAtomic } });

/** The type of a map's value under a key. What no schema describes is deduced. */
export function typeUnder(map: MapType, key: string): Type {
  return map.fields.get(key)?.type ?? map.item ?? DEDUCED;
}
