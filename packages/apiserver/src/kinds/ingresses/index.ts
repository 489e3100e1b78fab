import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';
import { checkIngress } from './validation.ts';

export { checkLocalReference } from './validation.ts';

export const ingresses: readonly BuiltInKind[] = [
  {
    name: 'ingresses.networking.k8s.io',
    checks: { create: (report, object, old) => checkIngress(report, object, old === undefined) },
    columns,
  },
];
