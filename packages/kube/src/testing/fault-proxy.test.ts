import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import {
  FakeClock,
  type Fault,
  type FaultChoice,
  FaultProxy,
  randomSchedule,
  readSchedule,
  type ScheduledFault,
  seededRandom,
  writeSchedule,
} from '@slipway/kube/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { send } from '../../test/faults/raw-client.ts';
import {
  loopbackCertificate,
  type ReceivedRequest,
  type ScriptedServer,
  startScriptedServer,
} from '../../test/faults/scripted-server.ts';

const WATCH = '/api/v1/namespaces/default/configmaps?watch=true&resourceVersion=5';
const LIST = '/api/v1/namespaces/default/configmaps';

function event(type: string, name: string, resourceVersion: string): string {
  const metadata = { name, uid: `uid-${name}`, resourceVersion };
  return `${JSON.stringify({ type, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata } })}\n`;
}

let clock: FakeClock;
let server: ScriptedServer;
let proxy: FaultProxy;
let script: (request: ReceivedRequest, response: ServerResponse) => void;
/** The upstream's side of watches that are open. */
let streams: ServerResponse[];

beforeEach(async () => {
  clock = new FakeClock();
  streams = [];
  script = ({ uri, method }, response) => {
    response.setHeader('content-type', 'application/json');
    if (!uri.includes('watch=true')) {
      response.end(JSON.stringify({ kind: 'ConfigMap', metadata: { name: method, resourceVersion: '7' } }));
      return;
    }
    response.flushHeaders();
    streams.push(response);
  };
  server = await startScriptedServer((request, response) => script(request, response));
  proxy = await FaultProxy.start({ upstream: server.kubeconfig, certificate: loopbackCertificate(), clock });
});

afterEach(async () => {
  await proxy.stop();
  await server.stop();
});

/** Opens a watch through a proxy with `faults` and waits until the upstream has it. */
async function watchThrough(...faults: Fault[]): Promise<{
  answer: ReturnType<typeof send>;
  write: (...events: string[]) => void;
  stream: ServerResponse;
}> {
  for (const fault of faults) proxy.inject({ ...fault, match: { verb: 'watch' } });
  const answer = send(proxy, WATCH);
  const stream = await clock.until(() => streams[0]);
  return { answer, stream, write: (...events) => stream.write(events.join('')) };
}

