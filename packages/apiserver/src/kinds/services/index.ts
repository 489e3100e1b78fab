import { readerOf, readersOf } from '../../selectors/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { changeThenCheck } from '../checks.ts';
import { columns } from './columns.ts';
import { serviceRules } from './rules.ts';
import { withServiceDefaults } from './service-defaults.ts';
import { checkService, checkServiceChange, checkServiceStatus } from './validation.ts';

export const services: readonly BuiltInKind[] = [
  {
    name: 'services',
    checks: {
      create: checkService,
      change: changeThenCheck(checkServiceChange, checkService),
      status: checkServiceStatus,
    },
    rules: serviceRules,
    columns,
    defaults: {
      computed: {
        'core.v1.Service': withServiceDefaults,
      },
    },
    selectableFields: { ...readersOf('spec.clusterIP'), 'spec.type': readerOf('spec.type') },
  },
];

export { SERVICE_RANGE } from './addresses.ts';
