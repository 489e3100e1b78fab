import { describe, expect, it } from 'vitest';
import { ByteStream } from '../../test/byte-stream.ts';
import { follow } from '../../test/followed-model.ts';
import { expired, ModelServer } from '../../test/model-server.ts';
import { KubeError } from '../errors.ts';
import { silentLogger } from '../log/index.ts';
import { FakeClock } from '../testing/index.ts';

function serverWith(...names: string[]): ModelServer {
  const server = new ModelServer();
  for (const name of names) server.put(name);
  return server;
}

const refuse =
  (status: number, options = {}) =>
  (): never => {
    throw new KubeError('KUBE_SERVER_ERROR', `refused with ${status}`, { status, ...options });
  };

describe('Reflector: syncing by WatchList', () => {
  it('R-21: readers see nothing of the initial events before their end, and then all in one step', async () => {
    const server = serverWith('x', 'y');
    server.watchList = 'without end';
    const model = await follow({ server });
    expect(model.names()).toEqual([]);
    expect(model.store.isFilled).toBe(false);
    let seen = 0;
    model.store.onProgress(() => (seen = model.names().length));
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const object = { metadata: { resourceVersion: server.version, annotations } };
    server.sendAll(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`);
    await model.settle();
    expect(seen).toBe(2);
    expect(model.requests()).toEqual(['watch-list@']);
  });

  it('R-21: the stream that brought the sync goes on as the watch', async () => {
    const model = await follow({ server: serverWith('x') });
    model.server.put('y');
    model.server.delete('x');
    await model.settle();
    expect(model.names()).toEqual(['a/y']);
    expect(model.requests()).toEqual(['watch-list@']);
    expect(model.events).toEqual(['added a/x', 'added a/y', 'deleted a/x']);
  });

  it('R-21: a later sync asks not older than what was seen; what vanished meanwhile is deleted unseen', async () => {
    const model = await follow({ server: serverWith('x', 'y') });
    model.server.cut();
    model.server.delete('x');
    model.server.put('z');
    model.server.compact();
    await model.pass(60_000);
    expect(model.names()).toEqual(['a/y', 'a/z']);
    expect(model.events.slice(2)).toEqual(['deleted a/x unseen', 'added a/z']);
    expect(model.requests()).toEqual(['watch-list@', 'watch@102', 'watch-list@102']);
  });

  it('R-21: a version that the server has not reached is given up for a consistent read at once', async () => {
    const server = serverWith('x');
    const early = server.version;
    server.put('y');
    const model = await follow({ server });
    server.restore(early);
    server.intercept = ({ query }) => {
      if (query['sendInitialEvents'] === true) return undefined;
      throw expired();
    };
    await model.pass(10_000);
    expect(model.requests().slice(-2)).toEqual(['watch-list@102', 'watch-list@']);
    expect(model.names()).toEqual(['a/x']);
    expect(model.store.resourceVersion).toBe(early);
  });
});

describe('Reflector: servers without WatchList', () => {
  it('R-22: a refusal falls back to list at once and is remembered for 1 h', async () => {
    const server = serverWith('x');
    server.watchList = 'refused';
    const model = await follow({ server });
    expect(model.requests()).toEqual(['watch-list@', 'list@ limit=500', 'watch@101']);
    expect(model.names()).toEqual(['a/x']);

    server.error({ code: 410 });
    await model.pass(60_000);
    expect(model.requests()).toEqual(['list@101 resourceVersionMatch=NotOlderThan', 'watch@101']);

    await model.pass(3_600_000);
    model.requests();
    server.watchList = 'served';
    server.error({ code: 410 });
    await model.pass(60_000);
    expect(model.requests()).toEqual(['watch-list@101']);
  });

  it('R-22: a server that ignores the parameter is found out by its first plain bookmark', async () => {
    const server = serverWith('x', 'y');
    server.watchList = 'ignored';
    const model = await follow({ server });
    server.put('busy');
    await model.settle();
    expect(model.names()).toEqual([]);
    server.bookmark();
    await model.settle();
    expect(model.requests()).toEqual(['watch-list@', 'list@ limit=500', 'watch@103']);
    expect(model.names()).toEqual(['a/busy', 'a/x', 'a/y']);
    expect(server.openWatches).toBe(1);
  });

  it('R-22: a withheld end bookmark is waited for 30 s after the last event', async () => {
    const server = serverWith('x');
    server.watchList = 'without end';
    const model = await follow({ server });
    await model.pass(29_000);
    server.put('y');
    await model.settle();
    await model.pass(29_999);
    expect(model.requests()).toEqual(['watch-list@']);
    await model.pass(1);
    expect(model.requests()).toEqual(['list@ limit=500', 'watch@102']);
    expect(model.names()).toEqual(['a/x', 'a/y']);
  });

  it.each([
    ['429', refuse(429)],
    [
      'a lost connection',
      () => {
        throw new KubeError('KUBE_UNREACHABLE', 'reset');
      },
    ],
  ])('R-22: %s backs off and tries WatchList again', async (_name, fail) => {
    const server = serverWith('x');
    server.intercept = fail;
    const model = await follow({ server });
    server.intercept = () => undefined;
    await model.pass(2_000);
    expect(model.requests()).toEqual(['watch-list@', 'watch-list@']);
    expect(model.names()).toEqual(['a/x']);
  });
});

describe('Reflector: lists', () => {
  it('R-23: the first list is consistent and in pages of 500', async () => {
    const server = serverWith(...Array.from({ length: 1_001 }, (_, n) => `n${n}`));
    server.watchList = 'refused';
    const model = await follow({ server });
    expect(model.store.objects.size).toBe(1_001);
    const version = server.version;
    expect(model.requests()).toEqual([
      'watch-list@',
      'list@ limit=500',
      `list@ limit=500 continue=${version}:500`,
      `list@ limit=500 continue=${version}:1000`,
      `watch@${version}`,
    ]);
  });

  it('R-23: an expired continue restarts as one full list', async () => {
    const server = serverWith(...Array.from({ length: 501 }, (_, n) => `n${n}`));
    server.watchList = 'refused';
    server.intercept = ({ query }) => {
      if (query['continue'] !== undefined) throw expired();
      return undefined;
    };
    const model = await follow({ server });
    expect(model.requests().slice(-2)).toEqual(['list@', `watch@${server.version}`]);
    expect(model.store.objects.size).toBe(501);
  });

  it('R-23: a relist whose version is gone is followed by one consistent list at once', async () => {
    const server = serverWith('x');
    server.watchList = 'refused';
    const model = await follow({ server });
    server.error({ code: 410 });
    server.intercept = ({ verb, query }) => {
      if (verb === 'list' && query['resourceVersion'] !== undefined) throw expired();
      return undefined;
    };
    await model.pass(2_000);
    expect(model.requests().slice(-3)).toEqual([
      'list@101 resourceVersionMatch=NotOlderThan',
      'list@ limit=500',
      'watch@101',
    ]);
  });

  it('R-23: resource version 0 is never asked for', async () => {
    const server = new ModelServer();
    const model = await follow({ server });
    server.error({ code: 410 });
    await model.pass(120_000);
    expect(server.requests.filter(({ query }) => query['resourceVersion'] === '0')).toEqual([]);
  });
});

describe('Reflector: watching', () => {
  it('R-26: watches ask for bookmarks and a random length between 300 and 600 s', async () => {
    const lengths = [];
    for (const value of [0, 0.999_999]) {
      const { server } = await follow({ random: () => value });
      const query = server.requests[0]?.query;
      expect(query).toMatchObject({ watch: true, allowWatchBookmarks: true });
      lengths.push(query?.['timeoutSeconds']);
    }
    expect(lengths).toEqual([300, 600]);
  });

  it('R-26: bookmarks move the last version and reach the store, synthetic events do not', async () => {
    const server = serverWith('x', 'y');
    server.watchList = 'without end';
    const waiting = await follow({ server });
    expect(waiting.reflector.state.lastResourceVersion).toBeUndefined();

    const model = await follow({ server: serverWith('x') });
    model.server.put('elsewhere', {}, 'b');
    model.server.bookmark();
    await model.settle();
    expect(model.store.seenAtLeast(model.server.version)).toBe(true);
    model.server.cut(new KubeError('KUBE_UNREACHABLE', 'reset'));
    await model.pass(5_000);
    expect(model.requests().at(-1)).toBe(`watch@${model.server.version}`);
  });

  it('R-26: an event that was received in part comes again', async () => {
    const model = await follow({ server: serverWith('x') });
    model.server.sendAll('{"type":"ADDED","object":{"metadata":{"name":"half","resourceVersion":"102"');
    await model.pass(5_000);
    model.server.cut();
    model.server.put('half');
    await model.settle();
    expect(model.requests().at(-1)).toBe('watch@101');
    expect(model.names()).toEqual(['a/half', 'a/x']);
  });

  it('R-7 R-6: a silent stream is replaced every 70 to 74 s, without a list and without a backoff', async () => {
    const model = await follow({ server: serverWith('x'), random: () => 0.5 });
    model.requests();
    await model.pass(71_999);
    expect(model.requests()).toEqual([]);
    await model.pass(1);
    expect(model.requests()).toEqual(['watch@101']);
    await model.pass(72_000);
    expect(model.requests()).toEqual(['watch@101']);
    await model.pass(72_000);
    expect(model.requests()).toEqual(['list@101 limit=1 resourceVersionMatch=NotOlderThan', 'watch@101']);
    expect(model.reflector.state.blocker).toBeUndefined();
    expect(model.reflector.counters).toMatchObject({ lists: 0, restarts: { idle: 3 } });
  });

  it('R-6: any byte restarts the idle time; the hard end comes all the same', async () => {
    const model = await follow({ server: serverWith('x'), random: () => 0 });
    model.requests();
    for (let minute = 0; minute < 5; minute++) {
      await model.pass(60_000);
      model.server.bookmark();
    }
    expect(model.requests()).toEqual([]);
    await model.pass(29_999);
    expect(model.requests()).toEqual([]);
    await model.pass(1);
    expect(model.requests()).toEqual(['watch@101']);
    expect(model.reflector.counters.restarts).toEqual({ 'hard-end': 1 });
  });

  it('R-7: a server restored to an earlier state is found by the probe and synced from empty', async () => {
    const server = serverWith('x');
    const early = server.version;
    const model = await follow({ server });
    server.put('lost');
    await model.settle();
    // From here on watches from the last seen version are answered with 200 and silence.
    server.restore(early);
    await model.pass(200_000);
    expect(model.requests().slice(-2)).toEqual(['list@102 limit=1 resourceVersionMatch=NotOlderThan', 'watch-list@']);
    expect(model.names()).toEqual(['a/x']);
    expect(model.events).toContain('deleted a/lost unseen');
  });

  it('R-28: events reach the store one by one in the order of the stream, however slowly it takes them', async () => {
    const model = await follow();
    const seen: (string | undefined)[] = [];
    model.store.onProgress(() => seen.push(model.store.resourceVersion));
    for (let n = 0; n < 50; n++) model.server.put(`n${n % 3}`, n);
    await model.settle();
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => String(101 + n)));
  });

  it('R-29: watches that end at once cost at most 10 requests in 60 s', async () => {
    const server = serverWith('x');
    server.watchList = 'refused';
    const model = await follow({ server, random: () => 0 });
    model.requests();
    server.cut();
    server.intercept = ({ verb }) => {
      if (verb === 'list') return undefined;
      const stream = new ByteStream(undefined);
      stream.end();
      return { status: 200, headers: {}, body: stream };
    };
    await model.pass(60_000);
    expect(model.requests().length).toBeLessThanOrEqual(10);
    expect(model.reflector.counters.restarts['closed']).toBeGreaterThan(3);
  });

  it('R-29: 1000 reflectors after an outage of 5 min: no second holds over 10 % of the reconnects', async () => {
    const clock = new FakeClock();
    const server = serverWith('x');
    server.intercept = () => {
      throw new KubeError('KUBE_UNREACHABLE', 'connection refused');
    };
    const models = [];
    for (let n = 0; n < 1_000; n++) models.push(await follow({ server, clock, random: Math.random }));
    await clock.advance(300_000);
    const perSecond = new Map<number, number>();
    server.intercept = () => {
      const second = Math.floor(clock.now() / 1_000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
      return undefined;
    };
    await clock.advance(61_000);
    expect(models.every(({ reflector }) => reflector.state.synced)).toBe(true);
    expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(100);
  });

  it('R-30: a line that cannot be read is counted and causes a relist, and nothing of it is lost', async () => {
    for (const line of ['{"type":"ADDED","object":{"metadata":{"name":"x"', '{"type":"WHAT","object":{}}', 'null']) {
      const model = await follow({ server: serverWith('x') });
      model.requests();
      model.server.sendAll(`${line}\n`);
      model.server.put('y');
      await model.pass(5_000);
      expect(model.requests()).toEqual(['watch-list@101']);
      expect(model.names()).toEqual(['a/x', 'a/y']);
      expect(model.reflector.counters.restarts).toEqual({ unreadable: 1 });
    }
  });
});

describe('Reflector: state', () => {
  it('R-32 R-33: 403 and 404 keep the content, mark it stale and name the blocker, until the server shows it again', async () => {
    for (const status of [403, 404]) {
      const model = await follow({ server: serverWith('x') });
      model.server.intercept = refuse(status);
      model.server.cut();
      await model.pass(2_000);
      model.server.cut();
      await model.settle();
      expect(model.reflector.state).toMatchObject({ synced: true, stale: true, blocker: `refused with ${status}` });
      expect(model.reflector.state).toMatchObject({ absent: status === 404, unbrokenSince: undefined });
      expect(model.names()).toEqual(['a/x']);
      model.requests();
      await model.pass(300_000);
      expect(model.requests().length).toBeLessThanOrEqual(15);

      model.server.intercept = () => undefined;
      model.server.put('y');
      await model.pass(60_000);
      expect(model.reflector.state).toMatchObject({ synced: true, stale: false, absent: false, blocker: undefined });
      expect(model.events).toEqual(['added a/x', 'added a/y']);
    }
  });

  it('R-32: a kind that is not installed yet syncs by itself once it is', async () => {
    const server = serverWith('x');
    server.intercept = refuse(404);
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (_fields: object, text: string) => void warnings.push(text) };
    const model = await follow({ server, logger });
    expect(model.reflector.state).toMatchObject({ synced: false, stale: true, blocker: 'refused with 404' });
    // An optional kind that a cluster does not have is no trouble.
    expect(warnings).toEqual([]);
    await model.pass(600_000);
    server.intercept = () => undefined;
    await model.pass(60_000);
    expect(model.reflector.state.synced).toBe(true);
    expect(model.names()).toEqual(['a/x']);
  });

  it.each([
    [404, 'a kind that is installed soon after it was missed'],
    [403, 'a right that is granted soon after it was missed'],
  ])('R-32: HTTP %d, %s is noticed soon', async (status) => {
    const server = serverWith('x');
    server.intercept = refuse(status);
    const model = await follow({ server });
    await model.pass(5_000);
    server.intercept = () => undefined;
    await model.pass(7_000);
    expect(model.reflector.state).toMatchObject({ synced: true, absent: false, blocker: undefined });
  });

  it('R-33: state and counters say what happened, as values', async () => {
    const model = await follow({ server: serverWith('x') });
    expect(model.reflector.state).toEqual({
      synced: true,
      stale: false,
      forbidden: false,
      absent: false,
      unbrokenSince: model.clock.wall(),
      lastResourceVersion: '101',
      lastEventAt: model.clock.wall(),
      blocker: undefined,
    });
    model.server.cut(new KubeError('KUBE_UNREACHABLE', 'connection reset'));
    await model.settle();
    expect(model.reflector.state).toMatchObject({ synced: true, stale: false, blocker: 'connection reset' });
    const started = model.clock.wall();
    await model.pass(2_000);
    expect(model.reflector.state.blocker).toBeUndefined();
    expect(model.reflector.state.unbrokenSince).toBeGreaterThan(started);
    expect(model.reflector.counters).toEqual({ lists: 0, watches: 2, restarts: { unreachable: 1 } });
  });

  it('R-27: Retry-After is waited for where it is longer than the backoff', async () => {
    const model = await follow({ server: serverWith('x') });
    model.requests();
    model.server.error({ code: 429, details: { retryAfterSeconds: 20 } });
    await model.pass(19_999);
    expect(model.requests()).toEqual([]);
    await model.pass(1);
    expect(model.requests()).toEqual(['watch@101']);
  });

  it('R-5: after a stop nothing is open and no timer waits', async () => {
    const model = await follow({ server: serverWith('x') });
    await model.stop();
    expect(model.server.openWatches).toBe(0);
    expect(model.clock.pendingTimers).toBe(0);
  });
});
