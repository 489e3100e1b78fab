import { CelList } from './list.ts';
import { CelMap } from './map.ts';
import { Optional, type Value } from './value.ts';

/** Characters of a string as Go and CEL count them. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        length--;
        i++;
      }
    }
  }
  return length;
}

/** A value with a size of its own, which counts in costs. */
export interface Sized {
  readonly costSize: number;
}

/** The size that costs are computed from; 1 for whatever has none. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return codePointLength(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof CelList || value instanceof CelMap) return value.size;
  if (value instanceof Optional) return value.value === undefined ? 1 : sizeOf(value.value);
  return 'costSize' in value ? (value as unknown as Sized).costSize : 1;
}

/** Order of strings by code point, which is the order of their bytes. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left === right) continue;
    // A surrogate stands for a character above all others.
    const isLeftHigh = left >= 0xd800 && left < 0xe000;
    const isRightHigh = right >= 0xd800 && right < 0xe000;
    if (isLeftHigh !== isRightHigh) return isLeftHigh ? 1 : -1;
    return left < right ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}
