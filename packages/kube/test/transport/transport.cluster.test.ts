import { loadKubeconfig } from '@slipway/kube/config';
import { createTransport, type KubeRequest, type Transport } from '@slipway/kube/transport';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const version: KubeRequest = { method: 'GET', path: '/version' };

describeCluster('the transport', { needs: ['objects'] }, (cluster) => {
  let transport: Transport;
  beforeAll(async () => {
    const config = await loadKubeconfig({ text: cluster().kubeconfig });
    transport = createTransport(config, { operator: { name: 'transport-test', version: '1' } });
  });
  afterAll(() => transport.close());

  test('R-16, R-18: a kubeconfig leads to the cluster, which sees who asks', async () => {
    const namespace = await freshNamespace(cluster());
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await transport.json({ method: 'GET', path, controller: 'demo' });
    await transport.json({ method: 'GET', path, lane: 'election' });
    const agents = (await cluster().requests())
      .filter(({ uri }) => uri.startsWith(path))
      .map(({ userAgent }) => userAgent);
    expect(agents).toEqual(['transport-test/1 slipway/0.1.0 (demo)', 'transport-test/1 slipway/0.1.0 leader-election']);
  });

  test('R-11: what the server refuses has its code: absent object, absent group, bad body, conflict', async () => {
    const namespace = await freshNamespace(cluster());
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const create = () =>
      transport.json({ method: 'POST', path, body: JSON.stringify({ metadata: { name: 'one' } }), repeat: 'unsent' });
    await expect(transport.json({ method: 'GET', path: `${path}/none` })).rejects.toMatchObject({
      code: 'KUBE_NOT_FOUND',
      body: { reason: 'NotFound', details: { name: 'none' } },
    });
    await expect(transport.json({ method: 'GET', path: '/apis/absent.dev/v1/x' })).rejects.toMatchObject({
      code: 'KUBE_NOT_FOUND',
    });
    await expect(transport.json({ method: 'POST', path, body: '{' })).rejects.toMatchObject({ code: 'KUBE_INVALID' });
    await create();
    await expect(create()).rejects.toMatchObject({ code: 'KUBE_CONFLICT', body: { reason: 'AlreadyExists' } });
  });

  test('R-5: a watch brings events as they come, and its socket goes with the signal', async () => {
    const namespace = await freshNamespace(cluster());
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const stop = new AbortController();
    const query = { watch: true, timeoutSeconds: 60 };
    const { body } = await transport.stream({ method: 'GET', path, query, lane: 'watch', signal: stop.signal });
    const iterator = body[Symbol.asyncIterator]();
    for (const name of ['first', 'second']) {
      await transport.json({ method: 'POST', path, body: JSON.stringify({ metadata: { name } }) });
      let text = '';
      while (!text.includes(`"${name}"`)) text += Buffer.from((await iterator.next()).value as Uint8Array).toString();
      expect(text).toContain('"ADDED"');
    }
    const end = iterator.next();
    stop.abort(new Error('seen enough'));
    await expect(end).rejects.toThrow('seen enough');
    await expect.poll(() => transport.stats().sockets.watch).toBe(0);
  });

  test('R-12: a token that the server does not know is KUBE_UNAUTHORIZED after one more try', async () => {
    const config = await loadKubeconfig({ text: cluster().kubeconfig });
    const stranger = createTransport({ ...config, user: { token: 'unknown' } });
    onTestFinished(() => stranger.close());
    await expect(stranger.json({ method: 'GET', path: '/api/v1/namespaces' })).rejects.toMatchObject({
      code: 'KUBE_UNAUTHORIZED',
    });
    expect(stranger.stats().requests).toEqual([{ method: 'GET', code: '401', count: 2 }]);
  });

  test('R-8: reads go on over a crash and restart of the server', async () => {
    await transport.json(version);
    const restarted = cluster().restart();
    const reads = Array.from({ length: 20 }, () => transport.json({ ...version, deadlineMs: 60_000 }));
    await restarted;
    await expect(Promise.all(reads)).resolves.toHaveLength(20);
  });
});
