import { compareResourceVersions } from '../kinds/index.ts';
import { type Answer, bodyOf, type Exchange, ExchangeEnd, type Stage, withBody } from './exchange.ts';
import { statusOf } from './request-faults.ts';
import { lines, watchEvent, writeEvent } from './watch-lines.ts';

export interface PastArgs {
  /** The state to answer from. */
  readonly resourceVersion?: string;
  /** Instead: so many of the writes that the proxy saw are not there yet. @default 1 */
  readonly back?: number;
}

/** Lists and watches as a server answers them that has not heard of the latest writes (P-7). */
export const timeFaults = {
  /**
   * Lists come from the past; watches show what happened up to it and then nothing, until the proxy's
   * watches are released. What asks for a later state is answered that it is too large.
   */
  travel:
    ({ resourceVersion, back = 1 }: PastArgs = {}): Stage =>
    async (exchange, next) => {
      const past = resourceVersion ?? exchange.written.at(-1 - back);
      const { verb, query } = exchange.facts;
      if (past === undefined || (verb !== 'list' && verb !== 'watch') || query.has('continue')) return next();
      const isInitial = verb === 'watch' && query.get('sendInitialEvents') === 'true';
      if (verb === 'watch' && !isInitial) return withBody(await next(), (body) => eventsUpTo(past, body, exchange));

      if (isLater(query.get('resourceVersion') ?? '', past)) return tooLarge(past);
      exchange.uri = listUri(exchange, past);
      const answer = await next();
      return isInitial && answer.status === 200
        ? withBody(answer, (body) => initialEvents(past, body, exchange))
        : answer;
    },
};

function isLater(resourceVersion: string, past: string): boolean {
  return (compareResourceVersions(resourceVersion, past) ?? 0) > 0;
}

function tooLarge(past: string): Answer {
  const message = `Too large resource version, current: ${past}`;
  const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };
  const status = statusOf(504, { message, details: { causes: [cause], retryAfterSeconds: 1 } });
  return { status: 504, headers: { 'content-type': 'application/json' }, body: bodyOf(JSON.stringify(status)) };
}

function listUri({ facts: { path, query } }: Exchange, past: string): string {
  const list = new URLSearchParams(query);
  for (const name of ['watch', 'sendInitialEvents', 'allowWatchBookmarks', 'timeoutSeconds']) list.delete(name);
  list.set('resourceVersion', past);
  list.set('resourceVersionMatch', 'Exact');
  return `${path}?${list.toString()}`;
}

async function* eventsUpTo(past: string, body: Answer['body'], exchange: Exchange): AsyncGenerator<Uint8Array> {
  for await (const line of lines(body)) {
    if (isLater(watchEvent(line)?.object.metadata?.resourceVersion ?? '', past)) break;
    yield line;
  }
  await exchange.released();
  throw new ExchangeEnd('end'); // The client resumes from where it is, in the present.
}

interface ListBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items: readonly object[];
}

/** A list in the form of the events that a watch with `sendInitialEvents` begins with. */
async function* initialEvents(past: string, body: Answer['body'], exchange: Exchange): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const list = JSON.parse(Buffer.concat(chunks).toString()) as ListBody;
  const type = { apiVersion: list.apiVersion, kind: list.kind.replace(/List$/, '') };
  for (const item of list.items) yield writeEvent({ type: 'ADDED', object: { ...type, ...item } });
  const metadata = { resourceVersion: past, annotations: { 'k8s.io/initial-events-end': 'true' } };
  yield writeEvent({ type: 'BOOKMARK', object: { ...type, metadata } });
  await exchange.released();
}
