import type { GatiHandler, GatiModule, GatiVersion } from '../types/index.ts';

/**
 * A custom resource as it was read: it has a name and is in a namespace. A uid and a resource version are no part of
 * this, though every API server adds them: a target that serves as the store may keep its objects without.
 */
type Read<Resource> = Resource & { readonly metadata: { readonly name: string; readonly namespace: string } };

export type ReadHandler = Read<GatiHandler>;
export type ReadModule = Read<GatiModule>;
export type ReadVersion = Read<GatiVersion>;
