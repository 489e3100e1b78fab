import { fieldAt, isJsonObject, textAt } from '../../objects/index.ts';
import { ageColumn, type CellOf, column, nameColumn, type TableColumn } from '../../tables/index.ts';

/** `cpu: 1/2, …` of a quota: what is used of what is allowed. */
const quota =
  (limits: boolean): CellOf =>
  (object) => {
    const hard = fieldAt(object, ['status', 'hard']);
    if (!isJsonObject(hard)) return '';
    return Object.keys(hard)
      .filter((name) => name.startsWith('limits.') === limits)
      .sort()
      .map((name) => `${name}: ${textAt(object, 'status', 'used', name) || '0'}/${textAt(hard, name)}`)
      .join(', ');
  };

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Request', quota(false)),
  column('Limit', quota(true)),
  ageColumn,
];
