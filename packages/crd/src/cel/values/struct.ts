import { CelList } from './list.ts';
import { CelMap } from './map.ts';
import { equal, type Rich, typeNameOf, type Value } from './value.ts';

/** A value of a named type that an expression makes. Its fields are seen only where that type is known. */
export class CelStruct implements Rich {
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, Value>;
  /** Fields of types that are declared are compared by CEL, others as the server's memory is. */
  readonly #isSame: (a: Value, b: Value) => boolean;

  constructor(typeName: string, fields: ReadonlyMap<string, Value>, isDeclared: boolean) {
    this.typeName = typeName;
    this.fields = fields;
    this.#isSame = isDeclared ? equal : isSameMemory;
  }

  equals(other: Value): boolean {
    if (!(other instanceof CelStruct) || other.typeName !== this.typeName) return false;
    if (other.fields.size !== this.fields.size) return false;
    return [...this.fields].every(([name, value]) => {
      const found = other.fields.get(name);
      return found !== undefined && this.#isSame(value, found);
    });
  }
}

/** Numbers of different types are never the same, nor are two lists or maps, whatever they hold. */
function isSameMemory(a: Value, b: Value): boolean {
  if (a instanceof CelList || a instanceof CelMap) return false;
  return typeNameOf(a) === typeNameOf(b) && equal(a, b);
}
