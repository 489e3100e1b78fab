import fc from 'fast-check';
import { TYPES } from '../../clusters/media-types.ts';
import type { Answered, Server } from '../server.ts';
import { Evened } from './evened.ts';
import { labelSelectors, type Operation, operation } from './operations.ts';
import { type Subject, subjects } from './subjects.ts';
import { isEarly, SENTINEL, type Watched, watch } from './watching.ts';

export interface Sequence {
  /** Of what kind the objects are: one of the subjects. */
  readonly resource: string;
  readonly operations: readonly Operation[];
  readonly watches: readonly Watched[];
}

function watched({ fieldSelectors = [] }: Subject): fc.Arbitrary<Watched> {
  const byLabel = labelSelectors.map((one) => `labelSelector=${encodeURIComponent(one)}`);
  const byField = ['metadata.name!=b', ...fieldSelectors.filter((one) => !one.startsWith('status.'))].map(
    (one) => `fieldSelector=${encodeURIComponent(one)}`,
  );
  return fc.record(
    {
      from: fc.constantFrom('live', 'streamed', 'history', 'late'),
      selector: fc.oneof(fc.constant(''), fc.constantFrom(...byLabel, ...byField)),
      accept: fc.constant('application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'),
    },
    { requiredKeys: ['from', 'selector'] },
  );
}

/** Sequences of about this length. */
export function sequences(length: number): fc.Arbitrary<Sequence> {
  return fc.oneof(
    ...subjects.map((subject) =>
      fc.record({
        resource: fc.constant(subject.resource),
        operations: fc.array(operation(subject), { minLength: 1, maxLength: 2 * length, size: 'max' }),
        watches: fc.array(watched(subject), { maxLength: 2 }),
      }),
    ),
  );
}

function subjectNamed(resource: string): Subject {
  return subjects.find((subject) => subject.resource === resource) as Subject;
}

export interface Shown {
  readonly request: string;
  readonly answer: unknown;
}

/** Plays a sequence in a namespace of its own and tells what was answered, evened for comparison. */
export async function play(server: Server, sequence: Sequence, namespace: string): Promise<Shown[]> {
  const { resource, operations, watches } = sequence;
  const { group, version, kind, sentinel } = subjectNamed(resource);
  const api = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const collection = `${api}/namespaces/${namespace}/${resource}`;
  await write(server, '/api/v1/namespaces', { metadata: { name: namespace } });
  const start = await revisionOf(server, collection);

  const begin = (watched: Watched) => watch(server, collection, watched, start);
  const early = await Promise.all(watches.map(async (one) => (isEarly(one) ? begin(one) : undefined)));

  const memory = new Memory();
  const answers: Answered[] = [];
  for (const [index, one] of operations.entries()) {
    const type = TYPES[one.type ?? 'json'];
    const answer = await server.ask({
      method: one.method,
      path: `${collection}${memory.fill(one.at, index)}`,
      headers: { ...(one.body !== undefined && { 'content-type': type }), ...(one.accept && { accept: one.accept }) },
      ...(one.body !== undefined && { body: memory.fill(JSON.stringify(one.body), index) }),
    });
    memory.learn(answer.text);
    answers.push(answer);
  }
  if (watches.length > 0) {
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const last = { apiVersion, kind, metadata: { name: SENTINEL, labels: { a: 'a' } }, ...sentinel };
    await write(server, collection, last);
  }
  const events = await Promise.all(watches.map(async (one, index) => (early[index] ?? (await begin(one)))()));

  const evened = new Evened(namespace);
  return [
    ...operations.map((one, index) => ({
      request: `${one.method} ${resource}${one.at}${one.accept ? ` as ${one.accept}` : ''} ${one.type ?? ''} ${JSON.stringify(one.body) ?? ''}`,
      answer: evened.answer(answers[index] as Answered),
    })),
    ...watches.map((one, index) => ({
      request: `watch ${JSON.stringify(one)}`,
      answer: (events[index] ?? []).map((event) => evened.body(event)),
    })),
  ];
}

async function write(server: Server, path: string, body: object): Promise<void> {
  const headers = { 'content-type': TYPES.json };
  const { status, text } = await server.ask({ method: 'POST', path, headers, body: JSON.stringify(body) });
  if (status !== 201) throw new Error(`${server.name}: POST ${path} was answered ${status} ${text}`);
}

async function revisionOf(server: Server, path: string): Promise<string> {
  const { text } = await server.ask({ method: 'GET', path });
  return (JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

interface Seen {
  kind?: string;
  metadata?: { name?: string; uid?: string; resourceVersion?: string; continue?: string };
}

/** What one server has answered about its objects, for requests that speak of it. */
class Memory {
  readonly #reported = new Map<string, string>();

  learn(text: string): void {
    if (!text.startsWith('{')) return;
    const { kind, metadata = {} } = JSON.parse(text) as Seen;
    const { name, uid, resourceVersion, continue: token } = metadata;
    if (token !== undefined) this.#reported.set('continue ', token);
    // What was only tried has no version, or nobody else's.
    if (kind === 'Scale' || !name || !uid || !resourceVersion) return;
    this.#reported.set(`uid ${name}`, uid);
    this.#reported.set(`version ${name}`, resourceVersion);
    if (!this.#reported.has(`first ${name}`)) this.#reported.set(`first ${name}`, resourceVersion);
  }

  fill(text: string, index: number): string {
    return text.replace(/\$<(\w+) ?(\w*)>/g, (_whole, what: string, of: string) => {
      const unknown = { uid: '00000000-0000-0000-0000-000000000000', continue: '', index: String(index) }[what] ?? '1';
      return this.#reported.get(`${what} ${of}`) ?? unknown;
    });
  }
}
