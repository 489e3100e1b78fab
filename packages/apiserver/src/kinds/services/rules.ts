import { fieldAt, isJsonObject, type JsonObject, type KubeObject, without } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';
import { withAddresses, withoutStaleFields } from './addresses.ts';
import { isHeadless } from './validation.ts';

/** A name elsewhere has no traffic here that a policy could be about. */
function withoutInnerPolicy(service: KubeObject): KubeObject {
  const { spec } = service;
  const isNamed = isJsonObject(spec) && fieldAt(spec, ['type']) === 'ExternalName';
  return isNamed ? { ...service, spec: without(spec, 'internalTrafficPolicy') } : service;
}

/** What of a service has no effect, or soon may have none (K-15). */
function serviceWarnings(service: KubeObject): string[] {
  const spec = (service['spec'] ?? {}) as JsonObject;
  const externalIps = spec['externalIPs'];
  const ips = Array.isArray(externalIps) ? externalIps.length : 0;
  const isNamed = spec['type'] === 'ExternalName';
  const warnings: (readonly [isDue: boolean, text: string])[] = [
    [isHeadless(spec) && spec['loadBalancerIP'] !== undefined, 'spec.loadBalancerIP is ignored for headless services'],
    [isHeadless(spec) && ips > 0, 'spec.externalIPs is ignored for headless services'],
    [isHeadless(spec) && spec['sessionAffinity'] !== 'None', 'spec.SessionAffinity is ignored for headless services'],
    [
      ips > 0 && !isHeadless(spec) && !isNamed,
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ],
    [isNamed && ips > 0, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [!isNamed && Boolean(spec['externalName']), 'spec.externalName is ignored when spec.type is not "ExternalName"'],
    [
      spec['trafficDistribution'] === 'PreferClose',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ];
  return warnings.flatMap(([isDue, text]) => (isDue ? [text] : []));
}

export const serviceRules: KindRules = {
  warnings: serviceWarnings,
  canonicalize: withoutInnerPolicy,
  allocate: withAddresses,
  prepareUpdate: withoutStaleFields,
};
