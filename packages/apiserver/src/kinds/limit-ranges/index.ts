import { createdColumn, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { defaults } from './defaults.ts';
import { checkLimitRange } from './validation.ts';

export const limitRanges: readonly BuiltInKind[] = [
  {
    name: 'limitranges',
    checks: { create: checkLimitRange },
    columns: [nameColumn, createdColumn],
    defaults,
  },
];
