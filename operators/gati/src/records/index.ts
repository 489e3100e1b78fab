/**
 * @module
 * Which GatiVersion is which version of which handler.
 *
 * A record is linked to its handler by reference, label, Deployment or name. Of the records of one handler, one
 * counts for each version id. What people write comes before what the operator wrote: a bare record of theirs takes
 * over the operator's, with its template, status and children. What is missing is made, what is empty is filled in.
 *
 * Everything is decided from the objects that are there, never from the order in which they came, and comes as a
 * list of writes. A list that was carried out in part is shorter the next time, so it can stop anywhere.
 */
export { isOperatorAuthored } from './authors.ts';
export { type Declarations, declarationsOf } from './declarations.ts';
export { type Link, linkOf } from './link.ts';
export { type RecordInput, type Records, recordsAsTheyAre, recordsOf } from './records.ts';
export type { Child, RecordWrite } from './writes.ts';
