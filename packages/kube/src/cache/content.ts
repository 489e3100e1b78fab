import { keyOfObject } from '@slipway/apimachinery/references';
import type { AnyObject, DeepReadonly, Stored } from '../kinds/index.ts';
import { IndexTable } from './index-table.ts';

/** Under which values an object is found: a pure function of the object. */
export type IndexFunction<Obj> = (object: DeepReadonly<Obj>) => readonly string[];

/** Objects by key, with their indexes. An index is known by its function: equal functions share one table. */
export class Content<Obj extends AnyObject> {
  readonly objects = new Map<string, Stored<DeepReadonly<Obj>>>();
  readonly #tables = new Map<IndexFunction<Obj>, IndexTable>();

  constructor(indexes: Iterable<IndexFunction<Obj>>) {
    for (const index of indexes) this.#tables.set(index, new IndexTable());
  }

  set(object: Stored<DeepReadonly<Obj>>): void {
    const key = keyOfObject(object);
    const old = this.objects.get(key);
    this.objects.set(key, object);
    for (const [valuesOf, table] of this.#tables) {
      if (old !== undefined) for (const value of valuesOf(old)) table.remove(value, key);
      for (const value of valuesOf(object)) table.add(value, key);
    }
  }

  delete(key: string): void {
    const old = this.objects.get(key);
    if (old === undefined) return;
    this.objects.delete(key);
    for (const [valuesOf, table] of this.#tables) for (const value of valuesOf(old)) table.remove(value, key);
  }

  /** Adds an index and fills it with what is there. */
  addIndex(valuesOf: IndexFunction<Obj>): void {
    const table = new IndexTable();
    for (const [key, object] of this.objects) for (const value of valuesOf(object)) table.add(value, key);
    this.#tables.set(valuesOf, table);
  }

  removeIndex(valuesOf: IndexFunction<Obj>): void {
    this.#tables.delete(valuesOf);
  }

  /** The objects that have `value` in the index; costs the number of them. */
  *byIndex(index: IndexFunction<Obj>, value: string): Generator<Stored<DeepReadonly<Obj>>, void, undefined> {
    for (const key of this.#tables.get(index)?.keys(value) ?? []) {
      const object = this.objects.get(key);
      if (object !== undefined) yield object;
    }
  }
}
