/**
 * @module
 * Tables: what `kubectl get` prints is made by the server (K-43, K-110 to K-129).
 *
 * A table is a list of columns, a column a definition and a function of the object. Here is what columns are made of; those
 * of a built-in kind are in its room, custom kinds bring theirs in the CRD.
 */
export { accessModes } from './access-modes.ts';
export { balancerText } from './balancer.ts';
export {
  ageColumn,
  asText,
  at,
  boolean,
  type CellOf,
  column,
  conditionStatus,
  count,
  createdColumn,
  integer,
  keys,
  labelsText,
  listAt,
  make,
  NONE,
  nameColumn,
  numberAt,
  selectorText,
  shortened,
  type TableColumn,
  wide,
} from './column.ts';
export { customColumns } from './custom.ts';
export { age, humanDuration } from './duration.ts';
export { containersOf, labelSelectorColumn, ofDesired, podTemplate, workload } from './pod-template.ts';
export { tableRow } from './table.ts';
export { trueOrFalse } from './true-or-false.ts';
