import type { KubeObject } from '../../objects/index.ts';
import type { FieldError } from '../../status/index.ts';
import { mutatingBindingErrors, mutatingPolicyErrors } from './mutating-policy-errors.ts';
import { bindingErrors, policyErrors } from './policy-errors.ts';
import { webhookErrors } from './webhook-errors.ts';

/** What is wrong with an object that configures admission. */
export function configurationErrors(plural: string, object: KubeObject): FieldError[] {
  switch (plural) {
    case 'validatingwebhookconfigurations':
    case 'mutatingwebhookconfigurations':
      return webhookErrors(object);
    case 'validatingadmissionpolicies':
      return policyErrors(object);
    case 'validatingadmissionpolicybindings':
      return bindingErrors(object);
    case 'mutatingadmissionpolicies':
      return mutatingPolicyErrors(object);
    case 'mutatingadmissionpolicybindings':
      return mutatingBindingErrors(object);
    default:
      return [];
  }
}
