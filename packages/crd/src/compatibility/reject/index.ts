/**
 * @module
 * Whether the API server would take the new CRD at all (J01–J19, X16). What it refuses can be neither
 * waived nor overridden.
 */
export { checkReject, checkRejectOn } from './reject.ts';
