import type { BuiltInKind } from '../built-in-kind.ts';
import { defaults } from './defaults.ts';

export const csiDrivers: readonly BuiltInKind[] = [
  {
    name: 'csidrivers.storage.k8s.io',
    defaults,
  },
];