describe('an idle proxy', () => {
  it('P-9: passes method, path, headers and bodies both ways unchanged', async () => {
    script = (_request, response) => {
      response.setHeader('warning', ['299 - "a"', '299 - "b"']);
      response.writeHead(201, { 'content-type': 'text/x', date: 'then' });
      response.end('päng');
    };
    const answer = send(proxy, '/api/v1/namespaces/x%20y/pods?dryRun=All', {
      method: 'POST',
      body: '{"ä":1}',
      headers: { 'user-agent': 'me/1', 'x-many': ['1', '2'] },
    });
    await clock.until(() => answer.ended);
    expect(answer).toMatchObject({ status: 201, text: 'päng', ended: 'end' });
    expect(answer.headers).toMatchObject({ warning: ['299 - "a"', '299 - "b"'], date: ['then'] });
    expect(server.received).toMatchObject([
      {
        method: 'POST',
        uri: '/api/v1/namespaces/x%20y/pods?dryRun=All',
        body: '{"ä":1}',
        headers: { 'user-agent': ['me/1'], 'x-many': ['1', '2'] },
      },
    ]);
  });

  it('P-9: streams a watch event by event, beginning with its headers', async () => {
    const { answer, write } = await watchThrough();
    await clock.until(() => answer.status === 200);
    write(event('ADDED', 'a', '6'));
    await clock.until(() => answer.text === event('ADDED', 'a', '6'));
    expect(answer.ended).toBeUndefined();
    streams[0]?.end();
    await clock.until(() => answer.ended === 'end');
  });

  it('P-9: holds the upstream back when the client does not read', async () => {
    let offered = 0;
    script = (_request, response) => {
      const chunk = Buffer.alloc(1 << 20);
      const fill = (): void => {
        while (offered < 200 && response.write(chunk)) offered++;
      };
      response.on('drain', fill);
      fill();
    };
    const agent = new Agent();
    agent.on('free', () => {});
    const answer = send(proxy, LIST, { agent });
    await clock.until(() => answer.status);
    for (const socket of Object.values(agent.sockets).flat()) socket?.pause();
    let before = -1;
    await clock.until(() => {
      const isStanding = before === offered;
      before = offered;
      return isStanding;
    });
    expect(offered).toBeLessThan(100);
    answer.abort();
    agent.destroy();
  });

  it('P-9: a client that leaves takes its upstream request with it', async () => {
    const { answer, stream } = await watchThrough();
    await clock.until(() => answer.status);
    answer.abort();
    await clock.until(() => stream.closed);
    await clock.until(() => proxy.log.entries[0]?.ending === 'gone');
  });

  it('P-9: a client sees the connection go when the upstream dies', async () => {
    const { answer } = await watchThrough();
    await clock.until(() => answer.status);
    await server.stop();
    await clock.until(() => answer.ended);
    expect(answer.ended).toBe('ECONNRESET');
    const next = send(proxy, LIST);
    await clock.until(() => next.ended === 'ECONNRESET');
    expect(proxy.log.entries[1]).toMatchObject({ ending: 'close', failure: 'ECONNREFUSED', status: undefined });
    server = await startScriptedServer(script);
  });

  it('P-10: its token stands for the upstream identity; other tokens pass, without that identity', async () => {
    const own = send(proxy, LIST);
    const other = send(proxy, LIST, { token: 'of-a-user' });
    await clock.until(() => own.ended && other.ended);
    const byToken = (token: string | undefined): ReceivedRequest | undefined =>
      server.received.find(({ headers }) => headers.authorization?.[0] === token);
    expect(byToken(undefined)?.certificateOf).toBe('admin');
    expect(byToken('Bearer of-a-user')).toMatchObject({ certificateOf: undefined });
  });

  it('P-10: after a rotation the old token stands for nobody', async () => {
    const old = (JSON.parse(proxy.kubeconfig) as { users: [{ user: { token: string } }] }).users[0].user.token;
    proxy.rotateToken();
    const byOld = send(proxy, LIST, { token: old });
    await clock.until(() => byOld.ended);
    const byNew = send(proxy, LIST);
    await clock.until(() => byNew.ended);
    expect(server.received).toMatchObject([
      { certificateOf: undefined, headers: { authorization: [`Bearer ${old}`] } },
      { certificateOf: 'admin' },
    ]);
  });

  it('P-8: logs verb, path, user agent, body hash, resource versions and time, and no secret', async () => {
    await clock.advance(1_500);
    const body = JSON.stringify({ metadata: { name: 'a', resourceVersion: '3' }, data: { password: 'hunter2' } });
    const answer = send(proxy, `${LIST}/a`, { method: 'PUT', body, headers: { 'user-agent': 'op/1' } });
    await clock.until(() => answer.ended);
    const { answer: watch, write } = await watchThrough();
    write(event('ADDED', 'a', '8'), event('MODIFIED', 'a', '11'));
    await clock.until(() => watch.chunks.length > 0);
    expect(proxy.log.entries).toMatchObject([
      {
        verb: 'update',
        resource: 'configmaps',
        namespace: 'default',
        name: 'a',
        uri: `${LIST}/a`,
        userAgent: 'op/1',
        at: 1_500,
        endedAt: 1_500,
        status: 200,
        sent: true,
        bodyHash: createHash('sha256').update(body).digest('hex'),
        resourceVersionBefore: '3',
        resourceVersionAfter: '7',
      },
      {
        verb: 'watch',
        bodyHash: undefined,
        resourceVersionBefore: '5',
        resourceVersionAfter: '11',
        endedAt: undefined,
      },
    ]);
    expect(JSON.stringify(proxy.log.entries)).not.toMatch(/hunter2|Bearer/);
  });
});

