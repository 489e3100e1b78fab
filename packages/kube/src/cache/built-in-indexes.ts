import type { AnyObject, DeepReadonly } from '../kinds/index.ts';

type Values = (object: DeepReadonly<AnyObject>) => readonly string[];

export const byNamespace: Values = ({ metadata }) => (metadata?.namespace ? [metadata.namespace] : []);

/** By the UIDs of all owners, controllers or not. */
export const byOwnerUid: Values = ({ metadata }) => metadata?.ownerReferences?.map(({ uid }) => uid) ?? [];

/** The indexes that every cache has, by their names. */
export const BUILT_IN_INDEXES: ReadonlyMap<string, Values> = new Map([
  ['namespace', byNamespace],
  ['ownerUid', byOwnerUid],
]);
