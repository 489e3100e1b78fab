/**
 * @module
 * Tables: what `kubectl get` prints is made by the server (K-43, K-110 to K-129).
 *
 * A table is a list of columns, a column a definition and a function of the object. Built-in kinds
 * have theirs here; custom kinds bring theirs in the CRD.
 */
export type { TableColumn } from './column.ts';
export { tableColumns, tableRow } from './table.ts';
