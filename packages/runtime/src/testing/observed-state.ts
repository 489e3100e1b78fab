import { type AnyKind, type AnyObject, type LiveReader, resourceName } from '@slipway/kube';

/** What a harness looks at, past the operator's own connection. */
export interface Observed {
  readonly client: { readonly live: LiveReader };
  /** Namespaced kinds: those that the operator reads and writes. */
  readonly kinds: readonly AnyKind[];
  readonly namespace: string;
}

/** Every object of the kinds as the server has it now. */
export async function readState({ client, kinds, namespace }: Observed): Promise<AnyObject[]> {
  const lists = await Promise.all(kinds.map((kind) => client.live.listAll(kind, { namespace })));
  return lists.flat() as AnyObject[];
}

/** `deployments.apps web`: how a failure names an object. */
export function nameOf(kinds: readonly AnyKind[], object: AnyObject): string {
  const kind = kinds.find((each) => each.kind === object.kind);
  return `${kind ? resourceName(kind) : object.kind} ${object.metadata?.name}`;
}
