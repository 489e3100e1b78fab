import { type AnyObject, defineKind, KubeError } from '@slipway/kube';
import type { KubeRequest, StreamAnswer, Transport } from '@slipway/kube/transport';
import { ByteStream } from './byte-stream.ts';

export interface ModelObject extends AnyObject {
  readonly spec?: unknown;
}

export const Thing = defineKind<unknown, unknown, ModelObject>({
  group: 'model.io',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Namespaced',
});

interface Change {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: ModelObject;
}

type Query = NonNullable<KubeRequest['query']>;

/** One request as the server saw it. */
export interface SeenRequest {
  readonly verb: 'list' | 'watch';
  readonly path: string;
  readonly accept: string | undefined;
  readonly query: Query;
}

const keyOf = ({ metadata }: AnyObject): string => `${metadata?.namespace}/${metadata?.name}`;

/**
 * One collection of an API server, in memory and under the test's control: what is in it, what it forgets,
 * what it refuses, and when its streams end. It answers as a `Transport`, without sockets and without time.
 */
export class ModelServer {
  readonly requests: SeenRequest[] = [];
  /** As servers before 1.32 do, it does not know `sendInitialEvents`: refuses it, or ignores it. */
  watchList: 'served' | 'refused' | 'ignored' | 'without end' = 'served';
  /** Changes happen, but open watches hear nothing. */
  isMute = false;
  /** Answers in place of the server, as long as it returns or throws something. */
  intercept: (request: SeenRequest) => StreamAnswer | undefined = () => undefined;
  readonly #history: Change[] = [];
  readonly #watches = new Set<{ readonly stream: ByteStream; readonly namespace: string | undefined }>();
  #version = 100;
  #compactedAt = 0;
  #uids = 0;
  /** How many bytes a chunk of an answer has. */
  chunkBytes = 1_000;

