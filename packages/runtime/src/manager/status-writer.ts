import { conditionOf } from '@slipway/apimachinery/conditions';
import type { AnyKind, AnyObject, Applier, DeepReadonly, ObjectOf } from '@slipway/kube';
import type { Result } from '../controller/index.ts';
import { type Condition, type ConditionInput, setCondition, type Wait, waiting } from '../status/index.ts';

export type StatusFields<K extends AnyKind> =
  ObjectOf<K> extends { status?: infer Status } ? NonNullable<Status> : never;

/** What a reconcile says of its object. Written once, after the reconcile, and only when it differs. */
export interface Status<Fields> {
  /**
   * States fields of the status. A reconcile states all that it wants there: a field of an earlier
   * run that is not stated again goes.
   */
  set(fields: Partial<Omit<Fields, 'conditions' | 'observedGeneration'>>): void;
  /** Sets one condition; others of this controller stay as they are, those of other writers are none of its business. The generation that was read is added. */
  condition(condition: Omit<ConditionInput, 'observedGeneration'>): void;
  /** Says what is waited for, until when and who can act; to be returned, so that the wait ends. */
  waiting(wait: Wait): Result;
}

interface Conditioned {
  readonly conditions?: readonly Condition[];
  readonly observedGeneration?: number;
}

export interface StatusWriterOptions {
  readonly kind: AnyKind;
  readonly object: DeepReadonly<AnyObject & { status?: Conditioned }>;
  /** Those of its conditions that are set again unless the run sets them. @default all */
  readonly own?: readonly Condition[];
  readonly now: () => Date;
}

/** Collects the status of one run. */
export class StatusWriter<Fields> implements Status<Fields> {
  readonly #options: StatusWriterOptions;
  #fields: object = {};
  #conditions: readonly Condition[];
  #isStated = false;

  constructor(options: StatusWriterOptions) {
    this.#options = options;
    this.#conditions = options.own ?? options.object.status?.conditions ?? [];
  }

  set(fields: object): void {
    this.#isStated = true;
    this.#fields = { ...this.#fields, ...fields };
  }

  condition(condition: Omit<ConditionInput, 'observedGeneration'>): void {
    this.#isStated = true;
    const { object, now } = this.#options;
    const { generation } = object.metadata ?? {};
    const input = generation === undefined ? condition : { ...condition, observedGeneration: generation };
    this.#conditions = setCondition(this.#withPresent(condition.type), input, now());
  }

  /** By any manager: since when it is so does not depend on that. */
  #withPresent(type: string): readonly Condition[] {
    const present = conditionOf(this.#options.object.status?.conditions, type);
    if (!present || this.#conditions.some((condition) => condition.type === type)) return this.#conditions;
    return [...this.#conditions, present].toSorted((a, b) => (a.type < b.type ? -1 : 1));
  }

  waiting(wait: Wait): Result {
    const { condition, requeueAfterMs } = waiting(wait, undefined, this.#options.now());
    this.condition(condition);
    return { requeueAfterMs };
  }

  /** Writes what was stated; nothing when nothing was. */
  async write(applier: Applier, signal: AbortSignal): Promise<void> {
    if (!this.#isStated) return;
    const { kind, object } = this.#options;
    const { name = '', namespace, generation } = object.metadata ?? {};
    // A newer generation was reported by another process: this one has read an old state.
    if ((object.status?.observedGeneration ?? 0) > (generation ?? Number.POSITIVE_INFINITY)) return;
    await applier.applyStatus(
      kind,
      {
        metadata: { name, ...(namespace && { namespace }) },
        status: {
          ...this.#fields,
          ...(generation !== undefined && { observedGeneration: generation }),
          ...(this.#conditions.length > 0 && { conditions: this.#conditions }),
        },
      },
      { signal },
    );
  }
}
