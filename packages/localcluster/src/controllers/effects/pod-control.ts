import type { AnyObject, DeepReadonly, ObjectOf } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import type { Actor } from './actor.ts';
import { refusalText, saysNamespaceEnds } from './refusal.ts';

/** Makes a pod and records an Event on its owner. In a namespace that ends nothing is made, and nothing recorded. */
export async function createPod(
  hands: Actor,
  owner: DeepReadonly<AnyObject>,
  pod: ObjectOf<typeof Pod>,
): Promise<boolean> {
  try {
    const { metadata } = await hands.create(Pod, pod);
    hands.event(owner, 'SuccessfulCreate', `Created pod: ${metadata.name}`);
    return true;
  } catch (error) {
    if (saysNamespaceEnds(error)) return false;
    hands.event(owner, 'FailedCreate', `Error creating: ${refusalText(error)}`, 'Warning');
    throw error;
  }
}

/** Ends pods, all at once, and tells of it on their owner. Returns those that went and the first failure. */
export async function endPods<P extends DeepReadonly<ObjectOf<typeof Pod>>>(
  hands: Actor,
  owner: DeepReadonly<AnyObject>,
  pods: readonly P[],
): Promise<{ readonly ended: P[]; readonly failure: unknown }> {
  const ended: P[] = [];
  const ends = await Promise.allSettled(
    pods.map(async (pod) => {
      try {
        await hands.remove(Pod, pod);
        ended.push(pod);
        hands.event(owner, 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
      } catch (error) {
        hands.event(owner, 'FailedDelete', `Error deleting: ${refusalText(error)}`, 'Warning');
        throw error;
      }
    }),
  );
  return { ended, failure: ends.find((end) => end.status === 'rejected')?.reason };
}
