import { shownIn } from '../custom/index.ts';
import { typeOfKind } from '../field-managers/index.ts';
import type { JsonObject } from '../objects/index.ts';
import { apiVersion, conversionOf, type Resource, type ServedVersion } from '../resources/index.ts';
import { emptyObject } from '../schemas/index.ts';
import { Entry } from '../store/index.ts';

const COMMA = Buffer.from(',');
const OPEN = Buffer.from('{');

export interface ListMetadata {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/**
 * Writes the objects of one version of a resource. The bytes of an object are cached with it, so a
 * list is a concatenation.
 */
export class Encoder {
  readonly resource: Resource;
  readonly #served: ServedVersion;
  readonly #head: Buffer;
  readonly #itemHead: Buffer;
  readonly #shown: ((entry: Entry) => Entry) | undefined;

  constructor(resource: Resource, served: ServedVersion) {
    this.resource = resource;
    this.#served = served;
    this.#head = Buffer.from(`${JSON.stringify(this.typeMeta).slice(0, -1)},`);
    // K-40: items of a typed list do not name their kind, custom ones do.
    this.#itemHead = resource.custom ? this.#head : OPEN;
    this.#shown = shownBy(resource, served);
  }

  get typeMeta(): { kind: string; apiVersion: string } {
    return { kind: this.resource.kind, apiVersion: apiVersion(this.resource.group, this.#served.version) };
  }

  /** What an object of a built-in kind shows before anything is set. */
  get empty(): JsonObject {
    const { resource } = this;
    return resource.custom ? {} : emptyObject(typeOfKind(resource, this.#served));
  }

  /** The object as a value, in this version. */
  view(entry: Entry): Entry['object'] {
    return this.#shown ? this.#shown(entry).object : entry.object;
  }

  /** The pieces of one object's JSON. */
  object(entry: Entry): Buffer[] {
    return [this.#head, this.#tail(entry)];
  }

  /** The pieces of a list's JSON. */
  list(entries: readonly Entry[], metadata: ListMetadata): Buffer[] {
    const head = {
      kind: this.resource.listKind,
      apiVersion: apiVersion(this.resource.group, this.#served.version),
      metadata: this.resource.custom ? { continue: '', ...metadata } : metadata,
    };
    const pieces: Buffer[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"items":[`)];
    for (const [index, entry] of entries.entries()) {
      if (index > 0) pieces.push(COMMA);
      pieces.push(this.#itemHead, this.#tail(entry));
    }
    pieces.push(Buffer.from(']}'));
    return pieces;
  }

  #tail(entry: Entry): Buffer {
    return this.#shown ? this.#shown(entry).tail : entry.tail;
  }
}

/** How an object is shown that is not shown as it is stored. */
function shownBy(resource: Resource, served: ServedVersion): ((entry: Entry) => Entry) | undefined {
  if (resource.custom) return (entry) => shownIn(resource, served, entry);
  const fromStored = conversionOf(resource, served)?.fromStored;
  return fromStored && (({ key, object, revision }) => new Entry(key, fromStored(object), revision));
}

const encoders = new WeakMap<ServedVersion, Encoder>();

/** One encoder per served version; those of built-in kinds are shared by all clusters. */
export function encoderFor(resource: Resource, served: ServedVersion): Encoder {
  let encoder = encoders.get(served);
  if (!encoder) encoders.set(served, (encoder = new Encoder(resource, served)));
  return encoder;
}
