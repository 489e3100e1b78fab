/**
 * @module
 * What single built-in kinds do that others do not. Each has a room: a folder with its defaults, its validation, what it
 * does when it is written or ends, and the columns that it shows. `BuiltInKind` is what a room contributes, the registry
 * the list of rooms. What several kinds need, the template of a pod above all, is in validation, defaults and tables.
 *
 * A plugin of admission that is about one kind is in its room too; its place in the order of all plugins is in admission.
 *
 * Three things about a kind are elsewhere. Its fields, their types and their numbers on the wire are derived from a real
 * server for all kinds at once, as tables that no hand edits (schemas, protobuf, resources). Its conversion between
 * versions stands below the tracking of owners, which needs it (resources). Its subresources carry out writes of their own
 * and so stand on operations, which stand on the rooms: there is a file for each of them (subresources).
 */
export type { AllocationContext } from './built-in-kind.ts';
export { certificateRequester } from './certificate-signing-requests/index.ts';
export { tableColumns } from './columns.ts';
export { CLEANUP_FINALIZER } from './custom-resource-definitions/index.ts';
export { kindRules } from './kind-rules.ts';
export { taintNodesByCondition } from './nodes/index.ts';
export { persistentVolumeClaimResize } from './persistent-volume-claims/index.ts';
export { defaultTolerationSeconds, priority, runtimeClass, serviceAccount } from './pods/index.ts';
export { selectableFields, unknownFieldMessage } from './selectable-fields.ts';
export { SERVICE_RANGE } from './services/index.ts';
