import type { BuiltInKind } from '../built-in-kind.ts';
import { defaults } from './defaults.ts';

export const resourceClaims: readonly BuiltInKind[] = [
  {
    name: 'resourceclaims.resource.k8s.io',
    defaults,
  },
];
