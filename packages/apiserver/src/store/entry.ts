import { jsonText, type KubeObject } from '../objects/index.ts';

/** An object in versions other than that in which it is stored. */
export interface Converted {
  /** The definition whose converter made them; that of another one makes others. */
  readonly of: KubeObject;
  readonly bodies: ReadonlyMap<string, KubeObject>;
}

/**
 * One version of one object, frozen. Its JSON is made once, when first asked for, and shared by every
 * answer and watch that shows it.
 */
export class Entry {
  /** `namespace/name`, or `/name` for cluster-scoped objects: the order of lists. */
  readonly key: string;
  readonly object: KubeObject;
  readonly revision: number;
  /** The version of its kind in which a custom object is kept; built-in kinds are kept in a form of their own. */
  readonly storedAs: string | undefined;
  /** The object in other versions, where those are made by a webhook. */
  readonly converted: Converted | undefined;
  #tail: Buffer | undefined;

  constructor(key: string, object: KubeObject, revision: number, storedAs?: string, converted?: Converted) {
    this.key = key;
    this.object = object;
    this.revision = revision;
    this.storedAs = storedAs;
    this.converted = converted;
  }

  /**
   * The object's JSON without its opening brace, so that an answer can put `kind` and `apiVersion`
   * (or nothing, in lists of built-in kinds) in front of it.
   */
  get tail(): Buffer {
    this.#tail ??= Buffer.from(jsonText(this.object).slice(1));
    return this.#tail;
  }
}

export function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

/** What happened to one key. `previous` is absent for a creation, `current` for a deletion. */
export interface Change {
  readonly revision: number;
  readonly key: string;
  readonly previous: Entry | undefined;
  readonly current: Entry | undefined;
  /** What watches show of an object that went: its last state, with the revision of the deletion. */
  readonly last: Entry | undefined;
}
