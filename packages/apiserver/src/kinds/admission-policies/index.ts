import type { BuiltInKind } from '../built-in-kind.ts';
import { policyColumns } from './columns.ts';

export const admissionPolicies: readonly BuiltInKind[] = [
  {
    name: 'validatingadmissionpolicies.admissionregistration.k8s.io',
    columns: policyColumns('Validations', 'spec.validations'),
    defaults: {
      constants: {
        'admissionregistration.v1.NamedRuleWithOperations': { scope: '*' },
        'admissionregistration.v1.ValidatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
        'admissionregistration.v1.MutatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
        'admissionregistration.v1.MatchResources': {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
        },
      },
    },
  },
  {
    name: 'mutatingadmissionpolicies.admissionregistration.k8s.io',
    columns: policyColumns('Mutations', 'spec.mutations'),
  },
];
