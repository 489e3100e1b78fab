import { readersOf } from '../../selectors/index.ts';
import { ageColumn, at, column, keys, nameColumn } from '../../tables/index.ts';
import { checkSealed, immutableFields } from '../../validation/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { changeThenCheck } from '../checks.ts';
import { secretRules } from './rules.ts';
import { checkSecret } from './validation.ts';

export const secrets: readonly BuiltInKind[] = [
  {
    name: 'secrets',
    checks: {
      create: checkSecret,
      change: changeThenCheck((report, object, old) => {
        immutableFields(report, object, old, 'type');
        checkSealed(report, object, old, 'data');
      }, checkSecret),
    },
    rules: secretRules,
    columns: [nameColumn, column('Type', at('type')), column('Data', keys('data')), ageColumn],
    selectableFields: readersOf('type'),
  },
];
