import { FakeClock, FaultProxy } from '@slipway/kube/testing';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RawAnswer, type RawRequest, send } from './raw-client.ts';
import { loopbackCertificate } from './scripted-server.ts';

describeCluster('a proxy before an API server', {}, (cluster) => {
  const clock = new FakeClock();
  let proxy: FaultProxy;
  let configMaps: string;

  beforeEach(async () => {
    const upstream = cluster().kubeconfig;
    proxy = await FaultProxy.start({ upstream, certificate: loopbackCertificate(), clock });
    configMaps = `/api/v1/namespaces/${await freshNamespace(cluster())}/configmaps`;
  });

  afterEach(() => proxy.stop());

  async function ask(uri: string, request: RawRequest = {}): Promise<RawAnswer> {
    const answer = send(proxy, uri, { ...request, headers: { 'user-agent': configMaps, ...request.headers } });
    await clock.until(() => answer.ended);
    return answer;
  }

  async function create(name: string): Promise<string> {
    const body = JSON.stringify({ metadata: { name } });
    const created = await ask(configMaps, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(created.status).toBe(201);
    return (JSON.parse(created.text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
  }

  async function list(query = ''): Promise<{ resourceVersion: string; names: string[] }> {
    const { text } = await ask(configMaps + query);
    const { metadata, items } = JSON.parse(text) as {
      metadata: { resourceVersion: string };
      items: { metadata: { name: string } }[];
    };
    // A real control plane puts one of its own into every namespace.
    const names = items.map((item) => item.metadata.name).filter((name) => name !== 'kube-root-ca.crt');
    return { resourceVersion: metadata.resourceVersion, names };
  }

  it('P-8: its log equals that of the API server', async () => {
    const watch = send(proxy, `${configMaps}?watch=true`, { headers: { 'user-agent': configMaps } });
    await clock.until(() => watch.status);
    await create('a');
    await ask(`${configMaps}/missing`);
    await ask(configMaps, { token: 'wrong' });
    await list('?limit=500');
    await ask(`${configMaps}/a`, { method: 'DELETE' });
    await clock.until(() => watch.text.includes('DELETED'));
    watch.abort();
    await clock.until(() => proxy.log.entries.every(({ endedAt }) => endedAt !== undefined));
    const seen = (await cluster().requests()).filter(({ userAgent }) => userAgent === configMaps);
    const logged = proxy.log.entries.map(({ method, uri, status }) => `${method} ${uri} ${status}`);
    expect(seen.map(({ method, uri, status }) => `${method} ${uri} ${status}`)).toEqual(logged);
    expect(logged).toHaveLength(6);
  });

  it('P-7: lists and watches come from an older resource version, and later the present returns', async () => {
    await create('a');
    const past = await create('b');
    await create('c');
    const goBack = { fault: 'travel', args: { resourceVersion: past } } as const;
    const takeOut = proxy.inject({ match: { verb: ['list', 'watch'] }, ...goBack });
    expect(await list()).toEqual({ resourceVersion: past, names: ['a', 'b'] });

    const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watch = send(proxy, `${configMaps}?${query}`);
    await clock.until(() => watch.text.includes('initial-events-end'));
    expect(watch.text).toContain('"name":"b"');
    expect(watch.text).not.toContain('"name":"c"');

    takeOut();
    proxy.releaseWatches();
    await clock.until(() => watch.ended === 'end');
    const present = await list();
    expect(present.names).toEqual(['a', 'b', 'c']);
    const seen = proxy.log.matching({ verb: 'list' }).map(({ resourceVersionAfter }) => resourceVersionAfter);
    expect(seen).toEqual([past, present.resourceVersion]);
  });

  it('P-4: an answer lost after the commit leaves one object', async () => {
    proxy.inject({ match: { verb: 'create' }, nth: 1, fault: 'cutAnswer' });
    const lost = send(proxy, configMaps, {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'once' } }),
      headers: { 'content-type': 'application/json' },
    });
    await clock.until(() => lost.ended === 'ECONNRESET');
    expect((await list()).names).toEqual(['once']);
  });
});
