import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';

export const ipAddresses: readonly BuiltInKind[] = [
  {
    name: 'ipaddresses.networking.k8s.io',
    columns,
  },
];
