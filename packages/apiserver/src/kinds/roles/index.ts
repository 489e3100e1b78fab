import { createdColumn, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind, Check } from '../built-in-kind.ts';
import { emptyAsNull } from '../empty-list.ts';
import { checkRole } from './validation.ts';

export { GROUP } from './validation.ts';

const role: Check = (report, object) => checkRole(report, object, true);

const clusterRole: Check = (report, object) => checkRole(report, object, false);

export const roles: readonly BuiltInKind[] = [
  {
    name: 'roles.rbac.authorization.k8s.io',
    checks: { create: role },
    rules: { canonicalize: emptyAsNull('rules') },
    columns: [nameColumn, createdColumn],
  },
  {
    name: 'clusterroles.rbac.authorization.k8s.io',
    checks: { create: clusterRole },
    rules: { canonicalize: emptyAsNull('rules') },
    columns: [nameColumn, createdColumn],
  },
];
