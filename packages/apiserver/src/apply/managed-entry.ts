import type { Fields } from './fields.ts';

/** One entry of `metadata.managedFields`, its fields in the order in which the server writes them. */
export interface ManagedEntry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time?: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: Fields;
  readonly subresource?: string;
}

/** Who writes, and through what. */
export type Writer = Pick<ManagedEntry, 'manager' | 'apiVersion' | 'subresource'>;

/**
 * What makes two entries one. An applier is the same in every API version, so that what it applied
 * in an older one is taken back by the newer one. The text is also the order of conflicts.
 */
export function identityOf({ manager, operation, apiVersion, subresource }: Omit<ManagedEntry, 'fieldsV1'>): string {
  return JSON.stringify({ manager, operation, ...(operation === 'Update' && { apiVersion }), subresource });
}

export function entryOf(
  { manager, apiVersion, subresource }: Writer,
  operation: ManagedEntry['operation'],
  fieldsV1: Fields,
  time: string | undefined,
): ManagedEntry {
  return {
    manager,
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(subresource !== undefined && { subresource }),
  };
}

/** Appliers first, then by time, manager, version and subresource. */
export function compareEntries(a: ManagedEntry, b: ManagedEntry): number {
  const keys = ({ operation, time = '', manager, apiVersion, subresource = '' }: ManagedEntry) =>
    [operation, time, manager, apiVersion, subresource] as const;
  const others = keys(b);
  for (const [at, key] of keys(a).entries()) {
    const other = others[at] ?? '';
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}
