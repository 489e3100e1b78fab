import type { ApplyReport, DeploymentResource, Ref, ResourceSet } from '@gati-framework/contracts/deployment';
import { apiVersionOf } from '@slipway/apimachinery/references';
import { type AnyKind, type Cluster, isKubeError, type OwnerReference } from '@slipway/kube';
import { appliedFields, ownerReferenceTo } from '@slipway/kube/apply';
import { codeAndMessage, isTargetError, TargetError } from '../errors.ts';
import { markOf, setIdOf } from '../marks/index.ts';
import { describeRef, digestOf, isKept, type KindFinder, refKey, toBody } from '../resources/index.ts';
import { markedObjects } from './marked-objects.ts';
import type { ObjectApplier } from './object-applier.ts';
import { removeObject } from './object-removal.ts';
import { planSet, type SetPlan, type SetRecord } from './set-plan.ts';
import type { SetRecords, StoredRecord } from './set-records.ts';

type Result = ApplyReport['results'][number];

export interface SetApplierParts {
  readonly cluster: Cluster;
  readonly kinds: KindFinder;
  readonly objects: ObjectApplier;
  readonly records: SetRecords;
  /** Kinds beside the known ones of which the handle may have caches. */
  readonly watched: readonly AnyKind[];
  /** Kinds of which the handle may have no cache. */
  readonly unwatched: readonly AnyKind[];
}

/** A resource of the set with the kind it was found to be of. */
interface Member {
  readonly kind: AnyKind;
  readonly ref: Ref;
  readonly resource: DeploymentResource;
}

/** What is to be done, written down. */
interface Begun {
  readonly plan: SetPlan;
  readonly stored: StoredRecord | undefined;
  /** There was no record to begin from. */
  readonly isRecovered: boolean;
}

/** From what may exist, and the record that says so: absent where there is none, or none any more. */
type Begin = (record: SetRecord | undefined, replaces: StoredRecord | undefined) => Promise<Begun>;

/** After these nothing is known of any other object: the set is tried again as a whole. */
const SERVER_IS_AWAY = ['KUBE_UNREACHABLE', 'KUBE_TIMEOUT', 'KUBE_UNAUTHORIZED', 'KUBE_THROTTLED'] as const;

/**
 * Applies a set in order, then removes what left it, last applied first. An object that is refused
 * keeps no other from being applied, but nothing is removed while one is missing: what leaves may be
 * what still serves.
 */
export class SetApplier {
  readonly #parts: SetApplierParts;

  constructor(parts: SetApplierParts) {
    this.#parts = parts;
  }

