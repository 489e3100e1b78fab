import type { JsonObject } from '@slipway/crd/schema';
import { type AnyKind, defineKind, isKubeError } from '@slipway/kube';
import {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
} from '@slipway/kube/kinds';
import { type ClusterOptions, withCluster } from '../cluster/index.ts';

const ScaledObject = defineKind({
  group: 'keda.sh',
  version: 'v1alpha1',
  kind: 'ScaledObject',
  plural: 'scaledobjects',
  scope: 'Namespaced',
});

/** What may belong to a Deployment. */
const BESIDE: readonly AnyKind[] = [
  Service,
  ConfigMap,
  HorizontalPodAutoscaler,
  ScaledObject as AnyKind,
  PodDisruptionBudget,
  NetworkPolicy,
];

export interface WorkloadOptions extends ClusterOptions {
  readonly namespace?: string;
  readonly selector?: string;
}

/** The Deployments of a namespace, and everything there that may belong to them. */
export function workloadsOf({ selector, ...options }: WorkloadOptions): Promise<JsonObject[]> {
  return withCluster(options, async (cluster) => {
    const { namespace = cluster.namespace } = options;
    const list = async (kind: AnyKind, labelSelector?: string): Promise<JsonObject[]> => {
      const scope = { namespace, ...(labelSelector !== undefined && { labelSelector }) };
      const objects = await cluster.client.live.listAll(kind, scope).catch((error: unknown) => {
        // KEDA need not be installed.
        if (kind.kind === 'ScaledObject' && isKubeError(error, 'KUBE_NOT_FOUND')) return [];
        throw error;
      });
      const type = { apiVersion: [kind.group, kind.version].filter(Boolean).join('/'), kind: kind.kind };
      return objects.map((object) => ({ ...(object as unknown as JsonObject), ...type }));
    };
    const [deployments, ...beside] = await Promise.all([
      list(Deployment, selector),
      ...BESIDE.map((kind) => list(kind)),
    ]);
    return [...(deployments ?? []), ...beside.flat()];
  });
}
