import { errorFields } from './error-fields.ts';
import { jsonText } from './json-line.ts';

/** For a person at a terminal: what happened first, then where, then the stack below. */
export function humanLine(at: Date, level: string, message: string, fields: Readonly<Record<string, unknown>>): string {
  const time = at.toISOString().slice(11, 23);
  const below: string[] = [];
  const words = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (!(value instanceof Error)) return [`${name}=${shown(value)}`];
    const { stack, name: kind, message: text, code, cause } = errorFields(value);
    below.push(indented(stack ?? `${kind}: ${text}`), ...(cause === undefined ? [] : [`    caused by: ${cause}`]));
    return code === undefined ? [] : [`code=${code}`];
  });
  const head = [time, level.toUpperCase().padEnd(5), message, ...words].join(' ');
  return [head, ...below].join('\n');
}

const indented = (text: string): string => text.replaceAll(/^/gm, '    ');

function shown(value: unknown): string {
  if (typeof value === 'string') return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
  if (isNamed(value)) return value.namespace ? `${value.namespace}/${value.name}` : value.name;
  if (typeof value !== 'object' || value === null) return String(value);
  return jsonText(value) ?? typeof value;
}

/** Keys and references are read as kubectl takes them. */
function isNamed(value: unknown): value is { readonly namespace?: string; readonly name: string } {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return false;
  return Object.keys(value).every((key) => ['cluster', 'namespace', 'name'].includes(key));
}
