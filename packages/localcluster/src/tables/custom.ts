import { fieldAt, type KubeObject } from '../objects/index.ts';
import type { PrinterColumn, ServedVersion } from '../resources/index.ts';
import { type Cell, date, nameColumn, type TableColumn } from './column.ts';
import { age } from './duration.ts';

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
  return {
    definition: { name, type, format, description, priority },
    cell: (object, now) => cellOf(valuesAt(object, path), type, now),
  };
}

/** A field, an index, or (null) everything inside. */
type Step = string | number | null;

/**
 * The part of JSONPath that printer columns use: fields (`.spec.size`, `['a.b']`, `.a\.b`), indexes
 * (`[0]`, `[-1]`) and all items (`[*]`). A filter selects nothing.
 */
export function parseJsonPath(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  const pattern = /\.((?:\\.|[^.[\\])+)|\['((?:[^'\\]|\\.)*)'\]|\[(-?\d+)\]|\[(\*)\]/gy;
  let end = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    end = pattern.lastIndex;
    const [, field, quoted, index, all] = match;
    if (index !== undefined) steps.push(Number(index));
    else if (all !== undefined || field === '*') steps.push(null);
    else steps.push((field ?? quoted ?? '').replace(/\\(.)/g, '$1'));
  }
  return end === text.length ? steps : undefined;
}

function valuesAt(object: KubeObject, path: readonly Step[] | undefined): unknown[] {
  if (!path) return [];
  let found: unknown[] = [object];
  for (const step of path) {
    found = found.flatMap((value) => {
      if (step === null) return Array.isArray(value) ? (value as unknown[]) : Object.values(value ?? {});
      const next: unknown =
        typeof step === 'number' ? (Array.isArray(value) ? value.at(step) : undefined) : fieldAt(value, [step]);
      return next === undefined ? [] : [next];
    });
  }
  return found;
}

function cellOf(values: readonly unknown[], type: string, now: number): Cell {
  const [first] = values;
  if (first === undefined || first === null) return type === 'date' ? '<unknown>' : null;
  switch (type) {
    case 'integer':
    case 'number':
      return typeof first === 'number' ? first : null;
    case 'boolean':
      return typeof first === 'boolean' ? first : null;
    case 'date':
      return age(first, now);
    default:
      return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
  }
}
