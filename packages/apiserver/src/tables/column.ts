import { fieldAt, isJsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { age } from './duration.ts';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 1: shown only by `-o wide`. */
  readonly priority: number;
}

export type Cell = string | number | boolean | null;
export type CellOf = (object: KubeObject, now: number) => Cell;

export interface TableColumn {
  readonly definition: ColumnDefinition;
  /** `now` in milliseconds since 1970. */
  readonly cell: CellOf;
}

export const NONE = '<none>';

/** A column of its own making; `format` is `name` where it holds the object's name. */
export function make(name: string, type: string, priority: number, cell: CellOf, format = ''): TableColumn {
  return { definition: { name, type, format, description: '', priority }, cell };
}

export const column = (name: string, cell: CellOf): TableColumn => make(name, 'string', 0, cell);
export const wide = (name: string, cell: CellOf): TableColumn => make(name, 'string', 1, cell);
export const integer = (name: string, cell: CellOf): TableColumn => make(name, 'integer', 0, cell);
export const boolean = (name: string, cell: CellOf): TableColumn => make(name, 'boolean', 0, cell);
export const date = (name: string, cell: CellOf): TableColumn => make(name, 'date', 0, cell);

export const nameColumn: TableColumn = make('Name', 'string', 0, ({ metadata }) => metadata.name ?? '', 'name');
export const ageColumn: TableColumn = column('Age', ({ metadata }, now) => age(metadata.creationTimestamp, now));
export const createdColumn: TableColumn = date('Created At', ({ metadata }) => metadata.creationTimestamp ?? '');

/** Numbers that may be percentages are shown as text. */
export const asText =
  (cell: CellOf): CellOf =>
  (object, now) =>
    String(cell(object, now));

/** The text at a dotted path, or what stands for nothing. */
export const at =
  (path: string, absent = ''): CellOf =>
  (object) => {
    const value = fieldAt(object, path.split('.'));
    return value === undefined || value === null || value === ''
      ? absent
      : typeof value === 'object'
        ? JSON.stringify(value)
        : (value as Cell);
  };

export const count =
  (path: string): CellOf =>
  (object) =>
    numberAt(object, path);

export function numberAt(value: unknown, path: string): number {
  const found = fieldAt(value, path.split('.'));
  return typeof found === 'number' ? found : 0;
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = fieldAt(value, path.split('.'));
  return Array.isArray(found) ? found : [];
}

/** How many keys the maps at these paths have together. */
export const keys =
  (...paths: string[]): CellOf =>
  (object) =>
    paths.reduce((sum, path) => sum + Object.keys(fieldAt(object, path.split('.')) ?? {}).length, 0);

/** At most three, then how many more. */
export function shortened(items: readonly string[], absent: string, limit = 3): string {
  if (items.length === 0) return absent;
  const shown = items.slice(0, limit).join(',');
  return items.length > limit ? `${shown} + ${items.length - limit} more...` : shown;
}

/** `a=b,c=d` in the order of the keys. */
export function labelsText(labels: unknown): string {
  if (!isJsonObject(labels) || Object.keys(labels).length === 0) return NONE;
  return Object.keys(labels)
    .sort()
    .map((key) => `${key}=${textAt(labels, key)}`)
    .join(',');
}

const OPERATORS: Readonly<Record<string, string>> = { In: 'in', NotIn: 'notin' };

/** A label selector of a spec as text. */
export function selectorText(selector: unknown): string {
  const labels = fieldAt(selector, ['matchLabels']);
  const parts = isJsonObject(labels) && Object.keys(labels).length > 0 ? [labelsText(labels)] : [];
  for (const expression of listAt(selector, 'matchExpressions')) {
    const key = textAt(expression, 'key');
    const operator = textAt(expression, 'operator');
    const values = listAt(expression, 'values').map(String).sort().join(',');
    if (operator === 'Exists') parts.push(key);
    else if (operator === 'DoesNotExist') parts.push(`!${key}`);
    else parts.push(`${key} ${OPERATORS[operator] ?? operator} (${values})`);
  }
  return parts.length > 0 ? parts.join(',') : NONE;
}

export function conditionStatus(object: unknown, type: string): string {
  const found = listAt(object, 'status.conditions').find((condition) => textAt(condition, 'type') === type);
  return textAt(found, 'status');
}
