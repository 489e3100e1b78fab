/**
 * @module
 * Server-side apply: full intent in, one owner per field, no request when nothing differs.
 *
 * An applier belongs to one controller and carries its field manager's name. It compares what the
 * controller wants with the fields that manager already owns, so a reconcile that changes nothing
 * sends nothing. Values that are generated once are created, not applied.
 */
export {
  type Applier,
  type ApplierOptions,
  type ApplyCallOptions,
  type ApplyResult,
  appliedFields,
  type CachedObject,
  createApplier,
} from './applier.ts';
export { createOnce } from './create-once.ts';
export { type Intent, type IntentMeta, type Owner, ownerReferenceTo, type StatusIntent } from './intent.ts';
export { migrateManager } from './manager-migration.ts';
export type { FieldSet } from './owned-part.ts';