describe('request faults', () => {
  it('P-4: drop: the server never sees it, the client never hears of it', async () => {
    proxy.inject({ match: { verb: 'create' }, nth: 1, fault: 'drop' });
    const answer = send(proxy, LIST, { method: 'POST', body: '{}' });
    await clock.until(() => proxy.log.entries.length === 1);
    const next = send(proxy, LIST, { method: 'POST', body: '{}' });
    await clock.until(() => next.ended);
    expect(answer).toMatchObject({ status: undefined, ended: undefined });
    expect(server.received).toHaveLength(1);
    answer.abort();
  });

  it('P-4: refuse: the connection goes before the server sees it', async () => {
    proxy.inject({ match: {}, fault: 'refuse' });
    const answer = send(proxy, LIST);
    await clock.until(() => answer.ended);
    expect(answer).toMatchObject({ status: undefined, ended: 'ECONNRESET' });
    expect(server.received).toHaveLength(0);
  });

  it('P-4, P-9: delay: the server sees it when the clock says so', async () => {
    proxy.inject({ match: {}, fault: 'delay', args: { ms: 60_000 } });
    const answer = send(proxy, LIST);
    await clock.until(() => clock.pendingTimers === 1);
    await clock.advance(59_999);
    expect(server.received).toHaveLength(0);
    await clock.advance(1);
    await clock.until(() => answer.ended === 'end');
    expect(server.received).toHaveLength(1);
  });

  it('P-4: delayAnswer: the server is done, the client hears of it later', async () => {
    proxy.inject({ match: {}, fault: 'delayAnswer', args: { ms: 60_000 } });
    const answer = send(proxy, LIST);
    await clock.until(() => clock.pendingTimers === 1);
    expect(server.received).toHaveLength(1);
    expect(answer.status).toBeUndefined();
    await clock.advance(60_000);
    await clock.until(() => answer.ended === 'end');
  });

  it('P-4: cutAnswer: the server is done, the answer is lost, the log still knows its resource version', async () => {
    proxy.inject({ match: {}, fault: 'cutAnswer', args: { how: 'close' } });
    const answer = send(proxy, LIST, { method: 'POST', body: '{}' });
    await clock.until(() => answer.ended);
    expect(answer).toMatchObject({ status: undefined, ended: 'ECONNRESET' });
    expect(server.received).toHaveLength(1);
    expect(proxy.log.entries).toMatchObject([
      { sent: true, resourceVersionAfter: '7', status: undefined, ending: 'close', faults: ['cutAnswer'] },
    ]);
  });

  it('P-4: answer: in the server’s place, with a Status by default', async () => {
    proxy.inject({ match: {}, nth: 1, fault: 'answer', args: { status: 429, headers: { 'retry-after': '7' } } });
    proxy.inject({ match: {}, nth: 2, fault: 'answer', args: { status: 502, body: '<html>' } });
    const first = send(proxy, LIST);
    await clock.until(() => first.ended);
    const second = send(proxy, LIST);
    await clock.until(() => second.ended);
    expect(first).toMatchObject({ status: 429, headers: { 'retry-after': ['7'] } });
    expect(JSON.parse(first.text)).toMatchObject({ kind: 'Status', code: 429, reason: 'TooManyRequests' });
    expect(second).toMatchObject({ status: 502, text: '<html>' });
    expect(server.received).toHaveLength(0);
  });

  it('P-4: replaceAnswer: the server is done, the client gets another answer', async () => {
    proxy.inject({
      match: {},
      fault: 'replaceAnswer',
      args: { status: 504, headers: { 'content-type': 'text/html' } },
    });
    const answer = send(proxy, LIST, { method: 'POST', body: '{}' });
    await clock.until(() => answer.ended);
    expect(answer).toMatchObject({ status: 504, headers: { 'content-type': ['text/html'] } });
    expect(server.received).toHaveLength(1);
  });
});

