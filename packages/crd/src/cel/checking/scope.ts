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

/** The variables in sight. Each has a slot of its own, so that evaluation needs no names. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #variables: ReadonlyMap<string, Binding>;
  readonly #nextSlot: number;

  private constructor(outer: Scope | undefined, names: readonly string[], types: readonly Type[]) {
    this.#outer = outer;
    const first = outer === undefined ? 0 : outer.#nextSlot;
    this.#variables = new Map(
      names.map((name, index) => [name, { kind: 'variable', type: types[index] ?? DYN, slot: first + index }]),
    );
    this.#nextSlot = first + names.length;
  }

  static of(variables: readonly (readonly [string, Type])[]): Scope {
    return new Scope(
      undefined,
      variables.map(([name]) => name),
      variables.map(([, type]) => type),
    );
  }

  inner(names: readonly string[], types: readonly Type[]): Scope {
    return new Scope(this, names, types);
  }

  find(name: string): Binding | undefined {
    const plain = name.startsWith('.') ? name.slice(1) : name;
    const found = this.#variables.get(plain);
    if (found !== undefined) return found;
    if (this.#outer !== undefined) return this.#outer.find(plain);
    const type = TYPES.get(plain);
    return type === undefined ? undefined : { kind: 'type', type: typeOf(type), name: plain };
  }
}
