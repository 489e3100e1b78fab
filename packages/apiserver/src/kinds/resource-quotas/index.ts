import type { BuiltInKind } from '../built-in-kind.ts';
import { checkThenChange } from '../checks.ts';
import { columns } from './columns.ts';
import { checkQuota, checkQuotaChange } from './validation.ts';

export const resourceQuotas: readonly BuiltInKind[] = [
  {
    name: 'resourcequotas',
    checks: { create: checkQuota, change: checkThenChange(checkQuota, checkQuotaChange) },
    columns,
  },
];
