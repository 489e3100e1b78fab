import type { AnyObject, DeepReadonly, OwnerReference } from '@slipway/kube';
import type { Pod } from '@slipway/kube/kinds';
import type { Written } from '../objects/index.ts';
import type { PodObject } from './state.ts';

export interface PodTemplate {
  readonly metadata?: DeepReadonly<AnyObject>['metadata'];
  readonly spec?: PodObject['spec'];
}

/** A pod as a template describes it, owned by what has the template. */
export function podFromTemplate(
  { metadata = {}, spec }: PodTemplate,
  owner: OwnerReference,
  place: { readonly namespace: string; readonly name?: string; readonly generateName?: string },
): Written<typeof Pod> {
  const { labels, annotations, finalizers } = metadata;
  return {
    metadata: {
      ...place,
      ...(labels && { labels: { ...labels } }),
      ...(annotations && { annotations: { ...annotations } }),
      ...(finalizers && { finalizers: [...finalizers] }),
      ownerReferences: [owner],
    },
    spec: structuredClone(spec) as NonNullable<Written<typeof Pod>['spec']>,
  };
}
