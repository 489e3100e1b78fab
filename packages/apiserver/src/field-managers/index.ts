/**
 * @module
 * Field managers: who owns which field of every stored object (K-61, K-62, K-69, K-78, K-87).
 *
 * Each write goes through here between what the client wants and what the server makes of it, as on
 * a real server: owners are tracked on the object with its defaults, before the server adds or puts
 * back what clients may not decide.
 */
export { type ApplyWrite, applied } from './application.ts';
export { decodeEntries, encodeEntries, isSameBesidesTimes } from './entries.ts';
export { emptyStatus, typeOfKind } from './kind-view.ts';
export { isPrintable, LONGEST_MANAGER_BYTES, managerName, SERVER_MANAGER } from './manager-name.ts';
export { ownersAtCreate, ownersAtUpdate, type Write } from './tracking.ts';
