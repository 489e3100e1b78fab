import { isEqual } from '@slipway/apimachinery/json';
import type { JsonValue } from './json.ts';
import type { SchemaNode } from './node.ts';
import { isInt64, isJsonInteger } from './numbers.ts';

/** What a value is to JSON Schema; whole numbers that fit int64 are integers. */
export type Kind = 'null' | 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object';

export function kindOf(value: JsonValue): Kind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'bigint':
      return isInt64(value) ? 'integer' : 'number';
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
  }
}

const FORMAT_OF: Partial<Record<Kind, string>> = { integer: 'int64', number: 'float64' };

/** What was wanted and what was found; the words are Go's names for types and, oddly, formats. */
export function typeFault(node: SchemaNode, value: JsonValue, kind: Kind): readonly [string, string] | undefined {
  const { types, format } = node;
  if (kind === 'null') return types.length > 0 && !node.isNullable ? [types.join(), 'null'] : undefined;
  if (
    types.includes(kind) ||
    (kind === 'integer' && types.includes('number')) ||
    (kind === 'number' && types.includes('integer') && isJsonInteger(value as number))
  ) {
    return undefined;
  }
  const isText = kind === 'string' || kind === 'array';
  if (!isText && format !== '') {
    const found = FORMAT_OF[kind] ?? '';
    return found === format ? [types.join(), kind] : [format, found];
  }
  // A list passes for a string with a format: the server looks no further once there is one.
  if (isText && format !== '' && !types.includes('integer') && !types.includes('number')) return undefined;
  return [types.join(), kind];
}

/** Go converts the value to the type of the member first: 1.5 becomes 1, and 65 becomes "A". */
export function isEnumMember(value: JsonValue, member: JsonValue): boolean {
  if (value === null || member === null) return false;
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (typeof member === 'string') return isInt64(value) && runeOf(Number(value)) === member;
    if (typeof member !== 'number' && typeof member !== 'bigint') return false;
    const cut = typeof value === 'number' && isInt64(member) ? Math.trunc(value) : value;
    return isEqual(cut, member);
  }
  return isEqual(value, member);
}

function runeOf(code: number): string {
  return code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
}
