import type { ApplyReport, DeploymentResource, IDeploymentTarget, Ref } from '@gati-framework/contracts/deployment';
import { isKubeError } from '@slipway/kube';
import { isTargetError } from '@slipway/targets';
import type { Objects } from '../manifests/index.ts';
import { LABELS, MANAGER, moduleObjectName, moduleSelector } from '../names/index.ts';
import type { Sync } from './decide.ts';

type Result = ApplyReport['results'][number];

/** Kinds that a module may have had and may want no more. */
const LEAVING = ['ServiceMonitor', 'PodDisruptionBudget', 'ScaledObject', 'HorizontalPodAutoscaler'];

/** After these nothing can be said of any object: it is all tried again. */
const SERVER_IS_AWAY = ['KUBE_UNREACHABLE', 'KUBE_TIMEOUT', 'KUBE_UNAUTHORIZED', 'KUBE_THROTTLED'] as const;

/** Where the objects of one module go. */
export interface ModulePlace {
  readonly target: IDeploymentTarget;
  /** A cluster holds what it took; of others it is asked whether it has arrived. */
  readonly targetKind: string;
  readonly owner: Ref;
}

/** Gives the target all that is wanted (G-153). What one object is refused keeps no other back. */
export async function applyModule(place: ModulePlace, objects: Objects): Promise<Sync> {
  const { results, revision } = await resultsOf(place, objects);
  const isDeploymentFresh = results.some(
    ({ ref, outcome }) => ref.kind === 'Deployment' && (outcome === 'created' || outcome === 'updated'),
  );
  const isChanged = results.some(({ outcome }) => outcome !== 'unchanged' && outcome !== 'failed');
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const [first] = failed;
  const target = { kind: place.targetKind };
  if (!first) {
    const told = { ...target, ...(revision !== undefined && { revision }) };
    return { ...(await arrivalOf(place, told)), isDeploymentFresh, isChanged };
  }
  const message = failed.map(({ ref, error }) => `${ref.kind} ${ref.name}: ${error?.message ?? 'it was refused'}`);
  const condition = said('False', await reasonOf(place, first), message.join(' '));
  // No revision: what failed is none that was reached.
  return { condition, target, isDeploymentFresh, isChanged };
}

const said = (status: 'True' | 'False' | 'Unknown', reason: string, message: string): Sync['condition'] => ({
  type: 'Synced',
  status,
  reason,
  message,
});

async function resultsOf(place: ModulePlace, objects: Objects): Promise<Pick<ApplyReport, 'results' | 'revision'>> {
  const { target, owner } = place;
  if (!target.applySet) return { results: await applyOneByOne(place, objects) };
  try {
    return await target.applySet({ owner, resources: objects });
  } catch (error) {
    // The change failed as a whole, as releases and commits do.
    if (!isTargetError(error)) throw error;
    const { code, message } = error;
    return { results: [{ ref: owner, outcome: 'failed', error: { code, message } }] };
  }
}

/** Whether what was handed over is where it should be (G-175). */
async function arrivalOf(
  { target, owner, targetKind }: ModulePlace,
  told: NonNullable<Sync['target']>,
): Promise<Pick<Sync, 'condition' | 'target'>> {
  const held = said('True', 'Synced', 'The target holds all objects that are wanted.');
  if (targetKind === 'kubernetes' || !target.syncStatus) return { condition: held, target: told };
  const seen = await target.syncStatus(owner);
  if (seen.unknown !== undefined)
    return {
      condition: said('Unknown', 'SyncUnknown', `It is not known whether it arrived: ${seen.unknown}.`),
      target: told,
    };
  const { sync, health, revision, message = '' } = seen.value;
  const condition =
    sync === 'Synced'
      ? held
      : said(
          sync === 'OutOfSync' ? 'False' : 'Unknown',
          sync === 'OutOfSync' ? sync : 'SyncUnknown',
          `${sync}. ${message}`.trim(),
        );
  return { condition, target: { ...told, revision, sync, health } };
}

/** Takes away all that the target holds for a module, and tells what it could not. */
export async function removeModule(place: ModulePlace): Promise<string | undefined> {
  const { target, owner } = place;
  const { results } = target.applySet
    ? await target.applySet({ owner, resources: [] })
    : { results: await removeOneByOne(place, [...LEAVING, ...ALWAYS]) };
  const failed = results.find(({ outcome }) => outcome === 'failed');
  return failed && `${failed.ref.kind} ${failed.ref.name}: ${failed.error?.message ?? 'it cannot be removed'}`;
}

const ALWAYS = ['NetworkPolicy', 'Service', 'Deployment', 'ConfigMap'];

/** For targets that know nothing of sets. */
async function applyOneByOne(place: ModulePlace, objects: Objects): Promise<Result[]> {
  const { target } = place;
  const results: Result[] = [];
  for (const object of objects) {
    const { kind, metadata } = object;
    const ref = { kind, namespace: metadata.namespace, name: metadata.name };
    // A copy: what is remembered is shared, and a target may write into what it is given.
    results.push(await outcomeOf(ref, 'unchanged', () => target.apply(structuredClone(object) as DeploymentResource)));
  }
  if (results.some(({ outcome }) => outcome === 'failed')) return results;
  const wanted = new Set(objects.map(({ kind }) => kind));
  return [
    ...results,
    ...(await removeOneByOne(
      place,
      LEAVING.filter((kind) => !wanted.has(kind)),
    )),
  ];
}

async function removeOneByOne({ target, owner }: ModulePlace, kinds: readonly string[]): Promise<Result[]> {
  const results: Result[] = [];
  const name = moduleObjectName(owner.name);
  for (const kind of kinds) {
    const ref = { kind, namespace: owner.namespace, name };
    const present = await target.get(kind, owner.namespace, name);
    if (!present || !isOwn(present, owner.name)) continue;
    const { uid } = present.metadata;
    const options = uid === undefined ? {} : { uid };
    results.push(await outcomeOf(ref, 'deleted', () => target.delete(kind, owner.namespace, name, options)));
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

/** A name that somebody else has, or fields that somebody else wants (G-23, G-157). */
async function reasonOf({ target, owner }: ModulePlace, { ref, error }: Result): Promise<string> {
  const code = error?.code ?? '';
  if (code === 'TARGET_CONFLICT') return 'NameTaken';
  if (code === 'APPLY_CONFLICT') {
    const present = await target.get(ref.kind, ref.namespace, ref.name);
    return present && !isOwn(present, owner.name) ? 'NameTaken' : 'ApplyConflict';
  }
  if (code === 'KUBE_CONFLICT' || code === 'APPLY_LOOP') return 'ApplyConflict';
  if (code === 'HELM_OWNERSHIP') return 'NameTaken';
  if (code.startsWith('HELM_')) return 'HelmFailed';
  return code.startsWith('TARGET_GIT_') ? 'GitPushFailed' : 'ApplyFailed';
}

function isOwn({ metadata: { labels = {} } }: DeploymentResource, module: string): boolean {
  const own = { ...moduleSelector(module), [LABELS.managedBy]: MANAGER };
  return Object.entries(own).every(([key, value]) => labels[key] === value);
}
