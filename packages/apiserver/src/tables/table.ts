import type { KubeObject } from '../objects/index.ts';
import { fieldAt } from '../objects/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Cell, TableColumn } from './column.ts';

export interface TableRow {
  readonly cells: readonly Cell[];
  readonly conditions?: readonly object[];
}

/** One row. `now` is milliseconds since 1970. */
export function tableRow(
  columns: readonly TableColumn[],
  object: KubeObject,
  now: number,
  resource: Resource,
): TableRow {
  const cells = columns.map((column) => column.cell(object, now));
  const phase = resource.collection === 'pods' && fieldAt(object, ['status', 'phase']);
  if (phase !== 'Succeeded' && phase !== 'Failed') return { cells };
  const message = phase === 'Succeeded' ? 'The pod has completed successfully.' : 'The pod failed.';
  return { cells, conditions: [{ type: 'Completed', status: 'True', reason: phase, message }] };
}
