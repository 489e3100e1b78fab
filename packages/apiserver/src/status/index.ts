/**
 * @module
 * Refusals: every answer that is not a success, in the words of a real API server (K-80 to K-99).
 *
 * Clients act on code, reason and causes, so those are made here and nowhere else.
 */
export * from './field-error.ts';
export * from './status.ts';
