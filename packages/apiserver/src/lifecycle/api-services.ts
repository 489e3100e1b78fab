import { timestamp } from '@slipway/apimachinery/clock';
import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import { type Kernel, removeObject } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';
import { putOwn } from './stored.ts';

const SERVICES = 'apiservices.apiregistration.k8s.io';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const MANAGED = 'kube-aggregator.kubernetes.io/automanaged';

/** Group → where it stands among the groups, of which the first that knows a short name wins. As on a real server. */
const GROUP_PRIORITY: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'apiextensions.k8s.io': 16_700,
  'admissionregistration.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'resource.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
};

const VERSION_PRIORITY: Readonly<Record<string, number>> = {
  'v1.': 1,
  'v2.autoscaling': 30,
  'v1.flowcontrol.apiserver.k8s.io': 21,
  'v1.resource.k8s.io': 21,
};

/** The aggregator's own group is served by itself and registered nowhere. */
const UNREGISTERED = 'apiregistration.k8s.io';

/** Every group version that the server is built with is registered as served here. */
export function seedApiServices(kernel: Kernel): void {
  for (const [group, versions] of kernel.registry.groups()) {
    if (group === UNREGISTERED) continue;
    for (const version of versions) {
      const priority = VERSION_PRIORITY[nameOf(group, version)] ?? 15;
      register(kernel, group, version, {
        managed: 'onstart',
        group: GROUP_PRIORITY[group] ?? 16_000,
        version: priority,
      });
    }
  }
}

/**
 * Keeps the registrations of custom kinds, and reports for every APIService whether what it names can be reached: one
 * that is served here always is. Nothing is forwarded, so one that names a Service is reported as not available.
 */
export function startApiServices(kernel: Kernel, later: (task: () => void) => void): () => void {
  const { store } = kernel;
  const look = (): void => {
    const wanted = customVersions(kernel);
    for (const [name, { group, version }] of wanted) {
      if (store.get(SERVICES, keyOf(undefined, name))) continue;
      register(kernel, group, version, { managed: 'true', group: 1000, version: 100 });
    }
    for (const { object } of store.list(SERVICES)) {
      const { name = '', labels = {} } = object.metadata;
      if (labels[MANAGED] === 'true' && !wanted.has(name)) remove(kernel, name);
      else reportAvailability(kernel, object);
    }
  };
  return store.subscribe('*', ({ previous, current }, collection) => {
    const isOurs = collection === SERVICES && (!current || !previous || !isSameSpec(previous.object, current.object));
    const isAsked = collection === 'services' && isReferredTo(kernel);
    if (isOurs || isAsked || collection === DEFINITIONS) later(look);
  });
}

/** The versions of groups that definitions alone make. */
function customVersions({ registry }: Kernel): Map<string, { readonly group: string; readonly version: string }> {
  const found = new Map<string, { readonly group: string; readonly version: string }>();
  for (const [group, versions] of registry.groups()) {
    if (registry.isBuiltIn(group)) continue;
    for (const version of versions) found.set(nameOf(group, version), { group, version });
  }
  return found;
}

function nameOf(group: string, version: string): string {
  return `${version}.${group}`;
}

interface Registration {
  readonly managed: 'onstart' | 'true';
  /** Priorities. */
  readonly group: number;
  readonly version: number;
}

function register(kernel: Kernel, group: string, version: string, { managed, ...priority }: Registration): void {
  putOwn(kernel, SERVICES, {
    name: nameOf(group, version),
    metadata: { labels: { [MANAGED]: managed } },
    content: {
      spec: {
        ...(group !== '' && { group }),
        version,
        groupPriorityMinimum: priority.group,
        versionPriority: priority.version,
      },
      status: { conditions: [condition(kernel, LOCAL)] },
    },
  });
}

interface Availability {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

const LOCAL: Availability = { status: 'True', reason: 'Local', message: 'Local APIServices are always available' };

function condition({ clock }: Kernel, { status, reason, message }: Availability): object {
  return { type: 'Available', status, lastTransitionTime: timestamp(clock.wall()), reason, message };
}

function reportAvailability(kernel: Kernel, object: KubeObject): void {
  const { name = '' } = object.metadata;
  const wanted = availability(kernel, object);
  const conditions = fieldAt(object, ['status', 'conditions']);
  const reported = Array.isArray(conditions) ? conditions[0] : undefined;
  const isReported = (['status', 'reason', 'message'] as const).every(
    (part) => textAt(reported, part) === wanted[part],
  );
  if (isReported) return;
  const status = { conditions: [condition(kernel, wanted)] };
  kernel.store.put(SERVICES, keyOf(undefined, name), { ...object, status });
}

function availability({ store }: Kernel, object: KubeObject): Availability {
  const name = textAt(object, 'spec', 'service', 'name');
  const namespace = textAt(object, 'spec', 'service', 'namespace');
  if (!name) return LOCAL;
  if (!store.get('services', keyOf(namespace, name))) {
    return {
      status: 'False',
      reason: 'ServiceNotFound',
      message: `service/${name} in "${namespace}" is not present`,
    };
  }
  return {
    status: 'False',
    reason: 'FailedDiscoveryCheck',
    message: `localcluster forwards no requests to service/${name} in "${namespace}"`,
  };
}

function isReferredTo({ store }: Kernel): boolean {
  return store.list(SERVICES).some(({ object }) => textAt(object, 'spec', 'service', 'name') !== '');
}

function isSameSpec(a: KubeObject, b: KubeObject): boolean {
  return fieldAt(a, ['spec']) === fieldAt(b, ['spec']) && fieldAt(a, ['status']) === fieldAt(b, ['status']);
}

function remove(kernel: Kernel, name: string): void {
  const resource = kernel.registry.named(SERVICES);
  const served = resource?.versions[0];
  if (resource && served) removeObject(kernel, { resource, served, name });
}
