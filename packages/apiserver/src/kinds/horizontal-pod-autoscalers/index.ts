import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';
import { defaults } from './defaults.ts';
import { checkAutoscaler } from './validation.ts';

export const horizontalPodAutoscalers: readonly BuiltInKind[] = [
  {
    name: 'horizontalpodautoscalers.autoscaling',
    checks: { create: checkAutoscaler },
    columns,
    defaults,
  },
];
