import { DYN, partsOf, sameType, type Type, withParts } from './type.ts';

/**
 * What is known about type variables. Unification follows cel-go: `dyn` fits everything, null fits
 * objects, times and library types, and a variable that meets two types keeps the more general one.
 */
export class Substitution {
  readonly #known: Map<string, Type>;

  constructor(known: ReadonlyMap<string, Type> = new Map()) {
    this.#known = new Map(known);
  }

  copy(): Substitution {
    return new Substitution(this.#known);
  }

  /** The type with its known variables replaced; the others become dyn if `toDyn`. */
  apply(type: Type, toDyn = false): Type {
    if (type.kind === 'param') {
      const known = this.#known.get(type.name);
      if (known !== undefined) return this.apply(known, toDyn);
      return toDyn ? DYN : type;
    }
    const parts = partsOf(type);
    if (parts.length === 0) return type;
    return withParts(
      type,
      parts.map((part) => this.apply(part, toDyn)),
    );
  }

  /** Whether `from` can be used where `to` is wanted. May leave variables bound even where the answer is no. */
  unify(from: Type, to: Type): boolean {
    if (to.kind === 'param') {
      const known = this.#known.has(to.name);
      if (this.#bind(to.name, to, from)) return true;
      if (known) return false;
    }
    if (from.kind === 'param') return this.#bind(from.name, from, to);
    if (isWild(from) || isWild(to)) return true;
    if (from.kind === 'null') return isNullable(to);
    if (to.kind === 'null') return isNullable(from);
    if (from.kind !== to.kind) return false;
    if (from.kind === 'type') return true;
    if (from.kind === 'opaque' || from.kind === 'object') return sameType(from, to);
    const others = partsOf(to);
    return partsOf(from).every((part, index) => this.unify(part, others[index] ?? DYN));
  }

  #bind(name: string, variable: Type, type: Type): boolean {
    if (sameType(variable, type)) return true;
    const known = this.#known.get(name);
    if (known === undefined) {
      if (this.#occurs(name, type)) return false;
      this.#known.set(name, type);
      return true;
    }
    if (sameType(type, known)) return true;
    if (!this.unify(type, known)) return false;
    const general = mostGeneral(type, known);
    if (!this.#occurs(name, general)) this.#known.set(name, general);
    return true;
  }

  #occurs(name: string, type: Type): boolean {
    if (type.kind === 'param') {
      if (type.name === name) return true;
      const known = this.#known.get(type.name);
      return known !== undefined && this.#occurs(name, known);
    }
    return partsOf(type).some((part) => this.#occurs(name, part));
  }
}

export function isWild(type: Type): boolean {
  return type.kind === 'dyn' || type.kind === 'error';
}

function isNullable(type: Type): boolean {
  return ['null', 'opaque', 'optional', 'object', 'duration', 'timestamp'].includes(type.kind);
}

/** The more general of two types that unify. */
export function mostGeneral(a: Type, b: Type): Type {
  return isAtMostAsSpecific(a, b) ? a : b;
}

function isAtMostAsSpecific(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || a.kind === 'param') return true;
  if (b.kind === 'dyn' || b.kind === 'param') return false;
  if (a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  const others = partsOf(b);
  if (others.length === 0) return sameType(a, b);
  return partsOf(a).every((part, index) => isAtMostAsSpecific(part, others[index] ?? DYN));
}
