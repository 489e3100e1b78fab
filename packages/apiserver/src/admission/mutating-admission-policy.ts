import type { Authorizer } from '../authorization/index.ts';
import type { AdmissionPlugin, Kernel } from '../operations/index.ts';
import { isAboutAdmission } from './matching.ts';
import type * as Policies from './policies/index.ts';
import { ReinvocationMemory } from './reinvocations.ts';

const BINDINGS = 'mutatingadmissionpolicybindings.admissionregistration.k8s.io';

/** Changes objects by the policies that are bound to a request. Without a binding nothing of CEL is loaded. */
export function mutatingPolicies(kernel: Kernel, authorizer: Authorizer): AdmissionPlugin {
  let loaded: typeof Policies | undefined;
  const memories = new ReinvocationMemory();
  return {
    name: 'MutatingAdmissionPolicy',
    mutate(attributes) {
      if (kernel.store.count(BINDINGS) === 0 || isAboutAdmission(attributes)) return attributes.object;
      const memory = () => memories.of(attributes.rounds);
      if (loaded) return loaded.mutateByPolicies(kernel, authorizer, attributes, memory);
      return import('./policies/index.ts').then((module) => {
        loaded = module;
        return module.mutateByPolicies(kernel, authorizer, attributes, memory);
      });
    },
  };
}
