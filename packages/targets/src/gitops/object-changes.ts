import type { DeploymentResource, WatchEvent } from '@gati-framework/contracts/deployment';
import { refKey, refOfResource } from '../resources/index.ts';

export type SeenObjects = ReadonlyMap<string, DeploymentResource>;

/** What leads from the objects that were seen to those that are there: each version once. */
export function changesBetween(
  before: SeenObjects,
  objects: readonly DeploymentResource[],
): { readonly events: readonly WatchEvent[]; readonly seen: SeenObjects } {
  const seen = new Map(objects.map((object) => [refKey(refOfResource(object)), object]));
  const gone = [...before]
    .filter(([key]) => !seen.has(key))
    .map(([, resource]) => ({ type: 'DELETED' as const, resource }));
  const come = [...seen].flatMap(([key, resource]): WatchEvent[] => {
    const earlier = before.get(key);
    if (earlier?.metadata.resourceVersion === resource.metadata.resourceVersion) return [];
    return [{ type: earlier ? 'MODIFIED' : 'ADDED', resource }];
  });
  return { events: [...gone, ...come], seen };
}
