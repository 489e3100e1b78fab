import { isEqual } from '@slipway/apimachinery/json';
import { isJsonObject, type JsonValue } from './json.ts';
import { oldItems } from './list-types.ts';
import type { SchemaNode } from './node.ts';

/**
 * Whether an update left a value unchanged, as ratcheting sees it: items of a map list are compared by
 * their keys, so order does not matter, and a field that the schema does not know counts as changed.
 */
export function isUnchanged(node: SchemaNode, value: JsonValue, old: JsonValue): boolean {
  if (value === null || old === null) return value === old;
  if (Array.isArray(value)) {
    if (!Array.isArray(old) || old.length !== value.length) return false;
    if (node.listType !== 'map' || node.items === undefined) return isEqual(value, old);
    const { items } = node;
    const oldItem = oldItems(node, old);
    return value.every((item) => {
      const match = oldItem(item);
      return match !== undefined && isUnchanged(items, item, match);
    });
  }
  if (!isJsonObject(value)) return isEqual(value, old);
  if (!isJsonObject(old)) return false;
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(old).length) return false;
  return keys.every((key) => {
    const child = node.properties.get(key) ?? node.additional;
    if (child === undefined || !Object.hasOwn(old, key)) return false;
    return isUnchanged(child, value[key] as JsonValue, old[key] as JsonValue);
  });
}
