import { isJsonObject } from '@slipway/apimachinery/json';

/** As Go prints a value without its type. */
export function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, one]) => `${key}:${goText(one)}`).join(' ')}]`;
}
