import { hash } from 'node:crypto';
import { canonicalJson } from '@slipway/apimachinery/json';

/** The first 16 hex digits of SHA-256: enough that two states of one owner never share it. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex').slice(0, 16);
}
