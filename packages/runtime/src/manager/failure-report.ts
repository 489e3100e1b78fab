import { isDeepStrictEqual } from 'node:util';
import {
  type AnyKind,
  type AnyObject,
  type Clock,
  type DeepReadonly,
  isKubeError,
  type Logger,
  type ObjectRef,
} from '@slipway/kube';
import { appliedFields, type FieldSet } from '@slipway/kube/apply';
import { isNotFoundOf, type JsonPatchOperation, refOf } from '@slipway/kube/client';
import type { TrackedAccess } from '../consistency/index.ts';
import { type Condition, setCondition } from '../status/index.ts';
import { ownsEntries, setBy } from './condition-owners.ts';
import { failureCondition } from './failure.ts';

export interface FailureReportOptions {
  readonly kind: AnyKind;
  /** Who owns the reports: nobody else's name, so that what it set can be distinguished from what others set. */
  readonly manager: string;
  readonly access: Pick<TrackedAccess, 'client' | 'cached'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Conditions by which failures are reported. */
export type FailureType = 'Ready' | 'Deleting';
const TYPES: readonly string[] = ['Ready', 'Deleting'] satisfies FailureType[];

/** Rights that are missing are missing for all objects of a kind, and for a while. */
const FORBIDDEN_MS = 30_000;

interface Seen {
  readonly ref: ObjectRef;
  readonly conditions: readonly Condition[];
  readonly observedGeneration: number;
  /** What the report owns of it. */
  readonly fields: FieldSet | undefined;
}

/**
 * Tells of failed reconciles in the status of their objects (R-120), beside other writers.
 *
 * **Expected flow.** `tell` after a failure, `takeBack` after a success.
 *
 * **Guarantees.** Its entry in the list of conditions is all that it ever owns, under a manager of its own. What a
 * reconcile then says under the same type takes its place; what it says nothing about goes with the next success, also
 * in a later process.
 *
 * **Caveats.** A list of conditions without keys has one owner: there the others' conditions are set again, as seen.
 */
export class FailureReport {
  readonly #options: FailureReportOptions;
  /** Whether entries of the list have owners of their own; undefined until the server was asked. */
  #isKeyed: boolean | undefined;
  #isPossible = true;
  /** Until when reports are not tried: each would cost the server as much as the reconcile that failed. */
  #pausedUntil = 0;
  #hasWarned = false;

  constructor(options: FailureReportOptions) {
    this.#options = options;
  }

  /** What of the conditions is a report of this controller. */
  reported(object: DeepReadonly<AnyObject>): readonly Condition[] {
    const seen = this.#see(object);
    return seen ? reportedIn(seen) : [];
  }

