import type { ApplyReport, DeploymentResource, Known, Ref, TargetStatus } from '@gati-framework/contracts/deployment';
import type { ConditionInput } from '@slipway/runtime';
import { isTargetError } from '@slipway/targets';
import type { GatiHandlerStatus } from '../types/index.ts';
import { applyOneByOne, removeOneByOne } from './one-by-one.ts';
import { isOwn, type Result, type SetPlace } from './place.ts';

/** What became of a set. */
export interface Sync {
  /** `Synced`. */
  readonly condition: Omit<ConditionInput, 'observedGeneration'>;
  readonly target: NonNullable<GatiHandlerStatus['target']>;
  /** Objects that were made or changed. */
  readonly written: readonly Ref[];
  /** Whether anything was written or removed. */
  readonly isChanged: boolean;
  /** Objects that could not be made, changed or removed, with the reason of `Synced`; the owner where the whole failed. */
  readonly failures: readonly { readonly ref: Ref; readonly reason: string; readonly message: string }[];
  /** The least time after which a failed one asks to be tried again. */
  readonly retryAfterMs?: number;
  /** Objects in whose pod template another field manager has set something, and what. */
  readonly drifted: readonly { readonly ref: Ref; readonly message: string }[];
  /** Objects that could not be removed, and why. */
  readonly unremoved: readonly { readonly ref: Ref; readonly message: string }[];
}

/** Gives the target all that is wanted, and takes away what is wanted no more (G-153). */
export async function applySet(place: SetPlace, objects: readonly DeploymentResource[]): Promise<Sync> {
  const { results, revision } = await resultsOf(place, objects);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const wanted = new Set(objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`));
  const named = failed.flatMap(({ error }) => error?.retryAfterMs ?? []);
  const common = {
    ...(named.length > 0 && { retryAfterMs: Math.min(...named) }),
    written: results.filter(({ outcome }) => outcome === 'created' || outcome === 'updated').map(({ ref }) => ref),
    isChanged: results.some(({ outcome }) => outcome !== 'unchanged' && outcome !== 'failed'),
    failures: await Promise.all(
      failed.map(async (result) => ({
        ref: result.ref,
        reason: await reasonOf(place, result),
        message: reported(result),
      })),
    ),
    drifted: results.flatMap(({ ref, foreign }) => (foreign ? [{ ref, message: drift(ref, foreign) }] : [])),
    unremoved: failed
      .filter(({ ref }) => ref !== place.owner && !wanted.has(`${ref.kind}/${ref.name}`))
      .map((result) => ({ ref: result.ref, message: reported(result) })),
  };
  const target = { kind: place.targetKind };
  const [first] = common.failures;
  if (!first) {
    const reached = { ...target, ...(revision !== undefined && { revision }) };
    const arrival = arrivalOf(await seenBy(place), reached);
    const isHeld = arrival.condition.status === 'True' && common.drifted.length > 0;
    return { ...common, ...arrival, ...(isHeld && { condition: driftCondition(common.drifted) }) };
  }
  // No revision: what failed is none that was reached. What could not be taken over is still the former target's.
  return {
    ...common,
    condition: stated('False', first.reason, common.failures.map(({ message }) => message).join(' ')),
    target: { kind: place.former ?? place.targetKind },
  };
}

/** Takes away all that the target holds for an owner, and tells what it could not. */
export async function removeSet(place: SetPlace): Promise<string | undefined> {
  const { target, candidates, hold } = place;
  if (hold !== undefined) return hold;
  const { results } = target.applySet
    ? await handedOver(place, [])
    : { results: await removeOneByOne(place, candidates) };
  const failed = results.find(({ outcome }) => outcome === 'failed');
  return failed && reported(failed);
}

const reported = ({ ref, error }: Result): string => `${ref.kind} ${ref.name}: ${error?.message ?? 'it was refused'}`;

function drift({ kind, name }: Ref, foreign: NonNullable<Result['foreign']>): string {
  const set = foreign.map(({ manager, fields }) => `${manager} has set ${fields.join(', ')}`).join('; ');
  return `${kind} ${name}: ${set}.`;
}

/** All that is wanted is there, and more: pods run with it, so a person should know whose it is (G-157). */
export const driftCondition = (drifted: Sync['drifted']): Sync['condition'] =>
  stated(
    'True',
    'Drifted',
    `The target holds all objects that are wanted, and values of other field managers in pod templates. ` +
      `${drifted.map(({ message }) => message).join(' ')} Take them away, or put them into the spec.`,
  );

const stated = (status: 'True' | 'False' | 'Unknown', reason: string, message: string): Sync['condition'] => ({
  type: 'Synced',
  status,
  reason,
  message,
});

async function resultsOf(
  place: SetPlace,
  objects: readonly DeploymentResource[],
): Promise<Pick<ApplyReport, 'results' | 'revision'>> {
  const { target, owner } = place;
  if (!target.applySet) return { results: await applyOneByOne(place, objects) };
  try {
    return await handedOver(place, objects);
  } catch (error) {
    // The change failed as a whole, as releases and commits do.
    if (!isTargetError(error)) throw error;
    const { code, message } = error;
    return { results: [{ ref: owner, outcome: 'failed', error: { code, message } }] };
  }
}

async function handedOver(
  { target, owner, former }: SetPlace,
  resources: readonly DeploymentResource[],
): Promise<Pick<ApplyReport, 'results' | 'revision'>> {
  if (former !== undefined && target.takeOver) return target.takeOver(former, { owner, resources });
  return (await target.applySet?.({ owner, resources })) ?? { results: [] };
}

/** What a target that writes elsewhere says of what it was given; undefined where taking it was all (G-175). */
async function seenBy({ target, targetKind, owner }: SetPlace): Promise<Known<TargetStatus> | undefined> {
  return targetKind === 'kubernetes' ? undefined : target.syncStatus?.(owner);
}

function arrivalOf(
  seen: Known<TargetStatus> | undefined,
  reached: Sync['target'],
): { condition: Sync['condition']; target: Sync['target'] } {
  const held = stated('True', 'Synced', 'The target holds all objects that are wanted.');
  if (!seen) return { condition: held, target: reached };
  if (seen.unknown !== undefined) {
    const message = `It is not known whether the objects have arrived: ${seen.unknown}.`;
    return { condition: stated('Unknown', 'SyncUnknown', message), target: reached };
  }
  const { sync, health, revision, message = '' } = seen.value;
  const isOut = sync === 'OutOfSync';
  const condition =
    sync === 'Synced'
      ? held
      : stated(isOut ? 'False' : 'Unknown', isOut ? sync : 'SyncUnknown', `${sync}. ${message}`.trim());
  return { condition, target: { ...reached, revision, sync, health } };
}

/** A name that another client has, or fields that another manager wants (G-23, G-157). */
async function reasonOf(place: SetPlace, { ref, error }: Result): Promise<string> {
  const code = error?.code ?? '';
  if (code === 'TARGET_CONFLICT' || code === 'HELM_OWNERSHIP') return 'NameTaken';
  if (code === 'APPLY_CONFLICT') {
    const present = await place.target.get(ref.kind, ref.namespace, ref.name);
    return present && !isOwn(place, present) ? 'NameTaken' : 'ApplyConflict';
  }
  if (code === 'KUBE_CONFLICT' || code === 'APPLY_LOOP') return 'ApplyConflict';
  if (code.startsWith('HELM_')) return 'HelmFailed';
  return code.startsWith('TARGET_GIT_') ? 'GitPushFailed' : 'ApplyFailed';
}
