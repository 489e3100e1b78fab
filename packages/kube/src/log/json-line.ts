import { errorFields } from './error-fields.ts';

/** One JSON object per line. A line never throws: fields that cannot be written are named instead. */
export function jsonLine(at: Date, level: string, message: string, fields: Readonly<Record<string, unknown>>): string {
  const head = { time: at.toISOString(), level, message };
  return jsonText({ ...head, ...fields }) ?? JSON.stringify({ ...head, unwritable: Object.keys(fields) });
}

/** Undefined for what JSON has no words for: a cycle. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, writable);
  } catch {
    return undefined;
  }
}

function writable(_name: string, value: unknown): unknown {
  if (value instanceof Error) return errorFields(value);
  return typeof value === 'bigint' ? value.toString() : value;
}
