/**
 * @module
 * What a program needs that reads Gati's objects and writes commands on them: kinds, names, and the words for where a
 * rollout stands. Without definitions, schemas and controllers, so that one request is not paid for with all of them.
 */
export { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../kinds/index.ts';
export { type Outlook, outlookOf, rolloutIn, unreadableRollout } from '../outlook/index.ts';
export { gapWords } from '../shares/index.ts';
export type { GatiHandler, GatiHandlerStatus, GatiVersion, LastCommand } from '../types/index.ts';
export { ANNOTATIONS, FINALIZERS, WATCHED } from '../words/index.ts';
