/**
 * @module
 * Tables: what `kubectl get` prints is made by the server (K-43, K-110 to K-129).
 */
export { type ColumnDefinition, type TableColumn, tableColumns, tableRow } from './table.ts';
