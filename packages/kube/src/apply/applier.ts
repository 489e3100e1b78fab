import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@slipway/apimachinery/clock';
import { type ObjectRef, refOf } from '@slipway/apimachinery/references';
import { type LiveReader, type Writer } from '../client/index.ts';
import { KubeError } from '../errors.ts';
import {
  type AnyKind,
  type AnyObject,
  type DeepReadonly,
  type ObjectOf,
  resourceName,
  type Stored,
} from '../kinds/index.ts';
import { ApplyMemory } from './apply-memory.ts';
import { checkManager, type Intent, type Owner, ownerReferenceTo, type StatusIntent, trackedPart } from './intent.ts';
import { afterApply, blockedForMs } from './loop-guard.ts';
import { type FieldSet, ownedPart } from './owned-part.ts';
import { afterRecreation, recreationWaitMs } from './recreation.ts';
import { applyLoop, deletedAgain, fieldConflict, foreignObject, isOwnershipConflict } from './refusals.ts';

/** What the caches of this process know of one object. */
export interface CachedObject {
  readonly object: Stored<DeepReadonly<AnyObject>> | undefined;
  /** False where a selector could hide an object that exists. */
  readonly complete: boolean;
  /** The fields that a manager owns by apply, or undefined when it owns none. */
  ownedFields(manager: string, subresource?: string): FieldSet | undefined;
  /** What managers of others have set in its pod template. @default it is not known */
  foreignFields?(): readonly { readonly manager: string; readonly fields: DeepReadonly<Record<string, unknown>> }[];
}

export interface ApplierOptions {
  readonly live: LiveReader;
  readonly writer: Writer;
  /** Looks an object up in the caches; undefined when none of them covers it. */
  readonly cached: (kind: AnyKind, ref: ObjectRef) => CachedObject | undefined;
  /** `<api group>/<controller>`, the same in every pod and version. Status is owned by `<manager>-status`. */
  readonly manager: string;
  readonly clock: Clock;
}

export interface ApplyCallOptions {
  /** The object that owns this one; its reference is added to the intent and marks the object as ours. */
  readonly owner?: Owner;
  /**
   * Without an owner: the key of a label in the intent that marks the object as ours. Without both,
   * an object is ours while this manager owns a field of it, which a rival can end: give one of them.
   */
  readonly ownerLabel?: string;
  /** Take over an object that exists and is not ours, without taking fields from others. @default false */
  readonly adopt?: boolean;
  readonly signal?: AbortSignal;
}

export interface ApplyResult<Obj> {
  readonly object: DeepReadonly<Obj>;
  /** False when the server already had all of it and no request was sent. */
  readonly written: boolean;
}

/**
 * Server-side apply with a memory.
 *
 * **Expected flow.** Each reconcile applies the full intent for each object. The first apply writes;
 * later ones compare the intent with the cached object and send nothing.
 *
 * **Guarantees.** An object that exists and is not ours is not touched (`APPLY_CONFLICT`). A field
 * that something else keeps rewriting is not fought over (`APPLY_LOOP`); an object that is deleted comes back, at once
 * unless it is deleted again and again. A second apply of what the server already has costs no request.
 *
 * **Assumptions.** The manager's name belongs to one controller. Fields that another actor owns by
 * design (replicas under an autoscaler) are not in the intent.
 *
 * **Caveats.** Without a cache over the kind every apply is a request, which the server answers
 * without a write when nothing changed.
 */
