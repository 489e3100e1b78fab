import type { Type } from '../types/index.ts';
import {
  CelList,
  CelMap,
  Duration,
  Optional,
  Timestamp,
  TypeValue,
  typeNameOf,
  Uint,
  type Value,
} from '../values/index.ts';

export type Guard = (value: Value) => boolean;

/** Whether a value has a type, as far as that can be seen; undefined where every value has. */
export function guardOf(type: Type): Guard | undefined {
  switch (type.kind) {
    case 'bool':
      return (value) => typeof value === 'boolean';
    case 'int':
      return (value) => typeof value === 'bigint';
    case 'double':
      return (value) => typeof value === 'number';
    case 'string':
      return (value) => typeof value === 'string';
    case 'uint':
      return (value) => value instanceof Uint;
    case 'bytes':
      return (value) => value instanceof Uint8Array;
    case 'null':
      return (value) => value === null;
    case 'duration':
      return (value) => value instanceof Duration;
    case 'timestamp':
      return (value) => value instanceof Timestamp;
    case 'type':
      return (value) => value instanceof TypeValue;
    case 'optional':
      return (value) => value instanceof Optional;
    case 'map':
      return (value) => value instanceof CelMap;
    case 'list':
      return listGuard(type.element);
    case 'opaque':
    case 'object':
      return (value) => typeNameOf(value) === type.name;
    default:
      return undefined;
  }
}

/** The first element speaks for all, as on the server. */
function listGuard(element: Type): Guard {
  const guard = guardOf(element);
  if (guard === undefined) return (value) => value instanceof CelList;
  return (value) => value instanceof CelList && (value.size === 0 || guard(value.at(0)));
}
