import type { BuiltInKind } from '../built-in-kind.ts';
import { webhookColumns } from './columns.ts';
import { defaults } from './defaults.ts';

export const webhookConfigurations: readonly BuiltInKind[] = [
  {
    name: 'validatingwebhookconfigurations.admissionregistration.k8s.io',
    columns: webhookColumns,
    defaults,
  },
  {
    name: 'mutatingwebhookconfigurations.admissionregistration.k8s.io',
    columns: webhookColumns,
  },
];
