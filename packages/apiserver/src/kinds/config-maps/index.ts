import { ageColumn, column, keys, nameColumn } from '../../tables/index.ts';
import { checkSealed } from '../../validation/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { changeThenCheck } from '../checks.ts';
import { checkConfigMap } from './validation.ts';

export const configMaps: readonly BuiltInKind[] = [
  {
    name: 'configmaps',
    checks: {
      create: checkConfigMap,
      change: changeThenCheck(
        (report, object, old) => checkSealed(report, object, old, 'data', 'binaryData'),
        checkConfigMap,
      ),
    },
    columns: [nameColumn, column('Data', keys('data', 'binaryData')), ageColumn],
  },
];