  readonly transport: Transport = {
    url: 'https://model',
    json: async <T>(request: KubeRequest) => {
      const answer = await this.#answer(request);
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.body) chunks.push(chunk);
      return JSON.parse(Buffer.concat(chunks).toString()) as T;
    },
    text: notModelled,
    stats: notModelled,
    stream: (request) => this.#answer(request),
    close: async () => {},
  };

  get version(): string {
    return String(this.#version);
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  get objects(): ModelObject[] {
    return [...this.#stateAt(this.#version).values()];
  }

  put(name: string, spec: unknown = {}, namespace = 'a'): ModelObject {
    const old = this.#stateAt(this.#version).get(`${namespace}/${name}`);
    const uid = old?.metadata?.uid ?? `uid-${++this.#uids}`;
    const metadata = { name, namespace, uid, resourceVersion: String(++this.#version) };
    return this.#commit(old ? 'MODIFIED' : 'ADDED', { apiVersion: 'model.io/v1', kind: 'Thing', metadata, spec });
  }

  /** As `put`, with the whole metadata given. */
  putObject(object: ModelObject): ModelObject {
    const isNew = !this.#stateAt(this.#version).has(keyOf(object));
    const metadata = { ...object.metadata, resourceVersion: String(++this.#version) };
    return this.#commit(isNew ? 'ADDED' : 'MODIFIED', { ...object, metadata });
  }

  delete(name: string, namespace = 'a'): void {
    const old = this.#stateAt(this.#version).get(`${namespace}/${name}`);
    if (old === undefined) return;
    const resourceVersion = String(++this.#version);
    this.#commit('DELETED', { ...old, metadata: { ...old.metadata, resourceVersion } });
  }

  /** Forgets all changes up to now. */
  compact(): void {
    this.#compactedAt = this.#version;
  }

  /** Keeps of its history only what makes the present state: for long runs. */
  forgetTheDead(): void {
    const present = new Set(this.objects);
    const kept = this.#history.filter(({ object }) => present.has(object));
    this.#history.splice(0, this.#history.length, ...kept);
  }

  /** Goes back to an earlier state, as after a restore of etcd. */
  restore(version: string): void {
    this.#version = Number(version);
    while ((this.#history.at(-1)?.version ?? 0) > this.#version) this.#history.pop();
    this.cut();
  }

  bookmark(): void {
    this.sendAll(this.#bookmarkLine(false).toString());
  }

  error(status: object): void {
    this.sendAll(`${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', ...status } })}\n`);
  }

  /** Sends the same bytes on all open watches. */
  sendAll(text: string): void {
    for (const { stream } of this.#watches) stream.send(Buffer.from(text));
  }

  /** Ends all open watches: cleanly, or with an error. */
  cut(error?: Error): void {
    for (const { stream } of this.#watches) stream.end(error);
  }

  #commit(type: Change['type'], object: ModelObject): ModelObject {
    this.#history.push({ version: this.#version, type, object });
    for (const { stream, namespace } of this.#watches) {
      if (this.isMute) continue;
      if (namespace === undefined || namespace === object.metadata?.namespace) stream.send(eventLine(type, object));
    }
    return object;
  }

  #stateAt(version: number): Map<string, ModelObject> {
    const state = new Map<string, ModelObject>();
    for (const change of this.#history) {
      if (change.version > version) break;
      if (change.type === 'DELETED') state.delete(keyOf(change.object));
      else state.set(keyOf(change.object), change.object);
    }
    return state;
  }

  async #answer({ path, query = {}, accept, signal }: KubeRequest): Promise<StreamAnswer> {
    const request: SeenRequest = { verb: query['watch'] === true ? 'watch' : 'list', path, accept, query };
    this.requests.push(request);
    await Promise.resolve();
    signal?.throwIfAborted();
    const answered = this.intercept(request);
    if (answered !== undefined) return answered;
    const namespace = /\/namespaces\/([^/]+)\//.exec(path)?.[1];
    const body = request.verb === 'list' ? this.#list(query, namespace) : this.#watch(query, namespace, signal);
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }

  #list(query: Query, namespace: string | undefined): AsyncIterable<Uint8Array> {
    const asked = query['resourceVersion'] === undefined ? undefined : Number(query['resourceVersion']);
    const [continued, offset = 0] = String(query['continue'] ?? '')
      .split(':')
      .filter(Boolean)
      .map(Number);
    if (asked !== undefined && asked > this.#version) throw tooLarge();
    const version = continued ?? (query['resourceVersionMatch'] === 'Exact' ? (asked ?? 0) : this.#version);
    if (version < this.#compactedAt) throw expired();
    const all = inNamespace(this.#stateAt(version).values(), namespace);
    const end = query['limit'] === undefined ? all.length : offset + Number(query['limit']);
    const metadata = {
      resourceVersion: String(version),
      ...(end < all.length && { continue: `${version}:${end}` }),
    };
    const list = { kind: 'ThingList', apiVersion: 'model.io/v1', metadata, items: all.slice(offset, end) };
    return chunks(Buffer.from(JSON.stringify(list)), this.chunkBytes);
  }

  #watch(query: Query, namespace: string | undefined, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
    const isInitial = query['sendInitialEvents'] === true && this.watchList !== 'ignored';
    if (isInitial && this.watchList === 'refused') {
      throw new KubeError('KUBE_INVALID', 'sendInitialEvents is forbidden', { status: 422 });
    }
    const asked = query['resourceVersion'] === undefined ? undefined : Number(query['resourceVersion']);
    const stream = new ByteStream(signal, () => this.#watches.delete(watch));
    const watch = { stream, namespace };
    if (isInitial && asked !== undefined && asked > this.#version) {
      stream.send(eventLine('ERROR', tooLarge().body));
      stream.end();
      return stream;
    }
    if (isInitial || asked === undefined) {
      for (const object of inNamespace(this.#stateAt(this.#version).values(), namespace)) {
        stream.send(eventLine('ADDED', object));
      }
      if (isInitial && this.watchList === 'served') stream.send(this.#bookmarkLine(true));
    } else if (asked < this.#compactedAt) {
      stream.send(eventLine('ERROR', expired().body));
      stream.end();
      return stream;
    } else {
      for (const { version, type, object } of this.#history) {
        if (version > asked && inNamespace([object], namespace).length > 0) stream.send(eventLine(type, object));
      }
    }
    this.#watches.add(watch);
    return stream;
  }

  #bookmarkLine(isEnd: boolean): Buffer {
    const annotations = isEnd ? { 'k8s.io/initial-events-end': 'true' } : undefined;
    const metadata = { resourceVersion: this.version, annotations };
    return eventLine('BOOKMARK', { kind: 'Thing', apiVersion: 'model.io/v1', metadata });
  }
}

function inNamespace(objects: Iterable<ModelObject>, namespace: string | undefined): ModelObject[] {
  return [...objects].filter(({ metadata }) => namespace === undefined || metadata?.namespace === namespace);
}

function eventLine(type: string, object: unknown): Buffer {
  return Buffer.from(`${JSON.stringify({ type, object })}\n`);
}

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function notModelled(): never {
  throw new Error('The model server serves one collection and nothing else.');
}

export function expired(): KubeError {
  const message = 'The provided resource version is too old.';
  return new KubeError('KUBE_GONE', message, { status: 410, body: { code: 410, reason: 'Expired', message } });
}

export function tooLarge(): KubeError {
  const message = 'Too large resource version';
  const details = { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 };
  const body = { code: 504, reason: 'Timeout', message, details };
  return new KubeError('KUBE_TIMEOUT', message, { status: 504, body, retryAfterMs: 1_000 });
}
