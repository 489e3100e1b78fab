import type { ApplyReport, DeploymentResource, IDeploymentTarget, Ref } from '@gati-framework/contracts/deployment';
import type { ConditionInput } from '@slipway/runtime';
import type { HandlerDecision } from './decide.ts';
import type { GatiEvent } from './events.ts';

export interface Applied {
  readonly synced: Omit<ConditionInput, 'type' | 'observedGeneration'>;
  readonly revision?: string | undefined;
  readonly events: readonly GatiEvent[];
}

type Result = ApplyReport['results'][number];

/** Gives the target all that is wanted, and tells what became of it. What one object is refused keeps no other back. */
export async function applyObjects(
  target: IDeploymentTarget,
  owner: Ref,
  decision: Pick<HandlerDecision, 'objects' | 'versions'>,
): Promise<Applied> {
  const { results, revision } = target.applySet
    ? await target.applySet({ owner, resources: decision.objects })
    : { results: await applyOneByOne(target, decision), revision: undefined };
  const failed = results.find(({ outcome }) => outcome === 'failed');
  if (!failed) {
    const message = 'The target holds all objects that are wanted.';
    return { synced: { status: 'True', reason: 'Synced', message }, revision, events: [] };
  }
  const { ref, error } = failed;
  const message = `${ref.kind} ${ref.name}: ${error?.message ?? 'it was refused'}`;
  return {
    synced: { status: 'False', reason: reasonOf(error?.code ?? ''), message },
    revision,
    events: [{ type: 'Warning', reason: 'ApplyFailed', note: message }],
  };
}

function reasonOf(code: string): string {
  if (code === 'APPLY_CONFLICT' || code === 'TARGET_FOREIGN') return 'NameTaken';
  if (code === 'KUBE_CONFLICT' || code === 'APPLY_LOOP') return 'ApplyConflict';
  if (code.startsWith('HELM')) return 'HelmFailed';
  return code.startsWith('GIT') ? 'GitPushFailed' : 'ApplyFailed';
}

/** For targets that know nothing of sets: what exists of versions and is not wanted any more goes afterwards. */
async function applyOneByOne(
  target: IDeploymentTarget,
  { objects, versions }: Pick<HandlerDecision, 'objects' | 'versions'>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const resource of objects) {
    results.push(await outcomeOf(refOf(resource), 'updated', () => target.apply(resource)));
  }
  if (results.some(({ outcome }) => outcome === 'failed')) return results;
  const wanted = new Set(objects.map((object) => keyOf(refOf(object))));
  for (const { facts } of versions) {
    const { scalerRefs, otherRefs, workload, record } = facts.version;
    if (record.spec.template === undefined) continue;
    const deployment = workload.deployment ? [refOf(workload.deployment)] : [];
    for (const ref of [...scalerRefs, ...otherRefs, ...deployment].filter((one) => !wanted.has(keyOf(one)))) {
      const { kind, namespace, name, uid } = ref;
      const options = uid === undefined ? {} : { uid };
      results.push(await outcomeOf(ref, 'deleted', () => target.delete(kind, namespace, name, options)));
    }
  }
  return results;
}

function refOf({ kind, metadata }: DeploymentResource): Ref {
  const { namespace, name, uid } = metadata;
  return { kind, namespace, name, ...(uid !== undefined && { uid }) };
}

const keyOf = ({ kind, name }: Ref): string => `${kind}/${name}`;

async function outcomeOf(ref: Ref, done: 'updated' | 'deleted', work: () => Promise<void>): Promise<Result> {
  try {
    await work();
    return { ref, outcome: done };
  } catch (error) {
    const { code = 'UNKNOWN', message = String(error) } = error as { code?: string; message?: string };
    return { ref, outcome: 'failed', error: { code, message } };
  }
}
