import { kindRules } from '../kinds/index.ts';
import type { KubeObject } from '../objects/index.ts';
import type { Resource } from '../resources/index.ts';

/** Whether an object in deletion must stay: finalizers, a grace period, or its kind's own reason. */
export function isHeld(resource: Resource, object: KubeObject): boolean {
  const { finalizers = [], deletionGracePeriodSeconds = 0 } = object.metadata;
  return finalizers.length > 0 || deletionGracePeriodSeconds > 0 || (kindRules(resource).isHeld?.(object) ?? false);
}
