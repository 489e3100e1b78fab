import { EvaluationError, equal, noSuchOverload, numberOf, type Rich, type Value } from './value.ts';

/** Where the entries of a map are. */
export interface MapSource {
  readonly size: number;
  /** What it is read from, where that is JSON without a schema. */
  readonly json?: object;
  find(key: Value): Value | undefined;
  keys(): Iterable<Value>;
  /** Compares what a schema declares: in its own way, and with maps only. */
  equals?(other: CelMap): boolean;
}

/** A map or an object, held or read from JSON on demand. */
export class CelMap implements Rich {
  /** Another one for what has fields but is no map. */
  readonly typeName: string;
  readonly source: MapSource;

  constructor(source: MapSource, typeName = 'map') {
    this.source = source;
    this.typeName = typeName;
  }

  get size(): number {
    return this.source.size;
  }

  find(key: Value): Value | undefined {
    return this.source.find(key);
  }

  keys(): Iterable<Value> {
    return this.source.keys();
  }

  get(key: Value): Value {
    const value = this.source.find(key);
    if (value === undefined) throw new EvaluationError(`no such key: ${printKey(key)}`);
    return value;
  }

  equals(other: Value): boolean {
    if (!(other instanceof CelMap)) {
      if (this.source.equals !== undefined) throw noSuchOverload();
      return false;
    }
    if (this.source.equals !== undefined) return this.source.equals(other);
    if (other.size !== this.size) return false;
    for (const key of this.keys()) {
      const found = other.find(key);
      if (found === undefined || !equal(this.get(key), found)) return false;
    }
    return true;
  }
}

/** The entries of a map that a rule makes. */
export class Entries implements MapSource {
  readonly #entries = new Map<string, { readonly key: Value; readonly value: Value }>();

  get size(): number {
    return this.#entries.size;
  }

  set(key: Value, value: Value): void {
    this.#entries.set(identityOf(key), { key, value });
  }

  insert(key: Value, value: Value): void {
    if (this.#entries.has(identityOf(key))) {
      throw new EvaluationError(`insert failed: key ${printKey(key)} already exists`);
    }
    this.set(key, value);
  }

  find(key: Value): Value | undefined {
    return this.#entries.get(identityOf(key))?.value;
  }

  *keys(): Iterable<Value> {
    for (const { key } of this.#entries.values()) yield key;
  }
}

/** 1, 1u and 1.0 are the same key. */
function identityOf(key: Value): string {
  const number = numberOf(key);
  if (number !== undefined) return `n${number}`;
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  throw new EvaluationError('unsupported key type');
}

export function printKey(key: Value): string {
  const number = numberOf(key);
  return `${number ?? (key as string | boolean)}`;
}
