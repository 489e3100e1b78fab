import { compareQuantities, nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import { objectsAt, specOf } from '../admitted/index.ts';
import { type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { podResources, resourcesOf } from './pod-resources.ts';
import { type ResourceList, resourceList } from './resource-list.ts';

interface Amounts {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** What a pod or claim has against the rules of a LimitRange, in a real server's words. */
export function limitErrors(range: KubeObject, object: KubeObject, kind: string): string[] {
  return objectsAt(range, 'spec', 'limits').flatMap((limit) => {
    if (kind === 'PersistentVolumeClaim') {
      return limit['type'] === kind ? claimErrors(limit, resourcesOf(specOf(object), 'requests')) : [];
    }
    if (limit['type'] === 'Container') {
      const containers = [...objectsAt(object, 'spec', 'containers'), ...objectsAt(object, 'spec', 'initContainers')];
      return containers.flatMap((container) => usageErrors(limit, amountsOf(container)));
    }
    if (limit['type'] !== 'Pod') return [];
    const whole = { requests: podResources(object, 'requests'), limits: podResources(object, 'limits') };
    return usageErrors(limit, whole);
  });
}

function amountsOf(container: JsonObject): Amounts {
  return { requests: resourcesOf(container, 'requests'), limits: resourcesOf(container, 'limits') };
}

type Check = (name: string, enforced: string, type: string, amounts: Amounts) => string | undefined;

function errorsOf(limit: JsonObject, field: string, amounts: Amounts, check: Check): string[] {
  return Object.entries(resourceList(limit[field])).flatMap(
    ([name, enforced]) => check(name, enforced, textAt(limit, 'type'), amounts) ?? [],
  );
}

function usageErrors(limit: JsonObject, amounts: Amounts): string[] {
  return [
    ...errorsOf(limit, 'min', amounts, belowMinimum),
    ...errorsOf(limit, 'max', amounts, aboveMaximum),
    ...errorsOf(limit, 'maxLimitRequestRatio', amounts, aboveRatio),
  ];
}

/** A claim has no limits: only what it asks for counts. */
function claimErrors(limit: JsonObject, requests: ResourceList): string[] {
  const amounts = { requests, limits: {} };
  return [
    ...errorsOf(limit, 'min', amounts, belowMinimum),
    ...errorsOf(limit, 'max', amounts, (name, enforced, type) => {
      const bound = `maximum ${name} usage per ${type} is ${enforced}`;
      const request = requests[name];
      if (request === undefined) return `${bound}.  No request is specified`;
      return compareQuantities(request, enforced) > 0 ? `${bound}, but request is ${request}` : undefined;
    }),
  ];
}

const belowMinimum: Check = (name, enforced, type, { requests, limits }) => {
  const bound = `minimum ${name} usage per ${type} is ${enforced}`;
  const request = requests[name];
  const limit = limits[name];
  if (request === undefined) return `${bound}.  No request is specified`;
  if (compareQuantities(request, enforced) < 0) return `${bound}, but request is ${request}`;
  return limit !== undefined && compareQuantities(limit, enforced) < 0 ? `${bound}, but limit is ${limit}` : undefined;
};

const aboveMaximum: Check = (name, enforced, type, { requests, limits }) => {
  const bound = `maximum ${name} usage per ${type} is ${enforced}`;
  const request = requests[name];
  const limit = limits[name];
  if (limit === undefined) return `${bound}.  No limit is specified`;
  if (compareQuantities(limit, enforced) > 0) return `${bound}, but limit is ${limit}`;
  return request !== undefined && compareQuantities(request, enforced) > 0
    ? `${bound}, but request is ${request}`
    : undefined;
};

const aboveRatio: Check = (name, enforced, type, { requests, limits }) => {
  const bound = `${name} max limit to request ratio per ${type} is ${enforced}`;
  const request = nanosOf(parseQuantity(requests[name] ?? '0'));
  const limit = nanosOf(parseQuantity(limits[name] ?? '0'));
  if (request === 0n) return `${bound}, but no request is specified or request is 0`;
  if (limit === 0n) return `${bound}, but no limit is specified or limit is 0`;
  const ratio = Number(limit) / Number(request);
  const allowed = Number(nanosOf(parseQuantity(enforced))) / 1e9;
  return ratio > allowed ? `${bound}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
};
