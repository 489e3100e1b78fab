import { createHash } from 'node:crypto';
import type { JsonValue } from '../schema/index.ts';

/** Order of the UTF-8 bytes, which is what Go sorts by; UTF-16 order differs above U+FFFF. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

export function sortedBytes(values: Iterable<string>): string[] {
  return [...values].sort(compareBytes);
}

/** JSON text that is equal exactly when the values are: keys sorted, numbers by value (N05). */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = sortedBytes(Object.keys(value)).map(
    (key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`,
  );
  return `{${members.join(',')}}`;
}

export function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