describe('stream faults', () => {
  const a = event('ADDED', 'a', '6');
  const b = event('ADDED', 'b', '7');
  const c = event('MODIFIED', 'a', '8');
  const gone = event('DELETED', 'b', '9');

  it('P-5: cut: bytes before the place arrive, then the connection goes', async () => {
    const { answer, write } = await watchThrough({ fault: 'cut', args: { atByte: a.length + 10 } });
    write(a, b);
    await clock.until(() => answer.ended);
    expect(answer.text).toBe(a + b.slice(0, 10));
    expect(answer.ended).toBe('ECONNRESET');
  });

  it('P-5: cut by a clean end in mid-line', async () => {
    const { answer, write } = await watchThrough({ fault: 'cut', args: { atByte: 10, how: 'end' } });
    write(a);
    await clock.until(() => answer.ended);
    expect(answer).toMatchObject({ text: a.slice(0, 10), ended: 'end' });
  });

  it('P-5: cut after a number of events, however the bytes come', async () => {
    const { answer, write } = await watchThrough({ fault: 'cut', args: { afterEvents: 2, how: 'end' } });
    write(a.slice(0, 20));
    write(a.slice(20) + b + c);
    await clock.until(() => answer.ended);
    expect(answer.text).toBe(a + b);
  });

  it('P-5: hold: the stream falls silent and stays open', async () => {
    const { answer, write, stream } = await watchThrough({ fault: 'hold', args: { afterEvents: 1 } });
    write(a, b);
    await clock.until(() => answer.text === a);
    stream.end();
    const next = send(proxy, LIST);
    await clock.until(() => next.ended);
    expect(answer).toMatchObject({ text: a, ended: undefined });
    answer.abort();
  });

  it('P-5: split: each piece comes by itself', async () => {
    const { answer, write } = await watchThrough({ fault: 'split', args: { bytes: 7 } });
    write(a);
    await clock.until(() => answer.text === a);
    expect(answer.chunks.length).toBeGreaterThan(a.length / 14);
  });

  it('P-5: join: several events come in one chunk', async () => {
    const { answer, write } = await watchThrough({ fault: 'join', args: { events: 3 } });
    write(a);
    write(b);
    await clock.until(() => proxy.log.entries[0]?.resourceVersionAfter === '7');
    expect(answer.chunks).toHaveLength(0);
    write(c);
    await clock.until(() => answer.chunks.length > 0);
    expect(answer.chunks[0]?.toString()).toBe(a + b + c);
  });

  it('P-5: dropEvents, by type and place', async () => {
    const { answer, write } = await watchThrough({
      fault: 'dropEvents',
      args: { types: ['ADDED'], from: 2, count: 1 },
    });
    write(a, c, b, gone, a);
    await clock.until(() => answer.text === a + c + gone + a);
  });

  it('P-5: repeatEvents', async () => {
    const { answer, write } = await watchThrough({ fault: 'repeatEvents', args: { from: 2, count: 1 } });
    write(a, b, c);
    await clock.until(() => answer.text === a + b + b + c);
  });

  it('P-5: an object added and deleted within a batch is not seen at all', async () => {
    const { answer, write } = await watchThrough({ fault: 'mergeAddedAndDeleted', args: { events: 4 } });
    write(a, b, c, gone, b);
    await clock.until(() => answer.text === a + c);
  });

  it('P-5: insertBookmarks of the resource version just seen', async () => {
    const { answer, write } = await watchThrough({ fault: 'insertBookmarks', args: { bookmarks: 2 } });
    write(a, b);
    const bookmark = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { resourceVersion: '6' } };
    const line = `${JSON.stringify({ type: 'BOOKMARK', object: bookmark })}\n`;
    await clock.until(() => answer.text === a + line + line + b);
  });

  it('P-5: insertError, after which the stream ends', async () => {
    const { answer, write } = await watchThrough({ fault: 'insertError', args: { code: 410, afterEvents: 1 } });
    write(a, b);
    await clock.until(() => answer.ended);
    const [first, second, ...rest] = answer.text.split('\n');
    expect(`${first}\n`).toBe(a);
    expect(JSON.parse(second ?? '')).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    expect(rest).toEqual(['']);
    expect(answer.ended).toBe('end');
  });

  it('P-5: freeze for a time', async () => {
    const { answer, write } = await watchThrough({ fault: 'freeze', args: { afterEvents: 1, ms: 5_000 } });
    write(a, b);
    await clock.until(() => answer.text === a && clock.pendingTimers === 1);
    await clock.advance(5_000);
    await clock.until(() => answer.text === a + b);
  });

  it('P-5: freeze until the watches are released', async () => {
    const { answer, write } = await watchThrough({ fault: 'freeze', args: { afterEvents: 1 } });
    write(a, b);
    await clock.until(() => answer.text === a);
    proxy.releaseWatches();
    await clock.until(() => answer.text === a + b);
  });

  it('P-5: all watches, or some, are frozen and later released without loss', async () => {
    const { answer, write } = await watchThrough();
    write(a);
    await clock.until(() => answer.text === a);
    proxy.freezeWatches({ resource: 'configmaps' });
    write(b);
    await clock.until(() => proxy.log.entries[0]?.resourceVersionAfter === '7');
    const list = send(proxy, LIST);
    await clock.until(() => list.ended === 'end');
    expect(answer.text).toBe(a);
    proxy.releaseWatches();
    await clock.until(() => answer.text === a + b);
  });
});

