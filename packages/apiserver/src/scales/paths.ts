import { qualifiedName, type Resource, type ScalePaths, type ServedVersion } from '../resources/index.ts';

const USUAL: ScalePaths = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.spec.selector',
};

/** Built-in kinds that can be scaled; their selectors are objects and shown as text. */
const BUILT_IN: Readonly<Record<string, ScalePaths>> = {
  'deployments.apps': USUAL,
  'replicasets.apps': USUAL,
  'statefulsets.apps': USUAL,
  replicationcontrollers: USUAL,
};

export function scalePathsOf(resource: Resource, served: ServedVersion): ScalePaths | undefined {
  return resource.custom ? served.scale : BUILT_IN[qualifiedName(resource)];
}
