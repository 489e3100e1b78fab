import type { Kind } from './call.ts';

/** What orders are answered with that make no object. */
export const STATUS: Kind = { group: '', version: 'v1', kind: 'Status' };
export const CREATED = { metadata: {}, status: 'Success', code: 201 };