  /** Best effort: the failure itself goes to the queue whatever becomes of this. */
  async tell(object: DeepReadonly<AnyObject>, error: unknown, type: FailureType, signal: AbortSignal): Promise<void> {
    const condition = failureCondition(error, type);
    if (!condition || !this.#isPossible || this.#options.clock.now() < this.#pausedUntil) return;
    const seen = this.#see(object);
    if (!seen) return;
    try {
      const { generation } = object.metadata ?? {};
      // A newer generation was reported by another process: this one has read an old state.
      if (seen.observedGeneration > (generation ?? Number.POSITIVE_INFINITY)) return;
      const input = { ...condition, ...(generation !== undefined && { observedGeneration: generation }) };
      await this.#say(seen, setCondition(seen.conditions, input, new Date(this.#options.clock.wall())), type, signal);
    } catch (refusal) {
      if (!isNotFoundOf(refusal, seen.ref)) this.#noteRefusal(refusal);
    }
  }

  /** Nothing fails any more. */
  async takeBack(object: DeepReadonly<AnyObject>, signal: AbortSignal): Promise<void> {
    const { kind, manager, access } = this.#options;
    const seen = this.#see(object);
    if (!seen?.fields) return;
    const { ref, conditions } = seen;
    const own = new Set(reportedIn(seen));
    // From the end, so that the places of those before stay what they were.
    const removal = [...conditions.entries()].toReversed().flatMap(([index, entry]): JsonPatchOperation[] => {
      const path = `/status/conditions/${index}`;
      return own.has(entry)
        ? [
            { op: 'test', path, value: entry },
            { op: 'remove', path },
          ]
        : [];
    });
    try {
      if (removal.length > 0) {
        // Not released but removed: of an entry that others have the key of, they would keep nothing else.
        const status = access.client.subresource(kind, ref, 'status');
        await status.patch({ json: removal }, { fieldManager: manager, signal });
      } else {
        // Another manager has set something else in its place; the key of the entry is all that is left to give up.
        await access.client.apply(kind, { metadata: { ...ref } } as AnyObject, this.#applyOptions(signal));
      }
    } catch (error) {
      if (!isNotFoundOf(error, ref)) throw error;
    }
  }

  async #say(seen: Seen, next: readonly Condition[], type: string, signal: AbortSignal): Promise<void> {
    const own = next.filter((condition) => condition.type === type);
    // Of a list without keys the whole is set, or the rest of it would be lost.
    const conditions = next.length === own.length || (await this.#areKeyed(seen.ref, own, signal)) ? own : next;
    if (isDeepStrictEqual(setBy(seen.fields, seen.conditions), conditions)) return;
    await this.#apply(seen.ref, conditions, signal);
  }

  /** Only the server knows; it is asked once, where there is something to lose. */
  async #areKeyed(ref: ObjectRef, conditions: readonly Condition[], signal: AbortSignal): Promise<boolean> {
    if (this.#isKeyed === undefined) {
      const answer = await this.#apply(ref, conditions, signal, true);
      this.#isKeyed = ownsEntries(appliedFields(answer, this.#options.manager, 'status')) ?? false;
    }
    return this.#isKeyed;
  }

  #apply(
    { namespace, name }: ObjectRef,
    conditions: readonly Condition[],
    signal: AbortSignal,
    dryRun = false,
  ): Promise<AnyObject> {
    const body = { metadata: { name, ...(namespace && { namespace }) }, status: { conditions } };
    return this.#options.access.client.apply(this.#options.kind, body, {
      ...this.#applyOptions(signal),
      dryRun,
    });
  }

  #applyOptions(signal: AbortSignal) {
    return { fieldManager: this.#options.manager, force: true, subresource: 'status', signal };
  }

  /** As it is now: the reconcile may have written since it read it. Undefined when it is gone, or another. */
  #see(object: DeepReadonly<AnyObject>): Seen | undefined {
    const { kind, manager, access } = this.#options;
    const ref = refOf(object);
    const cached = access.cached(kind, ref);
    if (!cached?.object || cached.object.metadata.uid !== object.metadata?.uid) return undefined;
    const { conditions = [], observedGeneration = 0 } =
      (cached.object as { status?: { conditions?: Condition[]; observedGeneration?: number } }).status ?? {};
    return { ref, conditions, observedGeneration, fields: cached.ownedFields(manager, 'status') };
  }

  #noteRefusal(refusal: unknown): void {
    if (isKubeError(refusal, 'KUBE_FORBIDDEN')) this.#pausedUntil = this.#options.clock.now() + FORBIDDEN_MS;
    if (!isKubeError(refusal, 'KUBE_INVALID', 'KUBE_NOT_FOUND')) return;
    // 422 is about this object; the others are about its kind, which has no place for it.
    if (refusal.status !== 422) this.#isPossible = false;
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.logger.warn(
      { error: refusal },
      'A failure cannot be reported in the status of its object: give its CRD a status with conditions, or set ' +
        'reportFailures to false.',
    );
  }
}

function reportedIn({ fields, conditions }: Seen): readonly Condition[] {
  return setBy(fields, conditions).filter(({ type }) => TYPES.includes(type));
}
