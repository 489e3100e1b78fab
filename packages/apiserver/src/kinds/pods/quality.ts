import { compareQuantities } from '@slipway/apimachinery/quantity';
import { isJsonObject, type Json, type JsonObject } from '../../objects/index.ts';

const COUNTED = ['cpu', 'memory'];

const part = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return isJsonObject(found) ? found : {};
};

/** How much a pod's containers are promised: all they may use, some of it, or nothing. */
export function qualityOf(spec: JsonObject): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const own = spec['resources'];
  const holders: JsonObject[] = isJsonObject(own)
    ? [own]
    : ['initContainers', 'containers'].flatMap((list) => {
        const containers = spec[list];
        return Array.isArray(containers) ? containers.map((one: Json) => part(one as JsonObject, 'resources')) : [];
      });
  const amounts = (resources: JsonObject, kind: string): JsonObject =>
    Object.fromEntries(
      Object.entries(part(resources, kind)).filter(([name, amount]) => COUNTED.includes(name) && amount !== '0'),
    );
  const isEmpty = holders.every((one) =>
    ['requests', 'limits'].every((kind) => Object.keys(amounts(one, kind)).length === 0),
  );
  if (isEmpty) return 'BestEffort';
  const isGuaranteed = holders.every((one) => {
    const limits = amounts(one, 'limits');
    const requests = amounts(one, 'requests');
    return COUNTED.every((name) => {
      const limit = limits[name];
      const request = requests[name];
      return typeof limit === 'string' && typeof request === 'string' && compareQuantities(limit, request) === 0;
    });
  });
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}
