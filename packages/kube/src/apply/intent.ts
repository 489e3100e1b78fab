import { apiVersionOf, type ObjectRef } from '@slipway/apimachinery/references';
import { describeObject } from '../client/index.ts';
import { KubeError } from '../errors.ts';
import { type AnyKind, type AnyObject, type ObjectOf, type OwnerReference } from '../kinds/index.ts';

/** The metadata an applier may own. What the server writes is not in it, so a read object does not fit. */
export interface IntentMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly generateName?: never;
  readonly uid?: never;
  readonly resourceVersion?: never;
  readonly generation?: never;
  readonly creationTimestamp?: never;
  readonly managedFields?: never;
}

/**
 * All that one applier wants of an object. A field it leaves out is released. The type has
 * no place for what the server writes, so that it cannot be filled from an object that was read.
 */
export type Intent<K extends AnyKind> = Readonly<Partial<Omit<ObjectOf<K>, keyof AnyObject | 'status'>>> & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: IntentMeta;
  readonly status?: never;
};

/** A status as one applier wants it. */
export interface StatusIntent<Status> {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    /** The version that the decision was read at: the write loses (`KUBE_CONFLICT`) against a newer one. */
    readonly resourceVersion?: string;
  };
  readonly status: Status;
}

/** 128 is the server's limit; seven are kept for `-status`. */
const LONGEST_MANAGER = 121;

/** The manager's name, or an error that says how it must look. */
export function checkManager(manager: string): string {
  if (manager.length === 0 || manager.length > LONGEST_MANAGER || !/^[\x20-\x7e]+$/.test(manager)) {
    throw new KubeError(
      'KUBE_INVALID',
      `field manager "${manager}": use <api group>/<controller>, 1 to ${LONGEST_MANAGER} printable characters, ` +
        'the same in every pod and version',
    );
  }
  return manager;
}

/** A live object that owns others. */
export interface Owner {
  readonly kind: AnyKind;
  readonly object: AnyObject;
}

/**
 * A controller reference to the owner. Garbage collection deletes a child whose owner it cannot find
 * in the child's own namespace, so a reference across namespaces is refused here.
 */
export function ownerReferenceTo(owner: Owner, child: ObjectRef, childKind: AnyKind): OwnerReference {
  const { name, namespace, uid } = owner.object.metadata ?? {};
  const described = describeObject(childKind, child);
  if (!name || !uid) {
    throw new KubeError('KUBE_INVALID', `${described}: its owner has no uid; own it by an object that was read`);
  }
  if (owner.kind.scope === 'Namespaced' && (childKind.scope === 'Cluster' || namespace !== child.namespace)) {
    throw new KubeError(
      'KUBE_INVALID',
      `${described}: its owner ${describeObject(owner.kind, { name, namespace })} lives in another namespace, so ` +
        'garbage collection would delete it; mark it with a label instead and delete it in a finalizer',
    );
  }
  return {
    apiVersion: apiVersionOf(owner.kind),
    kind: owner.kind.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** What of an intent the server tracks owners of: all but the object's address. */
export function trackedPart(intent: AnyObject): Record<string, unknown> {
  const { apiVersion: _apiVersion, kind: _kind, metadata = {}, ...rest } = intent;
  const { name: _name, namespace: _namespace, resourceVersion: _resourceVersion, ...meta } = metadata;
  return Object.keys(meta).length === 0 ? rest : { metadata: meta, ...rest };
}
