import { fieldAt, isJsonObject, type KubeObject, without } from '../objects/index.ts';
import type { KindRules } from './kind-rules.ts';
import { withAddresses, withoutStaleFields } from './service-addresses.ts';

/** A name elsewhere has no traffic here that a policy could be about. */
function withoutInnerPolicy(service: KubeObject): KubeObject {
  const { spec } = service;
  const isNamed = isJsonObject(spec) && fieldAt(spec, ['type']) === 'ExternalName';
  return isNamed ? { ...service, spec: without(spec, 'internalTrafficPolicy') } : service;
}

export const serviceRules: KindRules = {
  canonicalize: withoutInnerPolicy,
  allocate: withAddresses,
  prepareUpdate: withoutStaleFields,
};
