import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
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
  const explained = description || `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return {
    definition: { name, type, format, description: explained, priority },
    // Of several matches the first is shown.
    cell: (object, now) => cellOf(valuesAt(object, path)[0], type, now),
  };
}

interface Filter {
  readonly path: readonly string[];
  readonly value: string;
}

/** A field, an index, items with a certain field, or (null) everything inside. */
type Step = string | number | Filter | null;

const STEP =
  /\.((?:\\.|[^.[\\])+)|\['((?:[^'\\]|\\.)*)'\]|\[(-?\d+)\]|\[(\*)\]|\[\?\(@\.([\w.]+)\s*==\s*["']([^"']*)["']\)\]/gy;

/**
 * The part of JSONPath that printer columns use: fields (`.spec.size`, `['a.b']`, `.a\.b`), indexes
 * (`[0]`, `[-1]`), all items (`[*]`) and items by a field (`[?(@.type=="Ready")]`). Undefined for
 * anything else.
 */
export function parseJsonPath(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let end = 0;
  STEP.lastIndex = 0;
  for (let match = STEP.exec(text); match; match = STEP.exec(text)) {
    end = STEP.lastIndex;
    const [, field, quoted, index, all, filterPath, filterValue] = match;
    if (index !== undefined) steps.push(Number(index));
    else if (filterPath !== undefined) steps.push({ path: filterPath.split('.'), value: filterValue ?? '' });
    else if (all !== undefined || field === '*') steps.push(null);
    else steps.push((field ?? quoted ?? '').replace(/\\(.)/g, '$1'));
  }
  return end === text.length ? steps : undefined;
}

function valuesAt(object: KubeObject, path: readonly Step[] | undefined): unknown[] {
  if (!path) return [];
  return path.reduce<unknown[]>((found, step) => found.flatMap((value) => inside(value, step)), [object]);
}

function inside(value: unknown, step: Step): unknown[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  if (step === null) return Array.isArray(value) ? items : Object.values(value ?? {});
  if (typeof step === 'object') return items.filter((item) => textAt(item, ...step.path) === step.value);
  const next = typeof step === 'number' ? items.at(step) : fieldAt(value, [step]);
  return next === undefined ? [] : [next];
}

function cellOf(value: unknown, type: string, now: number): Cell {
  if (value === undefined || value === null) return type === 'date' ? '<unknown>' : null;
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return age(value, now);
    default:
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}
