import type { Authorizer } from '../authorization/index.ts';
import type { AdmissionPlugin, Kernel } from '../operations/index.ts';
import { isAboutAdmission } from './matching.ts';
import type * as Policies from './policies/index.ts';

const BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';

/** Evaluates the policies that are bound to a request. Without a binding nothing of CEL is loaded. */
export function validatingPolicies(kernel: Kernel, authorizer: Authorizer): AdmissionPlugin {
  let loaded: typeof Policies | undefined;
  return {
    name: 'ValidatingAdmissionPolicy',
    validate(attributes) {
      if (kernel.store.count(BINDINGS) === 0 || isAboutAdmission(attributes)) return undefined;
      if (loaded) return loaded.checkPolicies(kernel, authorizer, attributes);
      return import('./policies/index.ts').then((module) => {
        loaded = module;
        module.checkPolicies(kernel, authorizer, attributes);
      });
    },
  };
}
