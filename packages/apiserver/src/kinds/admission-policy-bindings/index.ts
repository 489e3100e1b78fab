import type { BuiltInKind } from '../built-in-kind.ts';
import { policyBindingColumns } from './columns.ts';

export const admissionPolicyBindings: readonly BuiltInKind[] = [
  {
    name: 'validatingadmissionpolicybindings.admissionregistration.k8s.io',
    columns: policyBindingColumns,
  },
  {
    name: 'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
    columns: policyBindingColumns,
  },
];
