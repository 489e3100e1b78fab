import { ageColumn, at, column, nameColumn } from '../../tables/index.ts';
import { immutableFields } from '../../validation/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkRuntimeClass } from './validation.ts';

export const runtimeClasses: readonly BuiltInKind[] = [
  {
    name: 'runtimeclasses.node.k8s.io',
    checks: {
      create: checkRuntimeClass,
      change: (report, object, old) => immutableFields(report, object, old, 'handler'),
    },
    columns: [nameColumn, column('Handler', at('handler')), ageColumn],
  },
];
