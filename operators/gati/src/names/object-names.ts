import { hashOf, nameOf, slugOf } from '@slipway/workloads/names';

/** Room for what a Deployment adds to the names of its pods: 47 + 16 is a DNS label. */
const DEPLOYMENT = { maxLength: 47 } as const;
const LONGEST_LABEL = 63;

/** Stable Service and first HTTPRoute of a handler. */
export function handlerObjectName(handler: string): string {
  return nameOf([handler], { prefix: 'handler' });
}

/** The Service that shows which pods the next selection of the stable one finds (G-77). */
export function rotationServiceName(handler: string): string {
  return nameOf([handler], { prefix: 'rotation' });
}

/** Deployment, Service, ConfigMap, scaler and budget of one version: one name for all. */
export function versionObjectName(handler: string, versionId: string): string {
  return nameOf([handler, versionId], { prefix: 'handler', ...DEPLOYMENT });
}

/** Deployment, Service, ConfigMap, scaler, budget and policy of a module. */
export function moduleObjectName(module: string): string {
  return nameOf([module], { prefix: 'module', ...DEPLOYMENT });
}

/** The GatiVersion that the operator makes. */
export function recordName(handler: string, versionId: string): string {
  return nameOf([handler, versionId]);
}

/** Stands for a version where a label has to: `v1-0-0-1a2b3c4d`. */
export function versionKey(handler: string, versionId: string): string {
  const hash = hashOf([handler, versionId]);
  return `${slugOf(versionId).slice(0, LONGEST_LABEL - hash.length - 1)}-${hash}`;
}