describe('connection faults', () => {
  it('P-6: half-open: no FIN, and later requests on the connection are not answered either', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    proxy.inject({ match: { verb: 'watch' }, fault: 'halfOpen', args: { afterEvents: 1 } });
    const answer = send(proxy, WATCH, { agent });
    const stream = await clock.until(() => streams[0]);
    stream.write(event('ADDED', 'a', '6'));
    await clock.until(() => answer.chunks.length > 0);
    stream.end(event('ADDED', 'b', '7'));
    await clock.until(() => stream.closed);
    const other = send(proxy, LIST);
    await clock.until(() => other.ended);
    expect(answer).toMatchObject({ text: event('ADDED', 'a', '6'), ended: undefined });
    answer.abort();
    agent.destroy();
  });

  it('P-6: every open connection falls silent at once, and none says so', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = send(proxy, LIST, { agent });
    await clock.until(() => first.ended);
    const { answer, write } = await watchThrough();
    await clock.until(() => answer.status);
    proxy.cutAll('halfOpen');
    write(event('ADDED', 'a', '6'));
    const second = send(proxy, LIST, { agent });
    await clock.until(() => proxy.log.entries.length === 3);
    const fresh = send(proxy, LIST);
    await clock.until(() => fresh.ended === 'end');
    expect(answer).toMatchObject({ text: '', ended: undefined });
    expect(second).toMatchObject({ status: undefined, ended: undefined });
    agent.destroy();
    answer.abort();
  });

  it.each([
    ['reset', 'ECONNRESET'],
    ['tlsReset', 'ERR_SSL_BAD_RECORD_TYPE'],
  ] as const)('P-6: %s, before the server sees the request and in the middle of an answer', async (fault, code) => {
    proxy.inject({ match: { verb: 'list' }, fault });
    const list = send(proxy, LIST);
    await clock.until(() => list.ended);
    expect(list.ended).toBe(code);
    expect(server.received).toHaveLength(0);
    const { answer, write } = await watchThrough({ fault, args: { afterEvents: 1 } });
    write(event('ADDED', 'a', '6'), event('ADDED', 'b', '7'));
    await clock.until(() => answer.ended);
    expect(answer).toMatchObject({ text: event('ADDED', 'a', '6'), ended: code });
  });

  it('P-6: slow drip: the body comes a few bytes at a time', async () => {
    proxy.inject({ match: {}, fault: 'drip', args: { bytes: 10, everyMs: 1_000 } });
    const answer = send(proxy, LIST);
    await clock.until(() => clock.pendingTimers === 1);
    for (let bytes = 10; bytes <= 30; bytes += 10) {
      await clock.advance(1_000);
      await clock.until(() => answer.text.length === bytes && clock.pendingTimers === 1);
    }
    await clock.advanceUntil(() => answer.ended === 'end');
  });

  it('P-6: down refuses connections, up serves again at the same address', async () => {
    const { answer } = await watchThrough();
    await clock.until(() => answer.status);
    const { url } = proxy;
    await proxy.down();
    await clock.until(() => answer.ended === 'ECONNRESET');
    const refused = send(proxy, LIST);
    await clock.until(() => refused.ended === 'ECONNREFUSED');
    await proxy.up();
    expect(proxy.url).toBe(url);
    const again = send(proxy, LIST);
    await clock.until(() => again.ended === 'end');
    expect(proxy.openConnections).toBeLessThan(2);
  });

  it('P-6: another certificate serves new connections and leaves open ones alone', async () => {
    const { answer, write } = await watchThrough();
    await clock.until(() => answer.status);
    const before = proxy.kubeconfig;
    proxy.useCertificate(loopbackCertificate());
    expect(proxy.kubeconfig).toBe(before);
    write(event('ADDED', 'a', '6'));
    await clock.until(() => answer.chunks.length === 1);
    const next = send(proxy, LIST);
    await clock.until(() => next.ended === 'end');
  });
});