  async apply({ owner, resources }: ResourceSet): Promise<ApplyReport> {
    const { records } = this.#parts;
    const members = await this.#membersOf(resources);
    const revision = digestOf(members.map(({ kind, resource }) => toBody(kind, resource)));
    const references = this.#referencesTo(await this.#ownerKind(owner), owner);
    const wanted = members.map(({ ref }) => ref);
    const { plan, stored, isRecovered } = await this.#begin(owner, members, async (record, replaces) => {
      const next = planSet(record, owner, revision, wanted);
      // What ends without a record needs none: if this stops half way, the rest is found as this was.
      const isNoted = next.before === undefined || (!replaces && wanted.length === 0);
      const noted = isNoted ? replaces : await records.write(next.before, replaces, references(undefined));
      return { plan: next, stored: noted, isRecovered: !replaces };
    });

    const results: Result[] = [];
    const membership = { setId: setIdOf(owner) };
    for (const { kind, ref, resource } of members) {
      const work = async (): Promise<Omit<Result, 'ref'>> =>
        this.#parts.objects.apply(kind, resource, { ...membership, ownerReferences: references({ kind, ref }) });
      results.push(await outcomeOf(ref, work));
    }
    if (results.every(({ outcome }) => outcome !== 'failed')) {
      for (const ref of plan.leaving)
        results.push(
          await outcomeOf(ref, async () => ({ outcome: await this.#remove(ref, membership.setId, isRecovered) })),
        );
    }
    if (results.every(({ outcome }) => outcome !== 'failed'))
      await this.#conclude(plan.after, stored, references(undefined));
    return { revision, results };
  }

  /** From what is remembered of the record; where that turns out to be wrong, from the record itself. */
  async #begin(owner: Ref, members: readonly Member[], begin: Begin): Promise<Begun> {
    const { records, cluster, kinds, objects, unwatched } = this.#parts;
    const known = records.recall(owner);
    try {
      if (known) return await begin(known.record, known);
    } catch (error) {
      // It was written or removed behind our back, and nothing is done yet.
      if (!isKubeError(error, 'KUBE_CONFLICT', 'KUBE_NOT_FOUND')) throw error;
    }
    const stored = await records.read(owner);
    if (stored) return begin(stored.record, stored);
    const watched = [...members.map(({ kind }) => kind), ...kinds.known, ...this.#parts.watched];
    const lost = { cluster, owner, manager: objects.manager, watched, unwatched };
    const resources = known?.record.resources ?? (await markedObjects(lost));
    return begin(resources.length > 0 ? { owner, resources } : undefined, undefined);
  }

  async #conclude(
    after: SetPlan['after'],
    stored: StoredRecord | undefined,
    references: OwnerReference[],
  ): Promise<void> {
    if (after === undefined) return;
    if (after !== 'none') await this.#parts.records.write(after, stored, references);
    else if (stored) await this.#parts.records.remove(stored);
  }

  /** Every kind is found before anything is sent. */
  async #membersOf(resources: readonly DeploymentResource[]): Promise<Member[]> {
    const seen = new Set<string>();
    const members: Member[] = [];
    for (const resource of resources) {
      const kind = await this.#parts.kinds.find(resource);
      const { metadata } = toBody(kind, resource);
      const ref = {
        apiVersion: apiVersionOf(kind),
        kind: kind.kind,
        namespace: metadata.namespace ?? '',
        name: metadata.name,
      };
      if (seen.has(refKey(ref))) {
        throw new TargetError(
          'TARGET_INVALID',
          `${describeRef(ref)} is in the set twice. Nothing was sent; leave one out.`,
        );
      }
      seen.add(refKey(ref));
      members.push({ kind, ref, resource });
    }
    return members;
  }

  async #remove(ref: Ref, setId: string, isRecovered: boolean): Promise<Result['outcome']> {
    const { kinds, cluster, objects } = this.#parts;
    const kind = await kinds.find(ref).catch((error: unknown) => {
      // Objects of a kind that is not served any more went with it.
      if (isTargetError(error, 'TARGET_UNKNOWN_KIND')) return undefined;
      throw error;
    });
    if (!kind) return 'deleted';
    const object = await cluster.client.live.get(kind, { namespace: ref.namespace || undefined, name: ref.name });
    if (!object) return 'deleted';
    // Someone else's by now, or holding what cannot be made again.
    if (markOf(object) !== setId || isKept(ref.kind)) return 'unchanged';
    // Without a record nobody knows that another target has not taken it over: it strips our fields.
    if (isRecovered && !appliedFields(object, objects.manager, undefined)) return 'unchanged';
    await removeObject(cluster.client, kind, ref, object.metadata?.uid);
    return 'deleted';
  }

  /** Only an owner with a uid can be referred to; of one without, its kind is of no interest. */
  async #ownerKind(owner: Ref): Promise<AnyKind | undefined> {
    return owner.uid === undefined ? undefined : this.#parts.kinds.find(owner);
  }

  #referencesTo(
    kind: AnyKind | undefined,
    { namespace, name, uid }: Ref,
  ): (child: { readonly kind: AnyKind; readonly ref: Ref } | undefined) => OwnerReference[] {
    if (!kind || uid === undefined) return () => [];
    const owner = { kind, object: { metadata: { name, namespace, uid } } };
    return (child) => {
      // The record itself: it lives in the owner's namespace.
      if (!child) return kind.scope === 'Cluster' || namespace ? [plainReference(kind, name, uid)] : [];
      // Across namespaces a reference would have the child collected; there the record alone remembers it.
      const isReachable = kind.scope === 'Cluster' || child.ref.namespace === namespace;
      return isReachable && !isKept(child.kind.kind) ? [ownerReferenceTo(owner, child.ref, child.kind)] : [];
    };
  }
}

function plainReference(kind: AnyKind, name: string, uid: string): OwnerReference {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, name, uid };
}

async function outcomeOf(ref: Ref, work: () => Promise<Omit<Result, 'ref'>>): Promise<Result> {
  try {
    return { ref, ...(await work()) };
  } catch (error) {
    if (isKubeError(error, ...SERVER_IS_AWAY)) throw error;
    return { ref, outcome: 'failed', error: codeAndMessage(error) };
  }
}
