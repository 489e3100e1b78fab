import type { KubeObject } from '../objects/index.ts';
import type { Target, WriteOptions } from './kernel.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** One write on its way, as those see it who have a word in it. */
export interface Attributes {
  readonly operation: Operation;
  /** With the name, as far as it is known: that of a new object may still have to be generated. */
  readonly target: Target;
  /** What is to be stored. Absent when something is deleted. */
  readonly object?: KubeObject | undefined;
  /** What is stored. Absent when something is created. */
  readonly old?: KubeObject | undefined;
  readonly options: WriteOptions;
}

/**
 * What a write remembers while it is changed. There are at most two rounds: who changed the object
 * late can ask that those before it see it again.
 */
export interface Rounds {
  readonly isSecond: boolean;
  /** Asks for the second round. */
  isSecondNeeded: boolean;
}

/** The attributes of a write that has an object. */
export interface ObjectAttributes extends Attributes {
  readonly object: KubeObject;
}

export interface MutableAttributes extends ObjectAttributes {
  readonly rounds: Rounds;
}

/** A participant in a write. To refuse it is to throw a `StatusError`. */
export interface AdmissionPlugin {
  /** As a real server names it. */
  readonly name: string;
  /** The object as it is to go on: the same one when nothing is to be changed. */
  mutate?(attributes: MutableAttributes): KubeObject | Promise<KubeObject>;
  /** Looks at the object as it will be stored. */
  validate?(attributes: Attributes): void | Promise<void>;
  /** Sees a deletion before `validate` does; there is nothing to change. */
  beforeDelete?(attributes: Attributes): void | Promise<void>;
  /**
   * The very last word, in one synchronous step with the commit: for what must not be promised twice.
   * Returns what takes the promise back, should the commit fail.
   */
  reserve?(attributes: Attributes): (() => void) | undefined;
}

/** All who have a word, in their order. Who answers at once is not waited for. */
export class Admission {
  readonly #plugins: readonly AdmissionPlugin[];

  constructor(plugins: readonly AdmissionPlugin[] = []) {
    this.#plugins = plugins;
  }

  async mutate(attributes: ObjectAttributes): Promise<KubeObject> {
    const rounds = { isSecond: false, isSecondNeeded: false };
    const object = await this.#mutateOnce({ ...attributes, rounds });
    if (!rounds.isSecondNeeded) return object;
    rounds.isSecond = true;
    return this.#mutateOnce({ ...attributes, object, rounds });
  }

  async #mutateOnce(attributes: MutableAttributes): Promise<KubeObject> {
    let { object } = attributes;
    for (const plugin of this.#plugins) {
      if (!plugin.mutate) continue;
      const result = plugin.mutate(object === attributes.object ? attributes : { ...attributes, object });
      object = result instanceof Promise ? await result : result;
    }
    return object;
  }

  async validate(attributes: Attributes): Promise<void> {
    for (const plugin of this.#plugins) {
      const verdict = plugin.validate?.(attributes);
      if (verdict instanceof Promise) await verdict;
    }
  }

  async beforeDelete(attributes: Attributes): Promise<void> {
    for (const plugin of this.#plugins) {
      const verdict = plugin.beforeDelete?.(attributes);
      if (verdict instanceof Promise) await verdict;
    }
  }

  /** The last check of every participant. Returns what takes all promises back. */
  reserve(attributes: Attributes): () => void {
    const undo: (() => void)[] = [];
    for (const plugin of this.#plugins) {
      const back = plugin.reserve?.(attributes);
      if (back) undo.push(back);
    }
    return () => {
      for (const back of undo) back();
    };
  }
}
