import { Buffer } from 'node:buffer';

/** All keys and values of an object's annotations together. */
export const ANNOTATIONS_LIMIT_BYTES = 256 * 1024;

export function bytesOfAnnotations(annotations: Readonly<Record<string, string>>): number {
  return Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
}
