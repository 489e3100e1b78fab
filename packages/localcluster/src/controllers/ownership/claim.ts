import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import { type AnyKind, type AnyObject, type DeepReadonly, isKubeError, type ObjectOf } from '@slipway/kube';
import { refOf } from '@slipway/kube/client';
import type { ReconcileContext } from '@slipway/runtime';
import type { CacheView } from '@slipway/runtime/consistency';
import type { Actor } from '../effects/index.ts';
import type { Read } from '../objects/index.ts';
import { claimsOf, controllerOf, controllerReference } from './owner.ts';

export interface ClaimOptions<O extends AnyKind, C extends AnyKind> {
  readonly context: Pick<ReconcileContext<AnyKind>, 'cache' | 'client' | 'signal'>;
  readonly actor: Actor;
  readonly ownerKind: O;
  readonly owner: Read<O>;
  readonly kind: C;
  readonly selector: LabelSelector | undefined;
  /** Which of the children may be claimed at all. @default all */
  readonly when?: (child: Read<C>) => boolean;
  /** What an adopted child is given, and one that is let go loses. @default none */
  readonly finalizers?: readonly string[];
}

/** The children of an owner, after those that match were adopted and those that do not were let go. */
export async function claim<O extends AnyKind, C extends AnyKind>(options: ClaimOptions<O, C>): Promise<Read<C>[]> {
  const { context, actor, ownerKind, owner, kind, selector, finalizers, when = () => true } = options;
  const { own, adopt, release } = claimsOf(owner as Owned, candidates(context.cache(kind), owner), (child) =>
    matchesSelector(selector, child.metadata?.labels),
  );
  for (const child of release.filter((one) => when(one as Read<C>))) {
    const ownerReferences = [{ $patch: 'delete', uid: (owner as Owned).metadata?.uid }];
    // In the same write: later nothing would connect the child with what held it.
    const freed = finalizers && { '$deleteFromPrimitiveList/finalizers': finalizers };
    // Gone, or no longer the owner's: it is released already.
    await actor
      .patch(kind, child, { metadata: { uid: child.metadata?.uid, ownerReferences, ...freed } })
      .catch(ignoring('KUBE_NOT_FOUND', 'KUBE_INVALID'));
  }
  const adoptable = adopt.filter((one) => when(one as Read<C>));
  if (adoptable.length === 0 || !(await isAlive(options))) return own as Read<C>[];
  const ownerReferences = [controllerReference(ownerKind, owner)];
  const adopted = adoptable.map(async (child) => {
    const patch = { metadata: { uid: child.metadata?.uid, ownerReferences, ...(finalizers && { finalizers }) } };
    return actor.patch(kind, child, patch).catch(ignoring('KUBE_NOT_FOUND'));
  });
  return [...own, ...(await Promise.all(adopted)).filter((child) => child !== undefined)] as Read<C>[];
}

type Owned = DeepReadonly<AnyObject>;

const ORPHANS = 'orphans';

/** Where the children of a claim are watched: what nobody has is found without a look at all there are. */
export function claimable<Scope extends object>(
  scope: Scope,
): Scope & { readonly indexes: Readonly<Record<string, typeof orphanIn>> } {
  return { ...scope, indexes: { [ORPHANS]: orphanIn } };
}

function orphanIn(child: Owned): readonly string[] {
  return controllerOf(child) ? [] : [child.metadata?.namespace ?? ''];
}

/** What the owner has and what nobody has. */
function candidates<C extends AnyKind>(cache: CacheView<ObjectOf<C>>, owner: Owned): Owned[] {
  const { uid = '', namespace } = owner.metadata ?? {};
  const orphans = cache.byIndex(ORPHANS, namespace ?? '', namespace === undefined ? {} : { namespace });
  return [...cache.ownedBy(uid).filter((child) => controllerOf(child as Owned)), ...orphans] as Owned[];
}

/** Asked of the server: an owner that a cache still shows may be gone, and adopt what its successor should. */
async function isAlive<O extends AnyKind, C extends AnyKind>(options: ClaimOptions<O, C>): Promise<boolean> {
  const { context, ownerKind } = options;
  const owner = options.owner as Owned;
  const live = (await context.client.live.get(ownerKind, refOf(owner), { signal: context.signal })) as
    | Owned
    | undefined;
  return live?.metadata?.uid === owner.metadata?.uid && live?.metadata?.deletionTimestamp === undefined;
}

function ignoring(...codes: Parameters<typeof isKubeError>[1][]): (error: unknown) => undefined {
  return (error) => {
    if (!isKubeError(error, ...codes)) throw error;
    return undefined;
  };
}
