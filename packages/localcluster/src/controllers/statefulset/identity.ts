import { type PersistentVolumeClaim, type Pod, StatefulSet } from '@slipway/kube/kinds';
import type { Read, Written } from '../objects/index.ts';
import { controllerReference } from '../ownership/index.ts';
import { type PodObject, type PodTemplate, podFromTemplate } from '../pods/index.ts';

export type StatefulSetObject = Read<typeof StatefulSet>;
export type ClaimObject = Read<typeof PersistentVolumeClaim>;

export const REVISION_LABEL = 'controller-revision-hash';
const POD_NAME = 'statefulset.kubernetes.io/pod-name';
const POD_INDEX = 'apps.kubernetes.io/pod-index';

export function firstOrdinal({ spec }: StatefulSetObject): number {
  return (spec as { ordinals?: { start?: number } } | undefined)?.ordinals?.start ?? 0;
}

/** The number at the end of a pod's name; undefined for a pod that is not one of the set's. */
export function ordinalOf(set: StatefulSetObject, { metadata: { name } }: PodObject): number | undefined {
  const prefix = `${set.metadata.name}-`;
  const ordinal = name.slice(prefix.length);
  return name.startsWith(prefix) && /^\d+$/.test(ordinal) ? Number(ordinal) : undefined;
}

/** Labels by which a Service can name one pod of a set. */
export function identityLabels(name: string, ordinal: number): Record<string, string> {
  return { [POD_NAME]: name, [POD_INDEX]: String(ordinal) };
}

export function claimName(set: StatefulSetObject, template: string, ordinal: number): string {
  return `${template}-${set.metadata.name}-${ordinal}`;
}

/** The claims of one pod, by the volume that each is for. */
export function claimsOf(set: StatefulSetObject, ordinal: number): Map<string, Written<typeof PersistentVolumeClaim>> {
  const { namespace = '' } = set.metadata;
  const labels = set.spec?.selector.matchLabels ?? {};
  return new Map(
    (set.spec?.volumeClaimTemplates ?? []).map(({ metadata, spec }) => {
      const volume = metadata?.name ?? '';
      const { annotations } = metadata ?? {};
      const claim = {
        metadata: {
          namespace,
          name: claimName(set, volume, ordinal),
          labels: { ...metadata?.labels, ...labels },
          ...(annotations && { annotations }),
        },
        spec,
      };
      return [volume, claim as Written<typeof PersistentVolumeClaim>];
    }),
  );
}

/** The pod of an ordinal, made from the template of a revision. */
export function statefulPod(
  set: StatefulSetObject,
  ordinal: number,
  template: PodTemplate,
  revision: string,
): Written<typeof Pod> {
  const { namespace = '' } = set.metadata;
  const name = `${set.metadata.name}-${ordinal}`;
  const pod = podFromTemplate(template, controllerReference(StatefulSet, set), {
    namespace,
    name,
    // Of no use with a name, but the real controller says it too.
    generateName: `${set.metadata.name}-`,
  });
  pod.metadata.labels = { ...pod.metadata.labels, ...identityLabels(name, ordinal), [REVISION_LABEL]: revision };
  if (!pod.spec) return pod;
  pod.spec.hostname = name;
  const { serviceName } = set.spec ?? {};
  if (serviceName) pod.spec.subdomain = serviceName;
  const claims = claimsOf(set, ordinal);
  const volumes = [...claims].map(([volume, claim]) => ({
    name: volume,
    persistentVolumeClaim: { claimName: claim.metadata.name ?? '' },
  }));
  const others = (pod.spec.volumes ?? []).filter((volume) => !claims.has(volume.name));
  if (volumes.length + others.length > 0) pod.spec.volumes = [...volumes, ...others];
  return pod;
}
