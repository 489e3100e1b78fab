import { textAt } from '../../objects/index.ts';
import { ageColumn, type CellOf, column, listAt, nameColumn, type TableColumn, wide } from '../../tables/index.ts';

const subjects =
  (kind: string): CellOf =>
  (binding) =>
    listAt(binding, 'subjects')
      .filter((subject) => textAt(subject, 'kind') === kind)
      .map((subject) => (kind === 'ServiceAccount' ? `${textAt(subject, 'namespace')}/` : '') + textAt(subject, 'name'))
      .join(', ');

export const bindingColumns: readonly TableColumn[] = [
  nameColumn,
  column('Role', (binding) => `${textAt(binding, 'roleRef', 'kind')}/${textAt(binding, 'roleRef', 'name')}`),
  ageColumn,
  wide('Users', subjects('User')),
  wide('Groups', subjects('Group')),
  wide('ServiceAccounts', subjects('ServiceAccount')),
];
