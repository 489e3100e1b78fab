import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import type { CrdError, CrdErrorCode } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, setKey } from './json.ts';
import { startOf } from './yaml-places.ts';
import { plainScalar, type Scalar } from './yaml-scalar.ts';

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;
type Fault = (code: CrdErrorCode, message: string, offset: number) => CrdError;

/**
 * Values that one document may have once its aliases are written out. The largest CRDs in use have
 * about 100,000; a "billion laughs" text has more than memory.
 */
const MAX_VALUES = 2_000_000;

/** Makes JSON of the events of a parser. */
export class YamlReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #fault: Fault;
  /** What each anchor stands for and how many values that is; `undefined` while it is being read. */
  readonly #anchors = new Map<string, { value: JsonValue; values: number } | undefined>();
  #at = 0;
  #values = 0;

  constructor(text: string, events: readonly Event[], fault: Fault) {
    this.#text = text;
    this.#events = events;
    this.#fault = fault;
  }

  /** The document whose first node is the event at `root`. */
  read(root: number): JsonValue {
    this.#at = root;
    this.#values = 0;
    this.#anchors.clear();
    return this.#node();
  }

  #node(): JsonValue {
    const event = this.#events[this.#at++] as Event;
    if (event.type === EVENT_ID.ALIAS) return this.#alias(this.#text.slice(event.anchorStart, event.anchorEnd), event);
    if (++this.#values > MAX_VALUES) throw this.#tooMany(event);
    if (!('anchorStart' in event) || event.anchorStart === -1) return this.#plain(event);
    const anchor = this.#text.slice(event.anchorStart, event.anchorEnd);
    const before = this.#values;
    this.#anchors.set(anchor, undefined);
    const value = this.#plain(event);
    this.#anchors.set(anchor, { value, values: this.#values - before + 1 });
    return value;
  }

  #plain(event: Event): JsonValue {
    switch (event.type) {
      case EVENT_ID.MAPPING:
        return this.#map(event);
      case EVENT_ID.SEQUENCE:
        return this.#list();
      case EVENT_ID.SCALAR:
        return this.#scalar(event);
      default:
        return null;
    }
  }

  /** Whether the collection that is read ends here. */
  #ends(): boolean {
    if (this.#events[this.#at]?.type !== EVENT_ID.POP) return false;
    this.#at++;
    return true;
  }

  #list(): JsonValue[] {
    const items: JsonValue[] = [];
    while (!this.#ends()) items.push(this.#node());
    return items;
  }

  #map(event: Event): JsonObject {
    const object: JsonObject = {};
    const merged: JsonValue[] = [];
    while (!this.#ends()) {
      const key = this.#events[this.#at] as Event;
      const name = this.#node();
      if (name === '<<' && key.type === EVENT_ID.SCALAR && key.style === SCALAR_STYLE.PLAIN) {
        merged.push(this.#node());
        continue;
      }
      if (typeof name === 'object' && name !== null) throw this.#syntax('a key must be a plain value', key);
      const text = `${name}`;
      if (Object.hasOwn(object, text)) throw this.#syntax(`the key ${JSON.stringify(text)} stands here twice`, key);
      setKey(object, text, this.#node());
    }
    for (const from of merged.flat()) {
      if (!isJsonObject(from)) throw this.#syntax('"<<" takes an object or a list of objects', event);
      for (const [key, value] of Object.entries(from)) if (!Object.hasOwn(object, key)) setKey(object, key, value);
    }
    return object;
  }

  #scalar(event: ScalarEvent): JsonValue {
    const text = getScalarValue(this.#text, event);
    const value = this.#tagged(event, text);
    if (typeof value !== 'number' || Number.isFinite(value)) return value;
    throw this.#syntax('JSON has no infinite numbers and no NaN', event);
  }

  #tagged(event: ScalarEvent, text: string): Scalar {
    if (event.tagStart === -1) return event.style === SCALAR_STYLE.PLAIN ? plainScalar(text) : text;
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    const type = /^!(?:!|<tag:yaml\.org,2002:)(int|float|bool|null)>?$/.exec(tag)?.[1];
    if (type === undefined) return text;
    const value = plainScalar(text);
    if (isOf(type, value)) return value;
    throw this.#syntax(`${JSON.stringify(text)} is no ${type}`, event);
  }

  #alias(anchor: string, event: Event): JsonValue {
    if (!this.#anchors.has(anchor)) throw this.#syntax(`the alias *${anchor} has no anchor before it`, event);
    const target = this.#anchors.get(anchor);
    if (target === undefined) throw this.#syntax(`the anchor &${anchor} contains itself`, event);
    this.#values += target.values;
    if (this.#values > MAX_VALUES) throw this.#tooMany(event);
    return target.value;
  }

  #tooMany(event: Event): CrdError {
    const text = `the document has more than ${MAX_VALUES} values once its aliases are written out`;
    return this.#fault('CRD_TOO_LARGE', text, startOf(event));
  }

  #syntax(text: string, event: Event): CrdError {
    return this.#fault('CRD_SYNTAX', text, startOf(event));
  }
}

function isOf(type: string, value: Scalar): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint' || Number.isInteger(value);
    default:
      return typeof value === 'bigint' || typeof value === 'number';
  }
}
