import { textAt } from '../../objects/index.ts';
import { ageColumn, at, column, nameColumn, type TableColumn } from '../../tables/index.ts';

export const policyBindingColumns: readonly TableColumn[] = [
  nameColumn,
  column('PolicyName', at('spec.policyName')),
  column('ParamRef', (binding) => {
    const name = textAt(binding, 'spec', 'paramRef', 'name');
    const namespace = textAt(binding, 'spec', 'paramRef', 'namespace');
    return name ? (namespace ? `${namespace}/${name}` : name) : '<unset>';
  }),
  ageColumn,
];
