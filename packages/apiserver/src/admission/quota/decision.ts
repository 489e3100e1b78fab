import { objectsAt, refusal } from '../../admitted/index.ts';
import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import type { ObjectAttributes } from '../../operations/index.ts';
import { qualifiedName } from '../../resources/index.ts';
import { hasPodLevelResources, resourcesOf } from '../pod-resources.ts';
import {
  added,
  exceeded,
  growth,
  negativeNames,
  only,
  type ResourceList,
  resourceList,
  shown,
  withoutZeros,
} from '../resource-list.ts';
import { isInScope } from './scopes.ts';
import { computeUsage, type Evaluator } from './usage.ts';

/** What a quota uses more once a write is done. */
export interface Charge {
  readonly quota: KubeObject;
  readonly used: ResourceList;
}

/** What a write costs which quotas; throws when one of them has not enough left. */
export function chargesFor(
  attributes: ObjectAttributes,
  quotas: readonly KubeObject[],
  evaluator: Evaluator,
  now: number,
): Charge[] {
  const { object, old, target } = attributes;
  const resource = qualifiedName(target.resource);
  const concerned = quotas.filter((quota) => {
    const names = Object.keys(hardOf(quota)).filter(evaluator.counts);
    if (names.length === 0 || !isInScope(quota, object, resource)) return false;
    checkSpecified(attributes, quota, names, resource);
    return true;
  });
  if (concerned.length === 0) return [];
  const usage = evaluator.usage(object, now);
  const negative = negativeNames(usage);
  if (negative.length > 0) {
    throw refusal(attributes, `quota usage is negative for resource(s): ${negative.sort().join(',')}`);
  }
  return concerned.flatMap((quota) => {
    const isCharged = old !== undefined && isInScope(quota, old, resource);
    const wanted = withoutZeros(isCharged ? growth(usage, evaluator.usage(old, now)) : usage);
    return Object.keys(wanted).length > 0 ? [chargeOn(attributes, quota, wanted)] : [];
  });
}

function chargeOn(attributes: ObjectAttributes, quota: KubeObject, wanted: ResourceList): Charge {
  const hard = hardOf(quota);
  const used = usedOf(quota);
  const requested = only(wanted, Object.keys(hard));
  const total = added(used, requested);
  const beyond = exceeded(only(total, Object.keys(requested)), hard);
  if (beyond.length > 0) {
    const show = (list: ResourceList): string => shown(only(list, beyond));
    const why = `exceeded quota: ${quota.metadata.name}, requested: ${show(requested)}, used: ${show(used)}, limited: ${show(hard)}`;
    throw refusal(attributes, why);
  }
  return { quota, used: total };
}

export function hardOf(quota: KubeObject): ResourceList {
  return resourceList(fieldAt(quota, ['status', 'hard']));
}

export function usedOf(quota: KubeObject): ResourceList {
  return resourceList(fieldAt(quota, ['status', 'used']));
}

/** Who is limited in these has to say how much it needs. A design of old times, for these and no others. */
const TO_BE_SPECIFIED = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']);

function checkSpecified(
  attributes: ObjectAttributes,
  quota: KubeObject,
  names: readonly string[],
  resource: string,
): void {
  const { name } = quota.metadata;
  const missing = resource === 'pods' ? unspecified(attributes.object, names) : '';
  if (missing !== '') throw refusal(attributes, `failed quota: ${name}: must specify ${missing}`);
  const used = usedOf(quota);
  if (names.every((one) => used[one] !== undefined)) return;
  throw refusal(attributes, `status unknown for quota: ${name}, resources: ${[...names].sort().join(',')}`);
}

function unspecified(pod: KubeObject, names: readonly string[]): string {
  if (hasPodLevelResources(pod)) return '';
  const containers = [...objectsAt(pod, 'spec', 'containers'), ...objectsAt(pod, 'spec', 'initContainers')].map(
    (container) => ({
      name: textAt(container, 'name'),
      usage: computeUsage(resourcesOf(container, 'requests'), resourcesOf(container, 'limits')),
    }),
  );
  return names
    .filter((name) => TO_BE_SPECIFIED.has(name))
    .sort()
    .flatMap((name) => {
      const silent = containers.filter(({ usage }) => usage[name] === undefined).map((container) => container.name);
      return silent.length > 0 ? [`${name} for: ${[...new Set(silent)].sort().join(',')}`] : [];
    })
    .join('; ');
}
