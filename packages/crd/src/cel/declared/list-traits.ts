import { isJsonObject, type JsonValue } from '../../schema/index.ts';
import { CelList, CelMap, equal, type ListTraits, typeNameOf, type Value } from '../values/index.ts';
import type { Reader } from './reading.ts';

/** A list-type set: order does not count, and adding is a union. */
export function setListTraits(elements: readonly JsonValue[], read: Reader): ListTraits {
  const own = () => elements.map((element) => read(element));
  return {
    equals: (other) => {
      if (other.size !== elements.length) return false;
      const values = CelList.of(own());
      for (const element of other) if (!values.includes(element)) return false;
      return true;
    },
    concat: (other) => {
      const values = own();
      for (const element of other) if (!values.some((value) => equal(value, element))) values.push(element);
      return CelList.of(values);
    },
  };
}

/** A list-type map: elements are found by their keys, and adding replaces those with the same keys. */
export function mapListTraits(elements: readonly JsonValue[], keys: readonly string[], read: Reader): ListTraits {
  const keyOf = (value: Value): string | undefined => {
    if (!(value instanceof CelMap)) return undefined;
    return JSON.stringify(keys.map((key) => printable(value.find(key))));
  };
  const jsonKeyOf = (json: JsonValue) => (isJsonObject(json) ? keyOf(read(json)) : undefined);
  return {
    equals: (other) => {
      if (other.size !== elements.length) return false;
      const own = new Map(elements.map((element) => [jsonKeyOf(element), element]));
      for (const element of other) {
        const key = keyOf(element);
        const found = key === undefined ? undefined : own.get(key);
        if (found === undefined || !equal(read(found), element)) return false;
      }
      return true;
    },
    concat: (other) => {
      const values = elements.map((element) => read(element));
      const positions = new Map(values.map((value, index) => [keyOf(value), index]));
      for (const element of other) {
        const position = positions.get(keyOf(element));
        if (position === undefined) values.push(element);
        else values[position] = element;
      }
      return CelList.of(values);
    },
  };
}

/** Keys are scalars; the type is part of what is compared. */
function printable(value: Value | undefined): string {
  return typeof value === 'object' ? typeNameOf(value) : `${typeof value} ${value}`;
}
