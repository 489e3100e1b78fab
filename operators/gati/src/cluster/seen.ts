import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import type { AnyObject, DeepReadonly } from '@slipway/kube';
import type { ReadHandler, ReadModule, ReadVersion } from './read.ts';

/** An object as it is read: with what only the server writes. */
export type Seen = DeploymentResource & { metadata: { creationTimestamp?: string } };

/** With its kind, which lists leave out. */
type OfKind<Resource> = Resource & { kind: string };

/** Kinds whose content this operator defines. */
interface OwnKinds {
  GatiHandler: OfKind<ReadHandler>;
  GatiModule: OfKind<ReadModule>;
  GatiVersion: OfKind<ReadVersion>;
}

/** What is read of a kind: known field by field for the operator's own, loosely for all others. */
export type SeenOf<Kind extends string> = Kind extends keyof OwnKinds ? OwnKinds[Kind] : Seen;

/**
 * An object that was read of this kind, with the kind, which objects of lists lack. The one place where what a server or
 * a store holds becomes a type of the operator: its schema was checked there.
 */
export function seenAs<Kind extends string>(kind: Kind, object: DeepReadonly<AnyObject>): SeenOf<Kind> {
  return { spec: {}, ...(object as object), kind } as object as SeenOf<Kind>;
}