describe('time travel', () => {
  const item = { metadata: { name: 'a', resourceVersion: '6' } };

  beforeEach(() => {
    const plain = script;
    script = (request, response) => {
      if (request.method !== 'GET' || request.uri.includes('watch=true')) return plain(request, response);
      const resourceVersion = new URL(request.uri, 'http://x').searchParams.get('resourceVersion') ?? '20';
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion }, items: [item] }),
      );
    };
  });

  it('P-7: a list is answered from an older resource version', async () => {
    const present = send(proxy, LIST);
    await clock.until(() => present.ended);
    proxy.inject({ match: { verb: 'list' }, fault: 'travel', args: { resourceVersion: '9' } });
    const past = send(proxy, `${LIST}?limit=500&labelSelector=a%3Db`);
    await clock.until(() => past.ended);
    expect(server.received[1]?.uri).toBe(
      `${LIST}?limit=500&labelSelector=a%3Db&resourceVersion=9&resourceVersionMatch=Exact`,
    );
    expect(proxy.log.entries.map(({ resourceVersionAfter }) => resourceVersionAfter)).toEqual(['20', '9']);
  });

  it('P-7: a list from a later one is answered that it is too large', async () => {
    proxy.inject({ match: { verb: 'list' }, fault: 'travel', args: { resourceVersion: '9' } });
    const answer = send(proxy, `${LIST}?resourceVersion=10&resourceVersionMatch=NotOlderThan`);
    await clock.until(() => answer.ended);
    expect(answer.status).toBe(504);
    expect(JSON.parse(answer.text)).toMatchObject({ details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } });
  });

  it('P-7: the past can be named by the writes that are not there yet', async () => {
    const versions = ['11', '12', '13'];
    script = (_request, response) => void response.end(`{"metadata":{"resourceVersion":"${versions.shift() ?? '0'}"}}`);
    for (let i = 0; i < 3; i++) {
      const write = send(proxy, LIST, { method: 'POST', body: '{}' });
      await clock.until(() => write.ended);
    }
    proxy.inject({ match: { verb: 'list' }, fault: 'travel', args: { back: 2 } });
    const answer = send(proxy, LIST);
    await clock.until(() => answer.ended);
    expect(server.received.at(-1)?.uri).toContain('resourceVersion=11&');
  });

  it('P-7: a watch shows what happened up to the past, and ends when it is released', async () => {
    const { answer, write } = await watchThrough({ fault: 'travel', args: { resourceVersion: '9' } });
    write(event('ADDED', 'a', '6'), event('ADDED', 'b', '10'), event('ADDED', 'c', '11'));
    await clock.until(() => answer.text === event('ADDED', 'a', '6'));
    await clock.until(() => proxy.log.entries[0]?.resourceVersionAfter === '11');
    expect(answer.ended).toBeUndefined();
    proxy.releaseWatches();
    await clock.until(() => answer.ended === 'end');
    expect(answer.text).toBe(event('ADDED', 'a', '6'));
  });

  it('P-7: a watch with initial events begins with the past', async () => {
    proxy.inject({ match: { verb: 'watch' }, fault: 'travel', args: { resourceVersion: '9' } });
    const answer = send(proxy, `${LIST}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
    await clock.until(() => answer.text.split('\n').length === 3);
    const events = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(events).toEqual([
      { type: 'ADDED', object: { apiVersion: 'v1', kind: 'ConfigMap', ...item } },
      {
        type: 'BOOKMARK',
        object: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } },
        },
      },
    ]);
    expect(answer.ended).toBeUndefined();
    proxy.releaseWatches();
    await clock.until(() => answer.ended === 'end');
  });

  it('P-7: the client moves to another API server, whose resource versions may be lower', async () => {
    const behind = await startScriptedServer((_request, response) => {
      response.end('{"metadata":{"resourceVersion":"4"}}');
    });
    const { answer } = await watchThrough();
    await clock.until(() => answer.status);
    const before = send(proxy, LIST);
    await clock.until(() => before.ended);
    await proxy.switchTo(behind.kubeconfig);
    await clock.until(() => answer.ended === 'ECONNRESET');
    const after = send(proxy, LIST);
    await clock.until(() => after.ended);
    expect(proxy.log.matching({ verb: 'list' }).map((entry) => entry.resourceVersionAfter)).toEqual(['20', '4']);
    await behind.stop();
  });
});

describe('the state of a proxy', () => {
  it('P-9: it is unsettled from the handshake until the upstream answers', async () => {
    let answerNow: () => void = () => {};
    script = (_request, response) => {
      answerNow = () => response.end('{}');
    };
    const answer = send(proxy, LIST);
    await clock.until(() => proxy.openConnections === 1);
    expect(proxy.isSettled).toBe(false);
    await clock.until(() => server.received.length === 1);
    expect(proxy.isSettled).toBe(false);
    answerNow();
    await clock.until(() => answer.ended);
    expect(proxy.isSettled).toBe(true);
  });

  it('P-1, P-2: a schedule from a seed, and its file without the seed, strike the same requests', async () => {
    const choices: FaultChoice[] = [
      { match: { verb: 'list' }, among: 10, fault: 'answer', args: { status: 500 } },
      { match: { verb: 'create' }, among: 10, fault: 'cutAnswer' },
      { match: { userAgent: 'one' }, among: 10, fault: 'refuse' },
    ];
    const fromSeed = randomSchedule(seededRandom(7n), { choices, count: 12 });
    const struckBy = async (schedule: readonly ScheduledFault[]): Promise<string[]> => {
      const other = await FaultProxy.start({
        upstream: server.kubeconfig,
        certificate: loopbackCertificate(),
        schedule,
        clock,
      });
      for (let number = 0; number < 20; number++) {
        const headers = { 'user-agent': number % 3 === 0 ? 'one' : 'other' };
        const answer = send(other, LIST, number % 2 === 0 ? { headers } : { method: 'POST', body: '{}', headers });
        await clock.until(() => answer.ended);
      }
      await other.stop();
      return other.log.entries.map(({ faults, status }) => `${faults.join('+')} ${status}`);
    };
    const struck = await struckBy(fromSeed);
    expect(new Set(struck).size).toBeGreaterThan(3);
    expect(await struckBy(readSchedule(writeSchedule(fromSeed)))).toEqual(struck);
  });

  it('P-2: an injected fault can be taken out, and clear takes out all', async () => {
    const takeOut = proxy.inject({ match: {}, fault: 'answer', args: { status: 500 } });
    const struck = send(proxy, LIST);
    await clock.until(() => struck.ended);
    takeOut();
    const free = send(proxy, LIST);
    await clock.until(() => free.ended);
    proxy.inject({ match: {}, fault: 'answer', args: { status: 500 } });
    proxy.clear();
    const cleared = send(proxy, LIST);
    await clock.until(() => cleared.ended);
    expect([struck.status, free.status, cleared.status]).toEqual([500, 200, 200]);
  });
});
