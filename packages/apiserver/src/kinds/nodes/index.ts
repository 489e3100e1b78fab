import { readerOf } from '../../selectors/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkThenChange } from '../checks.ts';
import { columns } from './columns.ts';
import { defaults } from './defaults.ts';
import { checkNode, checkNodeChange } from './validation.ts';

export const nodes: readonly BuiltInKind[] = [
  {
    name: 'nodes',
    checks: {
      create: checkNode,
      change: checkThenChange(checkNode, checkNodeChange),
      status: checkThenChange(checkNode, checkNodeChange),
    },
    columns,
    defaults,
    selectableFields: { 'spec.unschedulable': readerOf('spec.unschedulable', 'false') },
  },
];

export { taintNodesByCondition } from './taint-by-condition.ts';
