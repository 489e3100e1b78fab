import { createHash } from 'node:crypto';
import { byBytes } from '../schema/index.ts';

export { byBytes as compareBytes } from '../schema/index.ts';

export function sortedBytes(values: Iterable<string>): string[] {
  return [...values].sort(byBytes);
}

export function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
