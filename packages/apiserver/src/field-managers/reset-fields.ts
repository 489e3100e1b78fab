import { type Fields, fieldsAt, LEAF } from '../apply/index.ts';
import { hasStatus, qualifiedName, type Resource, type ServedVersion } from '../resources/index.ts';

const STATUS = fieldsAt(['status']);
const SPEC = fieldsAt(['spec']);
const ALL_BUT_STATUS = fieldsAt(['metadata'], ['spec']);

/** Kinds whose main resource drops more than the status. */
const MAIN: Readonly<Record<string, Fields>> = {
  'certificatesigningrequests.certificates.k8s.io': fieldsAt(['spec'], ['status']),
};

/** Kinds whose status subresource drops more, or other things, than the spec. */
const THROUGH_STATUS: Readonly<Record<string, Fields>> = {
  'certificatesigningrequests.certificates.k8s.io': fieldsAt(['spec'], ['status', 'conditions']),
  'deployments.apps': fieldsAt(['spec'], ['metadata', 'labels']),
  pods: fieldsAt(['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']),
  'validatingadmissionpolicies.admissionregistration.k8s.io': ALL_BUT_STATUS,
  'servicecidrs.networking.k8s.io': ALL_BUT_STATUS,
  'resourceclaims.resource.k8s.io': ALL_BUT_STATUS,
  'volumeattachments.storage.k8s.io': ALL_BUT_STATUS,
};

/**
 * The fields that a write through this path cannot change, because the server puts the old ones
 * back. Nobody comes to own them by sending them.
 */
export function resetFields(resource: Resource, served: ServedVersion, subresource: string | undefined): Fields {
  const name = qualifiedName(resource);
  if (subresource === 'status') return resource.custom ? ALL_BUT_STATUS : (THROUGH_STATUS[name] ?? SPEC);
  if (subresource === 'finalize') return STATUS;
  return MAIN[name] ?? (hasStatus(served) ? STATUS : LEAF);
}
