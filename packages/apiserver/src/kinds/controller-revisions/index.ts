import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';
import { checkControllerRevision, checkControllerRevisionChange } from './validation.ts';

export const controllerRevisions: readonly BuiltInKind[] = [
  {
    name: 'controllerrevisions.apps',
    checks: { create: checkControllerRevision, change: checkControllerRevisionChange },
    columns,
  },
];
