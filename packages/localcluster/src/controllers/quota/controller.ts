import type { AnyKind } from '@slipway/kube';
import {
  ConfigMap,
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  ResourceQuota,
  resourceName,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
} from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { actor } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { countedSource } from './counted-source.ts';
import { usageOf } from './usage.ts';

/** Kinds of which a quota may bound the number. */
const COUNTED: readonly AnyKind[] = [
  ConfigMap,
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  ReplicaSet,
  ResourceQuota,
  Secret,
  ServiceAccount,
  StatefulSet,
];

export function quotaController(environment: Environment): void {
  environment.manager
    .controller(ResourceQuota)
    .named('resourcequota-controller')
    .for(environment.scope)
    .source(countedSource(environment, [Pod, Service, PersistentVolumeClaim, ...COUNTED]))
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof ResourceQuota>): Promise<void> {
  const { object: quota, cache, key } = context;
  if (!quota) return;
  const hands = actor(environment, 'resourcequota-controller', ResourceQuota, context);
  const { namespace } = key;
  const used = usageOf(quota, {
    pods: cache(Pod).list({ namespace }),
    services: cache(Service).list({ namespace }),
    claims: cache(PersistentVolumeClaim).list({ namespace }),
    counts: new Map(COUNTED.map((kind) => [resourceName(kind), cache(kind).list({ namespace }).length])),
  });
  await hands.status(ResourceQuota, quota, { hard: quota.spec?.hard, used });
}
