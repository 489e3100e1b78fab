import type { KubeObject } from '../objects/index.ts';
import { fieldAt } from '../objects/index.ts';
import { qualifiedName, type Resource, type ServedVersion } from '../resources/index.ts';
import { clusterTables } from './cluster.ts';
import { ageColumn, type Cell, nameColumn, type TableColumn } from './column.ts';
import { customColumns } from './custom.ts';
import { networkTables } from './network.ts';
import { workloadTables } from './workloads.ts';

export interface TableRow {
  readonly cells: readonly Cell[];
  readonly conditions?: readonly object[];
}

const TABLES: Readonly<Record<string, readonly TableColumn[]>> = {
  ...workloadTables,
  ...networkTables,
  ...clusterTables,
};

/** The columns of a resource; those that nothing is known of have a name and an age. */
export function tableColumns(resource: Resource, served: ServedVersion): readonly TableColumn[] {
  if (resource.custom) return customColumns(served);
  return TABLES[qualifiedName(resource)] ?? [nameColumn, ageColumn];
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
