import { fieldAt, type KubeObject } from '../objects/index.ts';

export type Reader = (object: KubeObject) => string;

/** What a selectable field is: where it is stored, and the value it has when it is not there. */
export const readerOf = (path: string, absent = ''): Reader => {
  const keys = path.split('.');
  return (object) => shownText(fieldAt(object, keys), absent);
};

export function shownText(value: unknown, absent: string): string {
  if (value === undefined || value === null) return absent;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const readersOf = (...fields: readonly string[]): Record<string, Reader> =>
  Object.fromEntries(fields.map((field) => [field, readerOf(field)]));

export const readersBelow = (name: string, stored: string, fields: readonly string[]): Record<string, Reader> =>
  Object.fromEntries(fields.map((field) => [`${name}.${field}`, readerOf(`${stored}.${field}`)]));
