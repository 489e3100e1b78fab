import type { JsonObject } from '@slipway/crd/schema';
import { type Group, isGenerated, kindOf } from './group.ts';
import type { Finding } from './model.ts';

/** Kinds that cannot go on beside the resource as they are: they name what is no longer there, or do not convert. */
const LOST: Readonly<Record<string, readonly [string, string]>> = {
  Ingress: [
    'it leads to the Service of before',
    'spec.routing.gateway leads requests here, or name handler-<name> in it',
  ],
  HTTPRoute: ['it leads to the Service of before', 'spec.routing.gateway makes one'],
  ServiceMonitor: ['it selects labels of before', 'spec.monitoring.serviceMonitor makes one'],
  HorizontalPodAutoscaler: ['it scales no Deployment of these', 'give its Deployment, too'],
  ScaledObject: ['it scales no Deployment of these', 'give its Deployment, too'],
  StatefulSet: ['only Deployments become handlers and modules', 'keep it as it is'],
  DaemonSet: ['only Deployments become handlers and modules', 'keep it as it is'],
  Pod: ['only Deployments become handlers and modules', 'keep it as it is'],
  Job: ['only Deployments become handlers and modules', 'keep it as it is'],
  CronJob: ['only Deployments become handlers and modules', 'keep it as it is'],
};

/** What was given beside Deployments and what belongs to them. What the operator made goes with its resource. */
export function othersOf(others: readonly JsonObject[], groups: readonly Group[]): Finding[] {
  const isOfGati = groups.some(({ deployment }) => isGenerated(deployment));
  return others
    .filter((object) => !(isOfGati && isGenerated(object)))
    .map((object): Finding => {
      const [why, wayOut] = LOST[kindOf(object)] ?? ['pods go on using it', 'apply it as before'];
      const sort = LOST[kindOf(object)] ? 'lost' : 'kept';
      return { sort, object, path: [], valueKind: 'map', why, wayOut };
    });
}
