import type { AnyKind, DeepReadonly, ObjectOf } from '@slipway/kube';
import type { Node, Stored } from '@slipway/kube/kinds';

/** An object of a kind as a cache shows it. */
export type Read<K extends AnyKind> = Stored<DeepReadonly<ObjectOf<K>>>;

/** An object of a kind as it is sent. */
export type Written<K extends AnyKind> = ObjectOf<K>;

/** Several controllers look at nodes, none of them owns the kind. */
export type NodeObject = Read<typeof Node>;
