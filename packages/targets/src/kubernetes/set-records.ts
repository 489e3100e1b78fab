import type { Ref } from '@gati-framework/contracts/deployment';
import type { Cluster, OwnerReference } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { TargetError } from '../errors.ts';
import { SET_LABEL, setIdOf } from '../marks/index.ts';
import { managerLabel } from './manager-label.ts';
import type { SetRecord } from './set-plan.ts';

const PREFIX = 'slipway-set-';
export const isRecordName = (name: string): boolean => name.startsWith(PREFIX);

/** A record as it was read: what may replace it is this version alone. */
export interface StoredRecord {
  readonly record: SetRecord;
  readonly uid: string;
  readonly resourceVersion: string;
}

/**
 * The records of sets, one ConfigMap each. Every write says which version it replaces, so that of two
 * processes that believe they lead only one can go on.
 *
 * Who works for an owner is alone with its record, so what was read or written last is remembered: a set that is as it
 * should be costs no request. A wrong memory is corrected by the write that follows, and reads again.
 */
export class SetRecords {
  readonly #cluster: Cluster;
  readonly #manager: string;
  readonly #known = new Map<string, StoredRecord>();

  constructor(cluster: Cluster, manager: string) {
    this.#cluster = cluster;
    this.#manager = manager;
  }

  /** What is remembered of the owner's record. Of another incarnation of the owner, whose record went with it, nothing. */
  recall(owner: Ref): StoredRecord | undefined {
    const known = this.#known.get(setIdOf(owner));
    return known?.record.owner.uid === owner.uid ? known : undefined;
  }

  async read(owner: Ref): Promise<StoredRecord | undefined> {
    const at = this.#at(owner);
    const object = await this.#cluster.client.live.get(ConfigMap, at);
    if (!object) {
      this.#known.delete(setIdOf(owner));
      return undefined;
    }
    const { uid, resourceVersion } = object.metadata;
    const record = parse(object.data ?? {}, `ConfigMap "${at.name}" in namespace "${at.namespace}"`);
    return this.#remember({ record, uid, resourceVersion });
  }

  async write(
    record: SetRecord,
    replaces: StoredRecord | undefined,
    ownerReferences: OwnerReference[],
  ): Promise<StoredRecord> {
    const { owner, revision, pending, resources } = record;
    const object = {
      metadata: {
        ...this.#at(owner),
        labels: { [SET_LABEL]: setIdOf(owner), 'app.kubernetes.io/managed-by': managerLabel(this.#manager) },
        ...(ownerReferences.length > 0 && { ownerReferences }),
        ...(replaces && { uid: replaces.uid, resourceVersion: replaces.resourceVersion }),
      },
      data: {
        owner: JSON.stringify(owner),
        resources: JSON.stringify(resources),
        ...(revision !== undefined && { revision }),
        ...(pending !== undefined && { pending }),
      },
    };
    const { client } = this.#cluster;
    const options = { fieldManager: this.#manager };
    // Until an answer has come nobody knows what the record says.
    this.#known.delete(setIdOf(owner));
    const { metadata } = await (replaces
      ? client.update(ConfigMap, object, options)
      : client.create(ConfigMap, object, options));
    return this.#remember({ record, uid: metadata.uid, resourceVersion: metadata.resourceVersion });
  }

  async remove({ record, uid }: StoredRecord): Promise<void> {
    this.#known.delete(setIdOf(record.owner));
    await this.#cluster.client.delete(ConfigMap, this.#at(record.owner), { uid });
  }

  #remember(stored: StoredRecord): StoredRecord {
    this.#known.set(setIdOf(stored.record.owner), stored);
    return stored;
  }

  #at(owner: Ref): { readonly namespace: string; readonly name: string } {
    return { namespace: owner.namespace || this.#cluster.namespace, name: `${PREFIX}${setIdOf(owner)}` };
  }
}

function parse(data: Readonly<Record<string, string>>, where: string): SetRecord {
  try {
    const resources = JSON.parse(data['resources'] ?? '') as readonly Ref[];
    const owner = JSON.parse(data['owner'] ?? '') as Ref;
    if (!Array.isArray(resources) || !resources.every(isRef) || !isRef(owner)) throw new Error('it names no objects');
    const { revision, pending } = data;
    return { owner, resources, ...(revision !== undefined && { revision }), ...(pending !== undefined && { pending }) };
  } catch (cause) {
    // Taken for empty it would let go of every object that it names.
    throw new TargetError(
      'TARGET_RECORD',
      `${where} records what was applied and cannot be read. Nothing was changed. Restore it, or delete it after ` +
        'removing by hand what is not wanted any more.',
      { cause },
    );
  }
}

function isRef(value: Ref | null): boolean {
  return typeof value === 'object' && typeof value?.kind === 'string' && typeof value.name === 'string';
}
