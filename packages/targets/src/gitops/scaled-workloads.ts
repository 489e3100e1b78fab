import type { DeploymentResource } from '@gati-framework/contracts/deployment';

interface ScaleTarget {
  readonly kind?: string;
  readonly name?: string;
}

/** `Deployment shop/web` of every workload that a scaler of the set scales. */
export function scaledWorkloads(resources: readonly DeploymentResource[]): ReadonlySet<string> {
  return new Set(
    resources.flatMap(({ kind, metadata, spec }) => {
      const target = (spec as { scaleTargetRef?: ScaleTarget } | undefined)?.scaleTargetRef;
      if (!target?.name || (kind !== 'HorizontalPodAutoscaler' && kind !== 'ScaledObject')) return [];
      return [workloadKey({ kind: target.kind ?? 'Deployment', namespace: metadata.namespace, name: target.name })];
    }),
  );
}

export function workloadKey({ kind, namespace, name }: { kind: string; namespace: string; name: string }): string {
  return `${kind} ${namespace}/${name}`;
}
