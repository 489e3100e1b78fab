import type { AnyObject } from '../kinds/index.ts';
import type { NeedsManagedFields } from './managed-fields.ts';
import type { Slices } from './slices.ts';

/** What a reflector keeps equal to a collection of the server. A cache is one; a test or a mirror in a file may be another. */
export interface ReflectorTarget {
  /** The resource version up to which everything has been taken in; empty before the first sync. */
  readonly resourceVersion: string;
  /** Objects come with `managedFields` empty where this says that they are not needed. @default all are needed */
  readonly needsManagedFields?: NeedsManagedFields | undefined;
  /** Collects a new content beside the present one. */
  beginReplace(): Replacement;
  /** Takes in one event. `resourceVersion` moves with it, once the event is in. */
  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: AnyObject): void;
  /** Nothing has changed up to `resourceVersion`. */
  bookmark(resourceVersion: string): void;
}

/** A content that nobody sees before it is whole. */
export interface Replacement {
  set(object: AnyObject): void;
  delete(object: AnyObject): void;
  /** Puts it in place in one step, then hands out the differences in slices. */
  commit(resourceVersion: string, slices: Slices): Promise<void>;
}
