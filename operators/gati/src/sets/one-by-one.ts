import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { isKubeError } from '@slipway/kube';
import { isOwn, type Result, type SetPlace } from './place.ts';

/** After these nothing is known of any object: it is all tried again. */
const SERVER_IS_AWAY = ['KUBE_UNREACHABLE', 'KUBE_TIMEOUT', 'KUBE_UNAUTHORIZED', 'KUBE_THROTTLED'] as const;

/** For targets that know nothing of sets. Nothing goes while something is missing: it may be what still serves. */
export async function applyOneByOne(place: SetPlace, objects: readonly DeploymentResource[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const object of objects) {
    // A copy: what is remembered is shared, and a target may write into what it is given.
    const work = (): Promise<void> => place.target.apply(structuredClone(object));
    results.push(await outcomeOf(refOf(object), 'unchanged', work));
  }
  if (results.some(({ outcome }) => outcome === 'failed')) return results;
  const wanted = new Set(objects.map((object) => keyOf(refOf(object))));
  const left = place.candidates.filter((ref) => !wanted.has(keyOf(ref)));
  return [...results, ...(await removeOneByOne(place, left))];
}

export async function removeOneByOne(place: SetPlace, refs: readonly Ref[]): Promise<Result[]> {
  const { target } = place;
  const results: Result[] = [];
  for (const { kind, namespace, name } of refs) {
    const present = await target.get(kind, namespace, name);
    if (!present || !isOwn(place, present)) continue;
    const { uid } = present.metadata;
    const options = uid === undefined ? {} : { uid };
    const work = (): Promise<void> => target.delete(kind, namespace, name, options);
    results.push(await outcomeOf({ kind, namespace, name }, 'deleted', work));
  }
  return results;
}

async function outcomeOf(ref: Ref, done: Result['outcome'], work: () => Promise<void>): Promise<Result> {
  try {
    await work();
    return { ref, outcome: done };
  } catch (error) {
    if (isKubeError(error, ...SERVER_IS_AWAY)) throw error;
    const { code = 'UNKNOWN', message = String(error) } = error as { code?: string; message?: string };
    return { ref, outcome: 'failed', error: { code, message } };
  }
}

const refOf = ({ kind, metadata: { namespace, name } }: DeploymentResource): Ref => ({ kind, namespace, name });
const keyOf = ({ kind, name }: Ref): string => `${kind}/${name}`;
