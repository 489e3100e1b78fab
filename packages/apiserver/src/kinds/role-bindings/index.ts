import type { BuiltInKind, Check } from '../built-in-kind.ts';
import { checkThenChange } from '../checks.ts';
import { bindingColumns } from './columns.ts';
import { defaults } from './defaults.ts';
import { checkBinding, checkSameRole } from './validation.ts';

const binding: Check = (report, object) => checkBinding(report, object, true);

const clusterBinding: Check = (report, object) => checkBinding(report, object, false);

export const roleBindings: readonly BuiltInKind[] = [
  {
    name: 'rolebindings.rbac.authorization.k8s.io',
    checks: { create: binding, change: checkThenChange(binding, checkSameRole) },
    columns: bindingColumns,
    defaults,
  },
  {
    name: 'clusterrolebindings.rbac.authorization.k8s.io',
    checks: {
      create: clusterBinding,
      change: checkThenChange(clusterBinding, checkSameRole),
    },
    columns: bindingColumns,
  },
];
