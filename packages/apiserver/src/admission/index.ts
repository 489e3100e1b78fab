/**
 * @module
 * Admission: who has a word in the writes of clients, beside the rules of their kinds (L-10).
 *
 * Each plugin is a small file that decides on one write; `createAdmission` puts them in a real
 * server's order. What the server writes by itself does not come by here.
 */
import type { Authorizer } from '../authorization/index.ts';
import {
  certificateRequester,
  defaultTolerationSeconds,
  persistentVolumeClaimResize,
  priority,
  runtimeClass,
  serviceAccount,
  taintNodesByCondition,
} from '../kinds/index.ts';
import { Admission, type AdmissionPlugin, type Kernel } from '../operations/index.ts';
import { configurations } from './configurations/index.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { limitRanger } from './limit-ranger.ts';
import { mutatingPolicies } from './mutating-admission-policy.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { podSecurity } from './pod-security/index.ts';
import { resourceQuota } from './quota/index.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';
import { validatingPolicies } from './validating-admission-policy.ts';
import { type HookClient, mutatingWebhooks, validatingWebhooks } from './webhooks/index.ts';

export { startQuotaAccounting } from './quota/index.ts';
export { endpointOf, HookClient, type ServiceAddress, type ServiceResolver } from './webhooks/index.ts';

export interface AdmissionOptions {
  /** Whether pods need and get a service account (K-144). */
  readonly serviceAccounts: boolean;
  /** By whom webhooks are asked. Its owner closes it. */
  readonly hooks: HookClient;
  /** Whom expressions ask who may do what. */
  readonly authorizer: Authorizer;
  /** Who looks after all others have agreed: what guards the storage itself. */
  readonly last?: readonly AdmissionPlugin[];
}

/** Every plugin that decides, in the order of a real server. */
export function createAdmission(kernel: Kernel, options: AdmissionOptions): Admission {
  const { serviceAccounts, hooks, authorizer, last = [] } = options;
  return new Admission([
    certificateRequester,
    namespaceLifecycle(kernel),
    limitRanger(kernel),
    ...(serviceAccounts ? [serviceAccount(kernel)] : []),
    taintNodesByCondition,
    podSecurity(kernel),
    priority(kernel),
    defaultTolerationSeconds,
    defaultStorageClass(kernel),
    storageObjectInUseProtection,
    persistentVolumeClaimResize(kernel),
    runtimeClass(kernel),
    defaultIngressClass(kernel),
    configurations,
    mutatingPolicies(kernel, authorizer),
    mutatingWebhooks(kernel, hooks, authorizer),
    validatingPolicies(kernel, authorizer),
    validatingWebhooks(kernel, hooks, authorizer),
    resourceQuota(kernel),
    ...last,
  ]);
}
