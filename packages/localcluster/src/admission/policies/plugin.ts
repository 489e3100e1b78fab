import type { Authorizer } from '../../authorization/index.ts';
import type { AdmissionPlugin, Kernel } from '../../operations/index.ts';
import { isAboutAdmission } from '../matching.ts';
import type * as Check from './check.ts';

const BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';

/** Evaluates the policies that are bound to a request. Without a binding nothing of CEL is loaded. */
export function validatingPolicies(kernel: Kernel, authorizer: Authorizer): AdmissionPlugin {
  let loaded: typeof Check | undefined;
  return {
    name: 'ValidatingAdmissionPolicy',
    validate(attributes) {
      if (kernel.store.count(BINDINGS) === 0 || isAboutAdmission(attributes)) return undefined;
      if (loaded) return loaded.checkPolicies(kernel, authorizer, attributes);
      return import('./check.ts').then((module) => {
        loaded = module;
        module.checkPolicies(kernel, authorizer, attributes);
      });
    },
  };
}
