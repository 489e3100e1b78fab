/**
 * @module
 * What is asked of objects beyond reading and writing them (L-12), and the seam for everything that
 * is answered without being stored: one table from resource, subresource and verb to a handler.
 */
import type { ServiceAccountTokens } from '../identity/index.ts';
import type { Kernel } from '../operations/index.ts';
import { bindPod } from './binding.ts';
import type { Handlers } from './call.ts';
import { evictPod } from './eviction.ts';
import { requestToken } from './token.ts';

export { type Call, type Handler, type Handlers, type Kind, targetAs } from './call.ts';

export interface SubresourceOptions {
  readonly kernel: Kernel;
  readonly serviceAccounts: ServiceAccountTokens;
}

export function subresourceHandlers({ kernel, serviceAccounts }: SubresourceOptions): Handlers {
  return {
    'bindings create': (call) => bindPod(call, kernel),
    'pods/binding create': (call) => bindPod(call, kernel),
    'pods/eviction create': (call) => evictPod(call, kernel),
    'serviceaccounts/token create': (call) => requestToken(call, kernel, serviceAccounts),
  };
}
