import { isEmpty, type TypeDefaults } from '../../defaults/index.ts';
import type { JsonObject } from '../../objects/index.ts';

function withPolicyTypes(spec: JsonObject): JsonObject {
  if (!isEmpty(spec['policyTypes'])) return spec;
  return { ...spec, policyTypes: isEmpty(spec['egress']) ? ['Ingress'] : ['Ingress', 'Egress'] };
}

export const defaults: TypeDefaults = {
  constants: {
    'networking.v1.NetworkPolicyPort': { protocol: 'TCP' },
  },
  computed: {
    'networking.v1.NetworkPolicySpec': withPolicyTypes,
  },
};
