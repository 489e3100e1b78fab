import { readerOf } from '../../selectors/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';
import { defaults } from './defaults.ts';
import { jobRules } from './rules.ts';
import { checkJob, checkJobChange } from './validation.ts';

export { checkJobSpec } from './validation.ts';

export const jobs: readonly BuiltInKind[] = [
  {
    name: 'jobs.batch',
    checks: { create: checkJob, change: checkJobChange },
    rules: jobRules,
    columns,
    defaults,
    selectableFields: { 'status.successful': readerOf('status.succeeded', '0') },
  },
];
