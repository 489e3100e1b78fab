/**
 * JSON text that is equal exactly when the values are, in whatever order their fields were written. What JSON drops is
 * dropped: a field that is undefined is no field. A bigint is its digits.
 *
 * Hashes of templates, sets and charts are made of these bytes, so they never change: the keys of an object are those
 * that count (`0`, `1`, `10`) in their order, then the others by their UTF-16 units.
 */
export function canonicalJson(value: unknown): string {
  return textOf(value) ?? '';
}

/** Undefined for what JSON has no text for. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item) ?? 'null').join(',')}]`;
  if (hasOwnText(value)) return textOf(value.toJSON());
  const fields = value as Readonly<Record<string, unknown>>;
  const members = sortedKeys(fields).flatMap((key) => {
    const text = textOf(fields[key]);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

const hasOwnText = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** A language's own order has the keys that count first and in order; the others are as they were written. */
function sortedKeys(fields: Readonly<Record<string, unknown>>): string[] {
  const keys = Object.keys(fields);
  const counts = keys.findIndex((key) => !isCount(key));
  return counts === -1 ? keys : [...keys.slice(0, counts), ...keys.slice(counts).sort()];
}

const isCount = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
