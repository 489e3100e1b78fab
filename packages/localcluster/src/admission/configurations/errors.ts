import type { KubeObject } from '../../objects/index.ts';
import type { FieldError } from '../../status/index.ts';
import { bindingErrors, policyErrors } from './policy-errors.ts';
import { webhookErrors } from './webhook-errors.ts';

/** What is wrong with an object that configures admission. Policies that change objects are not evaluated here. */
export function configurationErrors(plural: string, object: KubeObject): FieldError[] {
  switch (plural) {
    case 'validatingwebhookconfigurations':
    case 'mutatingwebhookconfigurations':
      return webhookErrors(object);
    case 'validatingadmissionpolicies':
      return policyErrors(object);
    case 'validatingadmissionpolicybindings':
      return bindingErrors(object);
    default:
      return [];
  }
}
