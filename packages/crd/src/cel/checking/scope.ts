import { FUNCTIONS } from '../library/index.ts';
import {
  BOOL,
  BYTES,
  CIDR,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  IP,
  listOf,
  mapOf,
  NULL,
  type ObjectType,
  type Overload,
  optionalOf,
  STRING,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
} from '../types/index.ts';

/** Where a name leads: to a value that is there when the rule runs, or to a type. */
export type Binding =
  | { readonly kind: 'variable'; readonly type: Type; readonly slot: number }
  | { readonly kind: 'type'; readonly type: Type; readonly name: string };

const TYPES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['bool', BOOL],
  ['bytes', BYTES],
  ['double', DOUBLE],
  ['google.protobuf.Duration', DURATION],
  ['int', INT],
  ['list', listOf(DYN)],
  ['map', mapOf(DYN, DYN)],
  ['null_type', NULL],
  ['string', STRING],
  ['google.protobuf.Timestamp', TIMESTAMP],
  ['type', typeOf(DYN)],
  ['uint', UINT],
  ['optional_type', optionalOf(DYN)],
  ['net.IP', IP],
  ['net.CIDR', CIDR],
]);

/** What an environment knows beside the language: types that expressions make values of, and functions. */
export interface Vocabulary {
  readonly typeNamed: (name: string) => ObjectType | undefined;
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
}

/** The variables in sight. Each has a slot of its own, so that evaluation needs no names. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #variables: ReadonlyMap<string, Binding>;
  readonly #nextSlot: number;
  readonly #vocabulary: Vocabulary | undefined;

  private constructor(
    outer: Scope | undefined,
    names: readonly string[],
    types: readonly Type[],
    vocabulary: Vocabulary | undefined,
  ) {
    this.#outer = outer;
    this.#vocabulary = vocabulary;
    const first = outer === undefined ? 0 : outer.#nextSlot;
    this.#variables = new Map(
      names.map((name, index) => [name, { kind: 'variable', type: types[index] ?? DYN, slot: first + index }]),
    );
    this.#nextSlot = first + names.length;
  }

  static of(variables: readonly (readonly [string, Type])[], vocabulary?: Vocabulary): Scope {
    return new Scope(
      undefined,
      variables.map(([name]) => name),
      variables.map(([, type]) => type),
      vocabulary,
    );
  }

  inner(names: readonly string[], types: readonly Type[]): Scope {
    return new Scope(this, names, types, this.#vocabulary);
  }

  /** Every function of a name. */
  functions(name: string): readonly Overload[] | undefined {
    return FUNCTIONS.get(name) ?? this.#vocabulary?.functions.get(name);
  }

  find(name: string): Binding | undefined {
    const plain = name.startsWith('.') ? name.slice(1) : name;
    const found = this.#variables.get(plain);
    if (found !== undefined) return found;
    if (this.#outer !== undefined) return this.#outer.find(plain);
    const type = TYPES.get(plain) ?? this.#vocabulary?.typeNamed(plain);
    return type === undefined ? undefined : { kind: 'type', type: typeOf(type), name: plain };
  }
}
