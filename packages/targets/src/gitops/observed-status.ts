import type { DeploymentResource, TargetStatus } from '@gati-framework/contracts/deployment';
import { type AnyObject, type Cluster } from '@slipway/kube';
import { healthOfMember, worstHealth } from '../health/index.ts';
import { describeRef, type KindFinder, refOfResource, toResource } from '../resources/index.ts';
import { contentOf } from './content-mark.ts';

/** Finds the object of a manifest in the cluster. */
export type Observe = (manifest: DeploymentResource) => Promise<DeploymentResource | null>;

/**
 * How the manifests of a commit stand in the cluster, where no engine says so: each object tells by its annotation
 * which state of its file was applied to it (G-175).
 */
export async function statusOfObserved(
  manifests: readonly DeploymentResource[],
  commit: string,
  observe: Observe,
): Promise<TargetStatus> {
  const seen = await Promise.all(
    manifests.map(async (manifest) => ({ manifest, ref: refOfResource(manifest), object: await observe(manifest) })),
  );
  const { health, message } = worstHealth(seen.map(({ ref, object }) => healthOfMember(ref, object)));
  const late = seen.find(({ manifest, object }) => contentOf(object) !== contentOf(manifest));
  if (!late) return { revision: commit, sync: 'Synced', health, ...(message !== undefined && { message }) };
  const what = late.object ? 'is still as another commit has it' : 'is not there yet';
  return { revision: commit, sync: 'Progressing', health, message: `${describeRef(late.ref)} ${what}` };
}

/** Reads from the caches of the handle where they hold the kind. */
export function observedBy(cluster: Cluster, kinds: KindFinder): Observe {
  return async (manifest) => {
    const kind = await kinds.find(manifest);
    const { namespace, name } = manifest.metadata;
    const ref = kind.scope === 'Namespaced' ? { namespace, name } : { name };
    const held = cluster.cached(kind, ref);
    const object: AnyObject | undefined = held?.complete
      ? (held.object as AnyObject | undefined)
      : await cluster.client.live.get(kind, ref);
    return object ? toResource(object, kind) : null;
  };
}
