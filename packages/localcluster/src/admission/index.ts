/**
 * @module
 * Admission: who has a word in the writes of clients, beside the rules of their kinds (L-10).
 *
 * Each plugin is a small file that decides on one write; `createAdmission` puts them in a real
 * server's order. What the server writes by itself does not come by here.
 */
import { Admission, type AdmissionPlugin, type Kernel } from '../operations/index.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { limitRanger } from './limit-ranger.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.ts';
import { podSecurity } from './pod-security/index.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './quota/index.ts';
import { runtimeClass } from './runtime-class.ts';
import { serviceAccount } from './service-account.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './taint-nodes-by-condition.ts';

export { startQuotaAccounting } from './quota/index.ts';

export interface AdmissionOptions {
  /** Whether pods need and get a service account (K-144). */
  readonly serviceAccounts: boolean;
  /** Those who look at what all others have made of an object. */
  readonly last: readonly AdmissionPlugin[];
}

export function createAdmission(kernel: Kernel, { serviceAccounts, last }: AdmissionOptions): Admission {
  return new Admission([
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
    resourceQuota(kernel),
    ...last,
  ]);
}
