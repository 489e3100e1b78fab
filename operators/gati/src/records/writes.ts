import type { OwnerReference, PatchOperation, Ref } from '@gati-framework/contracts/deployment';
import type { ReadVersion, SeenOf } from '../cluster/index.ts';
import type { GatiVersionStatus } from '../types/index.ts';

/** An object that belongs to a version, and to whom its owner reference says it does. */
export interface Child {
  readonly ref: Ref;
  readonly ownerUid: string;
}

/** Something to be written, in this order; a process that stops in between goes on from what is there then. */
export type RecordWrite =
  | { readonly kind: 'create'; readonly record: SeenOf<'GatiVersion'> }
  /** All operations or none; they test the uid first. */
  | { readonly kind: 'patch'; readonly name: string; readonly operations: readonly PatchOperation[] }
  | { readonly kind: 'status'; readonly name: string; readonly status: GatiVersionStatus }
  /** The owner reference of one record is replaced by that of another; the object stays as it is. */
  | { readonly kind: 'move'; readonly child: Ref; readonly fromUid: string; readonly to: OwnerReference }
  /** Its children are not its own any more: the finalizer goes without cleanup. */
  | { readonly kind: 'delete'; readonly name: string; readonly uid: string };

export interface RecordChange {
  readonly annotations?: Readonly<Record<string, string>>;
  /** Undefined takes the field away. */
  readonly spec?: Readonly<Partial<Record<keyof ReadVersion['spec'], unknown>>>;
}

/** For what replaces a whole field: a client may have written into it since. */
function unchanged({ metadata }: ReadVersion): PatchOperation {
  return { op: 'test', path: '/metadata/resourceVersion', value: metadata.resourceVersion };
}

/** The patch that makes a record so; nothing where it is so already. */
export function patchOf(version: ReadVersion, { annotations = {}, spec = {} }: RecordChange): RecordWrite[] {
  const { metadata } = version;
  const present = metadata.annotations ?? {};
  const noted = Object.entries(annotations).filter(([key, value]) => present[key] !== value);
  const operations: PatchOperation[] = [];
  if (noted.length > 0 && metadata.annotations === undefined) {
    operations.push(unchanged(version), { op: 'add', path: '/metadata/annotations', value: {} });
  }
  for (const [key, value] of noted) {
    operations.push({ op: 'add', path: `/metadata/annotations/${key.replaceAll('/', '~1')}`, value });
  }
  for (const [field, value] of Object.entries(spec)) {
    const path = `/spec/${field}`;
    if (value !== undefined) operations.push({ op: 'add', path, value });
    else if (version.spec[field as keyof ReadVersion['spec']] !== undefined) operations.push({ op: 'remove', path });
  }
  if (operations.length === 0) return [];
  const uid: PatchOperation = { op: 'test', path: '/metadata/uid', value: metadata.uid };
  return [{ kind: 'patch', name: metadata.name, operations: [uid, ...operations] }];
}
