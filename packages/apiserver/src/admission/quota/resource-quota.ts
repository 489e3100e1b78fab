import { fieldAt, isJsonObject, type KubeObject } from '../../objects/index.ts';
import { type AdmissionPlugin, type Kernel, type ObjectAttributes, updateObject } from '../../operations/index.ts';
import type { Resource, ServedVersion } from '../../resources/index.ts';
import { keyOf } from '../../store/index.ts';
import { growth, type ResourceList, subtracted } from '../resource-list.ts';
import { chargesFor, usedOf } from './decision.ts';
import { evaluatorOf } from './usage.ts';

export const QUOTAS = 'resourcequotas';

/** Quotas of a namespace: what all of its objects together may use. */
export function resourceQuota(kernel: Kernel): AdmissionPlugin {
  const { store, clock } = kernel;
  return {
    name: 'ResourceQuota',
    reserve(attributes) {
      const { target, object, operation } = attributes;
      if (target.namespace === undefined || !object || operation === 'DELETE') return undefined;
      const quotas = store.list(QUOTAS, target.namespace).map((entry) => entry.object);
      const evaluator = quotas.length > 0 ? evaluatorOf(target.resource) : undefined;
      if (!evaluator?.handles(attributes)) return undefined;
      const charges = chargesFor(attributes as ObjectAttributes, quotas, evaluator, clock.wall());
      if (attributes.options.dryRun) return undefined;
      for (const { quota, used } of charges) writeUsed(kernel, quota, () => used);
      return () => {
        for (const { quota, used } of charges) {
          const charged = growth(used, usedOf(quota));
          writeUsed(kernel, quota, (now) => subtracted(now, charged));
        }
      };
    },
  };
}

/** Writes what a quota uses, if it is still there. */
export function writeUsed(
  kernel: Kernel,
  { metadata }: KubeObject,
  change: (used: ResourceList) => ResourceList,
  hard?: ResourceList,
): void {
  const { namespace, name = '' } = metadata;
  if (!kernel.store.get(QUOTAS, keyOf(namespace, name))) return;
  const resource = kernel.registry.named(QUOTAS) as Resource;
  const served = resource.versions[0] as ServedVersion;
  updateObject(kernel, { resource, served, namespace, name, subresource: 'status' }, (quota) => {
    const status = fieldAt(quota, ['status']);
    return {
      ...quota,
      status: { ...(isJsonObject(status) ? status : {}), ...(hard && { hard }), used: change(usedOf(quota)) },
    };
  });
}
