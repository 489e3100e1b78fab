import { fieldAt, type KubeObject } from '../objects/index.ts';
import type { Resource, ServedVersion } from '../resources/index.ts';
import { age } from './duration.ts';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

export type Cell = string | number | boolean | null;

export interface TableColumn {
  readonly definition: ColumnDefinition;
  /** `now` in milliseconds since 1970. */
  cell(object: KubeObject, now: number): Cell;
}

export interface TableRow {
  readonly cells: readonly Cell[];
  readonly conditions?: readonly object[];
}

const nameColumn: TableColumn = {
  definition: {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: 'Name must be unique within a namespace.',
    priority: 0,
  },
  cell: (object) => object.metadata.name ?? '',
};

const ageColumn: TableColumn = {
  definition: {
    name: 'Age',
    type: 'string',
    format: '',
    description: 'CreationTimestamp is a timestamp representing the server time when this object was created.',
    priority: 0,
  },
  cell: (object, now) => age(object.metadata.creationTimestamp, now),
};

export function tableColumns(_resource: Resource, _served: ServedVersion): readonly TableColumn[] {
  return [nameColumn, ageColumn];
}

export function tableRow(columns: readonly TableColumn[], object: KubeObject, now: number): TableRow {
  return { cells: columns.map((column) => column.cell(object, now)), ...(fieldAt(object, ['x']) ? {} : {}) };
}
