import { apiVersionOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject } from '@slipway/kube';
import type { LiveReader } from '@slipway/kube/client';
import { resourceName } from '@slipway/kube/kinds';

/** What a harness looks at, past the operator's own connection. */
export interface Observed {
  readonly client: { readonly live: LiveReader };
  /** Namespaced kinds: those that the operator reads and writes. */
  readonly kinds: readonly AnyKind[];
  readonly namespace: string;
}

/** Every object of the kinds as the server has it now, but for garbage. */
export async function readState({ client, kinds, namespace }: Observed): Promise<AnyObject[]> {
  const lists = await Promise.all(kinds.map((kind) => client.live.listAll(kind, { namespace })));
  return withoutGarbage(lists.flat() as AnyObject[], kinds);
}

/**
 * The objects without those whose owners are all gone. The garbage collector takes them, sooner or
 * later; when is not the operator's affair. Owners of other kinds than these are taken to be there.
 */
export function withoutGarbage(objects: readonly AnyObject[], kinds: readonly AnyKind[]): AnyObject[] {
  const observed = new Set(kinds.map((kind) => `${apiVersionOf(kind)} ${kind.kind}`));
  const uids = new Set(objects.map(({ metadata }) => metadata?.uid));
  const kept = objects.filter(({ metadata: { ownerReferences = [] } = {} }) => {
    const isThere = ownerReferences.some(
      ({ uid, apiVersion, kind }) => uids.has(uid) || !observed.has(`${apiVersion} ${kind}`),
    );
    return ownerReferences.length === 0 || isThere;
  });
  // What is owned by garbage is garbage.
  return kept.length === objects.length ? kept : withoutGarbage(kept, kinds);
}

/** `deployments.apps web`: how a failure names an object. */
export function nameOf(kinds: readonly AnyKind[], object: AnyObject): string {
  const kind = kinds.find((each) => each.kind === object.kind);
  return `${kind ? resourceName(kind) : object.kind} ${object.metadata?.name}`;
}
