import { textAt } from '../../objects/index.ts';
import { ageColumn, column, integer, listAt, nameColumn, type TableColumn } from '../../tables/index.ts';

/** K-118 to K-121, K-124 to K-129. */
export function policyColumns(counted: string, path: string): readonly TableColumn[] {
  return [
    nameColumn,
    integer(counted, (policy) => listAt(policy, path).length),
    column('ParamKind', (policy) => {
      const kind = textAt(policy, 'spec', 'paramKind', 'kind');
      return kind ? `${textAt(policy, 'spec', 'paramKind', 'apiVersion')}/${kind}` : '<unset>';
    }),
    ageColumn,
  ];
}
