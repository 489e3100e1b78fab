import type { Answered } from '../server.ts';

interface Entry {
  readonly operation: string;
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource?: string;
}

/**
 * Answers of one server without what differs by nature. What is known of identities and versions stays:
 * an object has the number in which it was first seen, and its versions are counted.
 */
export class Evened {
  readonly #namespace: string;
  readonly #uids = new Map<string, string>();
  readonly #versions = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  answer({ status, headers, text }: Answered): unknown {
    const { warning, 'content-type': type } = headers;
    return {
      status,
      type,
      ...(warning !== undefined && { warning: this.#text(warning) }),
      body: text.startsWith('{') ? this.body(JSON.parse(text)) : text,
    };
  }

  body(value: unknown): unknown {
    const { type, object } = value as { type?: string; object?: { kind: string; metadata: unknown } };
    // What else the empty object of a bookmark shows is Go's.
    if (type === 'BOOKMARK')
      return this.#even({ type, object: { kind: object?.kind, metadata: object?.metadata } }, '');
    return this.#even(value, '');
  }

  #even(value: unknown, key: string): unknown {
    if (typeof value === 'string') return this.#string(value, key);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#even(item, key));
      // Read from a store or not, an empty list of rules is one.
      if (key === 'rules' && items.length === 0) return null;
      if (key === 'managedFields') return items.toSorted(by(entryKey));
      // A real server tells several complaints in any order.
      // And each as often as its layers look at a field.
      if (key === 'causes') return [...new Set(items.map((item) => JSON.stringify(item)))].toSorted();
      return items;
    }
    if (key === 'nodePort' && value !== 0) return 'PORT';
    if (typeof value !== 'object' || value === null) return value;
    if (key === 'metadata') this.#meet(value);
    const even = Object.fromEntries(
      Object.entries(value)
        // localcluster has no prose (L-1).
        .filter(([name]) => !(key === 'columnDefinitions' && name === 'description'))
        .toSorted(by(([name]) => name))
        .map(([name, part]) => [name, this.#even(part, name)]),
    );
    // The version of a list is the server's, not an object's.
    if (key === 'metadata' && !('uid' in even) && 'resourceVersion' in even) even['resourceVersion'] = 'VERSION';
    return withoutOrder(even);
  }

  /** Numbers the versions of an object as they are met. */
  #meet(metadata: { uid?: unknown; resourceVersion?: unknown }): void {
    const { uid, resourceVersion } = metadata;
    if (typeof uid !== 'string' || typeof resourceVersion !== 'string') return;
    const of = this.#uid(uid);
    if (this.#versions.has(resourceVersion)) return;
    const count = (this.#counts.get(of) ?? 0) + 1;
    this.#counts.set(of, count);
    this.#versions.set(resourceVersion, `${of} version ${count}`);
  }

  #uid(uid: string): string {
    if (uid.startsWith('11111111-') || uid.startsWith('00000000-')) return uid;
    const known = this.#uids.get(uid) ?? `uid ${this.#uids.size + 1}`;
    this.#uids.set(uid, known);
    return known;
  }

  #string(value: string, key: string): string {
    if (key === 'resourceVersion') return this.#versions.get(value) ?? 'VERSION';
    if (key === 'continue') return this.#text(startOf(value));
    return this.#text(value);
  }

  #text(value: string): string {
    return (
      value
        .replaceAll(this.#namespace, 'NAMESPACE')
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uid) => this.#uid(uid))
        .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) =>
          time.startsWith('2026-01-0') ? time : 'TIME',
        )
        .replace(/\b(gen-\d+-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '$1XXXXX')
        .replace(/\b10\.96\.\d+\.\d+\b/g, 'ADDRESS')
        .replace(/(ResourceVersion in (?:the precondition|record)) \(\d+\)/g, '$1 (VERSION)')
        // Which of several complaints comes first, and whether the rest is reported, is up to Go's maps.
        .replace(/^(failed to create typed patch object \(.*?\)): [^]*/, '$1')
        .replace(/Invalid value: "map\[[^]*\]": (?!strict)[^"]*/, 'Invalid value: VALUE: UNFIT')
        .replace(/(unable to convert unstructured object to [^:]*): [^]*/, '$1')
        // Values that Go prints in its own way: objects, differences of objects, names of types.
        .replace(
          /Invalid value: "?(?:map\[|\{)[^]*?: (?=json: |parsing time|unrecognized type|cannot restore|strict decoding|field is immutable|illegal base64)/g,
          'Invalid value: VALUE: ',
        )
        .replace(/(if it was previously negative\)|for bound claims)\n[^]*/, '$1')
        .replace(/unrecognized type: \w+|cannot (?:restore|convert) \w+ (?:from:?|to) \w+/, 'UNFIT')
        .replace(/ of type (?:v1\.[A-Z]\w+|string|map\[string\]string)$/, ' of type TYPE')
        .replaceAll('Invalid value: []: ', 'Invalid value: null: ')
        .replace(/("resourceVersion":)"\d+"/g, '$1VERSION')
        .replace(/\b3[0-2]\d{3}\b/g, 'PORT')
        .replace(/^\d+s$/, 'AGE')
    );
  }
}

/** A message that lists several complaints lists them in any order; the causes are compared. */
function withoutOrder(even: Readonly<Record<string, unknown>>): unknown {
  const { details } = even as { details?: { causes?: unknown[] } };
  if ((details?.causes?.length ?? 0) < 2) return even;
  const { message: _message, ...rest } = even;
  return rest;
}

function startOf(token: string): string {
  if (token === '') return token;
  const { start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { start?: string };
  // Where in a store the list is, is each server's own.
  return `after ${start?.split('/').at(-1)}`;
}

function by<T>(key: (value: T) => string): (a: T, b: T) => number {
  return (a, b) => (key(a) < key(b) ? -1 : 1);
}

function entryKey(entry: unknown): string {
  const { operation, manager, apiVersion, subresource = '' } = entry as Entry;
  return [operation, manager, apiVersion, subresource].join(' ');
}
