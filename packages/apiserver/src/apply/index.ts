/**
 * @module
 * Server-side apply without a server: which object and which owners come out of an intent (L-6).
 *
 * Everything is a function of values: a live object, who owns which of its fields, and an intent or
 * a new object. Sets of fields are trees in the form of managedFields; types say whether a list or a
 * map is one value or many. The rules are those of structured merge:
 *
 * - an applier owns exactly what it applied, an updater what it changed;
 * - a field changed by one manager is taken from all others; an apply needs `force` for that;
 * - a field that its applier leaves out goes, unless another manager owns it.
 */
export { type Application, type Applied, apply, type Conflict } from './apply.ts';
export { atomicParts } from './atomic-parts.ts';
export { compare } from './comparison.ts';
export { difference, type Fields, fieldsAt, hasPath, isEmpty, LEAF } from './fields.ts';
export { intentErrors, NoJson } from './intent-errors.ts';
export { compareEntries, identityOf, type ManagedEntry, type Writer } from './managed-entry.ts';
export { merge } from './merge.ts';
export { fieldsOf } from './owned-fields.ts';
export type { KindView } from './ownership.ts';
export { printPath, sorted } from './path-element.ts';
export { update } from './update.ts';
