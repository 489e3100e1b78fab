import { wholeUnits } from '@slipway/apimachinery/quantity';
import { objectsAt } from '../../admitted/index.ts';
import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import type { Attributes } from '../../operations/index.ts';
import { qualifiedName, type Resource } from '../../resources/index.ts';
import { podResources } from '../pod-resources.ts';
import { added, type ResourceList } from '../resource-list.ts';

/** How the objects of one resource count against quotas. */
export interface Evaluator {
  /** Whether a write can change what is used. */
  readonly handles: (attributes: Attributes) => boolean;
  /** Whether a name in a quota is about these objects. */
  readonly counts: (name: string) => boolean;
  readonly usage: (object: KubeObject, now: number) => ResourceList;
}

const LEGACY_COUNTS = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']);
const NOT_COUNTED = new Set(['events', 'events.events.k8s.io']);

/** Undefined for what quotas are never about. */
export function evaluatorOf(resource: Resource): Evaluator | undefined {
  if (!resource.namespaced) return undefined;
  const name = qualifiedName(resource);
  if (name === 'pods') return podEvaluator;
  if (name === 'services') return serviceEvaluator;
  if (name === 'persistentvolumeclaims') return claimEvaluator;
  return NOT_COUNTED.has(name) ? undefined : objectCounter(name);
}

function objectCounter(resource: string): Evaluator {
  const names = [`count/${resource}`, ...(LEGACY_COUNTS.has(resource) ? [resource] : [])];
  const usage = Object.fromEntries(names.map((name) => [name, '1']));
  return {
    handles: ({ operation, target }) => operation === 'CREATE' && target.subresource === undefined,
    counts: (name) => names.includes(name),
    usage: () => usage,
  };
}

const POD_NAMES = new Set(
  ['count/pods', 'pods'].concat(
    ['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ),
);

function isExtended(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/');
}

export function isTerminating(pod: KubeObject | undefined): boolean {
  const seconds = fieldAt(pod, ['spec', 'activeDeadlineSeconds']);
  return typeof seconds === 'number' && seconds >= 0;
}

const podEvaluator: Evaluator = {
  handles({ operation, target, object, old }) {
    if (target.subresource === 'resize') return operation === 'UPDATE';
    if (target.subresource !== undefined) return false;
    // A pod that gets a deadline changes from one scope to another.
    return operation === 'CREATE' || (operation === 'UPDATE' && isTerminating(object) !== isTerminating(old));
  },
  counts: (name) =>
    POD_NAMES.has(name) ||
    name.startsWith('hugepages-') ||
    name.startsWith('requests.hugepages-') ||
    (name.startsWith('requests.') && isExtended(name)),
  usage(pod, now) {
    const counted = { 'count/pods': '1' };
    if (!isAlive(pod, now)) return counted;
    const requests = added(podResources(pod, 'requests'), overheadOf(pod));
    const limits = podResources(pod, 'limits');
    // The overhead is part of a limit, but makes none.
    const bounded = Object.fromEntries(
      Object.entries(overheadOf(pod)).filter(([name]) => limits[name] !== undefined),
    ) as ResourceList;
    return { ...counted, ...computeUsage(requests, added(limits, bounded)) };
  },
};

function overheadOf(pod: KubeObject): ResourceList {
  return (fieldAt(pod, ['spec', 'overhead']) ?? {}) as ResourceList;
}

/** Whose end has come uses nothing, even if nobody has noticed it. */
function isAlive(pod: KubeObject, now: number): boolean {
  const phase = textAt(pod, 'status', 'phase');
  if (phase === 'Failed' || phase === 'Succeeded') return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true;
  return now <= Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

export function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage: Record<string, string> = { pods: '1' };
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const request = requests[name];
    const limit = limits[name];
    if (request !== undefined) usage[name] = usage[`requests.${name}`] = request;
    if (limit !== undefined) usage[`limits.${name}`] = limit;
  }
  for (const [name, request] of Object.entries(requests)) {
    if (name.startsWith('hugepages-')) usage[name] = usage[`requests.${name}`] = request;
    else if (isExtended(name)) usage[`requests.${name}`] = request;
  }
  return usage;
}

const SERVICE_NAMES = new Set(['count/services', 'services', 'services.nodeports', 'services.loadbalancers']);

const serviceEvaluator: Evaluator = {
  handles: ({ operation, target }) =>
    target.subresource === undefined && (operation === 'CREATE' || operation === 'UPDATE'),
  counts: (name) => SERVICE_NAMES.has(name),
  usage(service) {
    const ports = objectsAt(service, 'spec', 'ports');
    const type = textAt(service, 'spec', 'type');
    const isBalanced = type === 'LoadBalancer';
    const onlyGiven = isBalanced && fieldAt(service, ['spec', 'allocateLoadBalancerNodePorts']) === false;
    const counted = onlyGiven ? ports.filter((port) => port['nodePort']).length : ports.length;
    return {
      'count/services': '1',
      services: '1',
      'services.loadbalancers': isBalanced ? '1' : '0',
      'services.nodeports': type === 'NodePort' || isBalanced ? String(counted) : '0',
    };
  },
};

const CLAIM_NAMES = ['persistentvolumeclaims', 'requests.storage'];
const OF_CLASS = '.storageclass.storage.k8s.io/';

const claimEvaluator: Evaluator = {
  handles: ({ operation, target }) =>
    target.subresource === undefined && (operation === 'CREATE' || operation === 'UPDATE'),
  counts: (name) =>
    name === 'count/persistentvolumeclaims' ||
    CLAIM_NAMES.some((claimName) => name === claimName || name.endsWith(OF_CLASS + claimName)),
  usage(claim) {
    const storage = textAt(claim, 'spec', 'resources', 'requests', 'storage');
    const amounts: ResourceList = {
      persistentvolumeclaims: '1',
      ...(storage !== '' && { 'requests.storage': wholeBytes(storage) }),
    };
    const { annotations } = claim.metadata;
    const storageClass =
      annotations?.['volume.beta.kubernetes.io/storage-class'] ?? textAt(claim, 'spec', 'storageClassName');
    const ofClass = Object.entries(amounts).map(([name, amount]) => [`${storageClass}${OF_CLASS}${name}`, amount]);
    return {
      'count/persistentvolumeclaims': '1',
      ...amounts,
      ...(storageClass !== '' && (Object.fromEntries(ofClass) as ResourceList)),
    };
  },
};

/** Quotas count whole bytes. */
function wholeBytes(storage: string): string {
  return /[mun]$/.test(storage) ? String(wholeUnits(storage)) : storage;
}
