import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';
import { checkApiService } from './validation.ts';

export const apiServices: readonly BuiltInKind[] = [
  {
    name: 'apiservices.apiregistration.k8s.io',
    checks: { create: checkApiService },
    columns,
    defaults: {
      constants: {
        'apiregistration.v1.ServiceReference': { port: 443 },
      },
    },
  },
];
