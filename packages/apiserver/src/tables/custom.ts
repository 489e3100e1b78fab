import { jsonText, type KubeObject } from '../objects/index.ts';
import type { PrinterColumn, ServedVersion } from '../resources/index.ts';
import { type Cell, date, nameColumn, type TableColumn } from './column.ts';
import { age } from './duration.ts';
import { parseJsonPath } from './json-path.ts';

/** The columns of a custom kind: its own, or else its age. */
export function customColumns(served: ServedVersion): readonly TableColumn[] {
  const own = served.printerColumns?.map(printerColumn);
  return [nameColumn, ...(own ?? [date('Age', ({ metadata }, now) => age(metadata.creationTimestamp, now))])];
}

function printerColumn({
  name,
  type,
  format = '',
  description = '',
  priority = 0,
  jsonPath,
}: PrinterColumn): TableColumn {
  const path = parseJsonPath(jsonPath);
  const explained = description || `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return {
    definition: { name, type, format, description: explained, priority },
    // Of several matches the first is shown.
    cell: (object: KubeObject, now) => cellOf(path?.(object)[0], type, now),
  };
}

function cellOf(value: unknown, type: string, now: number): Cell {
  if (value === undefined) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : wholeNumber(value);
    case 'number':
      return typeof value === 'number' ? value : wholeNumber(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      if (typeof value !== 'string') return null;
      return Number.isNaN(Date.parse(value)) ? '<invalid>' : age(value, now);
    default:
      return textOf(value);
  }
}

/** A cell of a number that is too large to be one here. */
function wholeNumber(value: unknown): Cell {
  return typeof value === 'bigint' ? (value as unknown as Cell) : null;
}

function textOf(value: unknown): string {
  if (value === null) return '<nil>';
  return typeof value === 'string' ? value : jsonText(value);
}
