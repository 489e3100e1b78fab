import type { TypeDefaults } from '../../defaults/index.ts';
import type { JsonObject } from '../../objects/index.ts';

const WEBHOOK: JsonObject = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
};

export const defaults: TypeDefaults = {
  constants: {
    'admissionregistration.v1.ValidatingWebhook': WEBHOOK,
    'admissionregistration.v1.MutatingWebhook': { ...WEBHOOK, reinvocationPolicy: 'Never' },
    'admissionregistration.v1.RuleWithOperations': { scope: '*' },
    'admissionregistration.v1.ServiceReference': { port: 443 },
  },
};