export interface Applier {
  readonly manager: string;
  apply<K extends AnyKind>(kind: K, intent: Intent<K>, options?: ApplyCallOptions): Promise<ApplyResult<ObjectOf<K>>>;
  /** Applies to `/status` of an object that exists, as `<manager>-status`. */
  applyStatus<K extends AnyKind>(
    kind: K,
    intent: StatusIntent<ObjectOf<K> extends { status?: infer Status } ? Status : never>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ApplyResult<ObjectOf<K>>>;
}

/** An object that is there, and what this manager owns of it. */
interface Existing {
  readonly object: AnyObject;
  readonly fields: FieldSet | undefined;
}

/** One apply on its way: what is wanted, where, and as whom. */
interface Task {
  readonly kind: AnyKind;
  readonly ref: ObjectRef;
  readonly body: AnyObject;
  readonly manager: string;
  readonly subresource: string | undefined;
  readonly signal: AbortSignal | undefined;
}

interface Sending {
  readonly force: boolean;
  /** The resource version that was there, where one was. */
  readonly before: string | undefined;
  /** As far as is known the object does not exist; for certain where `isGone`. */
  readonly isMissing?: boolean;
  readonly isGone?: boolean;
}

export function createApplier({ live, writer, cached, clock, ...options }: ApplierOptions): Applier {
  const manager = checkManager(options.manager);
  const memories = new ApplyMemory();

  async function send(
    task: Task,
    { force, before, isMissing = false, isGone = false }: Sending,
  ): Promise<ApplyResult<AnyObject>> {
    const { kind, ref, body, subresource, signal } = task;
    const key = memoryKey(task);
    const intent = digest(trackedPart(body));
    const memory = memories.get(key);
    const againMs = isMissing ? recreationWaitMs(memory?.recreations, intent, clock.now()) : 0;
    if (againMs > 0) throw deletedAgain(kind, ref, againMs);
    // What is gone cannot be fought over.
    const waitMs = isGone ? 0 : blockedForMs(memory?.loop, intent, clock.now());
    if (waitMs > 0) throw applyLoop(kind, ref, task.manager, waitMs);

    const object: AnyObject = await writer
      .apply(kind, body, {
        fieldManager: task.manager,
        force,
        ...(subresource !== undefined && { subresource }),
        ...(signal && { signal }),
      })
      .catch((error: unknown) => {
        throw isOwnershipConflict(error) ? fieldConflict(kind, ref, error) : error;
      });

    const resourceVersion = object.metadata?.resourceVersion;
    // The cache may lag behind our own last write, so that write counts as known too.
    const changed = resourceVersion !== before && resourceVersion !== memory?.resourceVersion;
    // The object that this process applied last, and not another of its name: something wrote over our value.
    const uid = object.metadata?.uid;
    const overwritten = changed && memory?.uid !== undefined && memory.uid === uid;
    const recreated = isMissing && memory?.uid !== undefined && memory.uid !== uid;
    const recreations = recreated ? afterRecreation(memory.recreations, intent, clock.now()) : memory?.recreations;
    const loop = afterApply(memory?.loop, { intent, overwritten, now: clock.now() });
    const fields = appliedFields(object, task.manager, subresource);
    const owned = fields && digest(ownedPart(object, fields));
    memories.set(key, { intent, owned, uid, resourceVersion, loop, recreations });
    const blockMs = blockedForMs(loop, intent, clock.now());
    if (blockMs > 0) throw applyLoop(kind, ref, task.manager, blockMs);
    return { object, written: changed };
  }

  /** Whether the server already has the intent: exactly, or as it rewrote it last time. */
  function isSatisfied(task: Task, seen: CachedObject): boolean {
    const fields = seen.ownedFields(task.manager, task.subresource);
    if (!seen.object || !fields) return false;
    const owned = ownedPart(seen.object, fields);
    const wanted = trackedPart(task.body);
    if (isDeepStrictEqual(owned, wanted)) return true;
    const memory = memories.get(memoryKey(task));
    return memory !== undefined && memory.intent === digest(wanted) && memory.owned === digest(owned);
  }

  return {
    manager,

    async apply<K extends AnyKind>(kind: K, intent: Intent<K>, call: ApplyCallOptions = {}) {
      const body = withOwner(toBody(intent), kind, call.owner);
      const ref = refOf(body);
      const task: Task = { kind, ref, body, manager, subresource: undefined, signal: call.signal };
      const seen = cached(kind, ref);
      const found = await findExisting(task, seen);
      if (found && !isOurs(found, body, call, memories.get(memoryKey(task))?.uid)) {
        if (!call.adopt) throw foreignObject(kind, ref, await live.get(kind, ref, signalOf(task)));
        const before = found.object.metadata?.resourceVersion;
        return (await send(task, { force: false, before })) as ApplyResult<ObjectOf<K>>;
      }
      if (found && seen?.object && isSatisfied(task, seen)) {
        return { object: seen.object as DeepReadonly<ObjectOf<K>>, written: false };
      }
      // An apply meant to create is unforced, so that a rival's object conflicts. Without a
      // cache, what was applied before is taken to be there still.
      const force = found !== undefined || (!seen && memories.has(memoryKey(task)));
      const isMissing = found === undefined;
      const isGone = isMissing && seen?.complete === true;
      const before = found?.object.metadata?.resourceVersion;
      return (await send(task, { force, before, isMissing, isGone })) as ApplyResult<ObjectOf<K>>;
    },

    async applyStatus<K extends AnyKind>(
      kind: K,
      intent: StatusIntent<unknown>,
      call: { readonly signal?: AbortSignal } = {},
    ) {
      const task: Task = {
        kind,
        ref: { namespace: intent.metadata.namespace, name: intent.metadata.name },
        body: toBody(intent),
        manager: `${manager}-status`,
        subresource: 'status',
        signal: call.signal,
      };
      const seen = cached(kind, task.ref);
      if (seen?.object && isSatisfied(task, seen)) {
        return { object: seen.object as DeepReadonly<ObjectOf<K>>, written: false };
      }
      const before = seen?.object?.metadata?.resourceVersion;
      return (await send(task, { force: true, before })) as ApplyResult<ObjectOf<K>>;
    },
  };

  /** The object as it exists, from the cache where that can be trusted, else from the server. */
  async function findExisting(task: Task, seen: CachedObject | undefined): Promise<Existing | undefined> {
    if (seen?.object) return { object: seen.object as AnyObject, fields: seen.ownedFields(task.manager) };
    // A whole cache that does not have it, or a process that applied it before, needs no look.
    if (seen?.complete || memories.has(memoryKey(task))) return undefined;
    const object: AnyObject | undefined = await live.get(task.kind, task.ref, signalOf(task));
    return object && { object, fields: appliedFields(object, task.manager, undefined) };
  }
}

/**
 * Whether the object may be forced: by its owner, by its label, or for want of both by the fields
 * this manager owns or this process has applied.
 */
function isOurs(
  { object, fields }: Existing,
  body: AnyObject,
  { owner, ownerLabel }: ApplyCallOptions,
  appliedUid: string | undefined,
): boolean {
  if (owner) {
    const uid = owner.object.metadata?.uid;
    return (object.metadata?.ownerReferences ?? []).some((reference) => reference.uid === uid);
  }
  if (ownerLabel === undefined)
    return fields !== undefined || (appliedUid !== undefined && object.metadata?.uid === appliedUid);
  const mark = body.metadata?.labels?.[ownerLabel];
  if (mark === undefined) {
    throw new KubeError('KUBE_INVALID', `metadata.labels: the intent lacks its owner label ${ownerLabel}`);
  }
  return object.metadata?.labels?.[ownerLabel] === mark;
}

/** Adds the owner's reference, so that it stands in the intent as any other owned field. */
function withOwner(body: AnyObject, kind: AnyKind, owner: Owner | undefined): AnyObject {
  if (!owner) return body;
  const ownerReferences = [...(body.metadata?.ownerReferences ?? []), ownerReferenceTo(owner, refOf(body), kind)];
  return { ...body, metadata: { ...body.metadata, ownerReferences } };
}

/** The fields that the manager owns by apply in an object that was not read from a cache. */
export function appliedFields(
  object: DeepReadonly<AnyObject>,
  manager: string,
  subresource: string | undefined,
): FieldSet | undefined {
  const entry = (object.metadata?.managedFields ?? []).find(
    (candidate) =>
      candidate.manager === manager &&
      candidate.operation === 'Apply' &&
      (candidate.subresource ?? '') === (subresource ?? ''),
  );
  return entry?.fieldsV1 as FieldSet | undefined;
}

/** As it goes over the wire: what JSON drops is not in the intent. */
function toBody(intent: object): AnyObject {
  return JSON.parse(JSON.stringify(intent)) as AnyObject;
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64');
}

function memoryKey({ kind, ref, subresource }: Task): string {
  return `${resourceName(kind)} ${ref.namespace ?? ''}/${ref.name} ${subresource ?? ''}`;
}

function signalOf(task: Task): { signal?: AbortSignal } {
  return task.signal ? { signal: task.signal } : {};
}
