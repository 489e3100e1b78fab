import type { KubeRequest } from '@slipway/kube/transport';
import { describe, expect, test } from 'vitest';
import { ApiServer } from './api-server.ts';
import { ConnectProxy } from './connect-proxy.ts';

const get: KubeRequest = { method: 'GET', path: '/version', retry: false };

/** An API server that only the proxy can find: its name resolves nowhere. */
async function behindProxy(options: { tls?: boolean; credential?: string } = {}) {
  const server = await ApiServer.start();
  const proxy = await ConnectProxy.start({
    targetPort: server.port,
    ...(options.tls && { authority: server.authority }),
    ...(options.credential && { credential: options.credential }),
  });
  const hidden = { server: 'https://cluster.test:6443' };
  return { server, proxy, hidden };
}

describe('proxies', () => {
  test('R-15: proxy-url leads every lane through the proxy, even to this machine, and beats the environment', async () => {
    const { server, proxy } = await behindProxy();
    const env = { HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '*' };
    const transport = server.connect({ env }, { proxyUrl: proxy.url });
    for (const lane of ['request', 'watch', 'election'] as const) {
      await expect(transport.json({ ...get, lane })).resolves.toEqual({ kind: 'Ok' });
    }
    expect(proxy.asked).toEqual(Array.from({ length: 3 }, () => `127.0.0.1:${server.port}`));
  });

  test.each(['HTTPS_PROXY', 'https_proxy'])('R-15: %s leads to a host that only the proxy knows', async (name) => {
    const { server, proxy, hidden } = await behindProxy();
    await server.connect({ env: { [name]: proxy.url } }, hidden).json(get);
    expect(proxy.asked).toEqual(['cluster.test:6443']);
  });

  test('R-15: a proxy with TLS and a password', async () => {
    const { server, proxy, hidden } = await behindProxy({ tls: true, credential: 'me:p@ss' });
    const proxyUrl = proxy.url.replace('://', '://me:p%40ss@');
    await expect(server.connect({}, { ...hidden, proxyUrl }).json(get)).resolves.toEqual({ kind: 'Ok' });
    expect(proxy.url).toMatch(/^https:/);
  });

  test('R-15, R-19: a proxy that refuses is KUBE_UNREACHABLE: never sent, and no password in the message', async () => {
    const { server, proxy, hidden } = await behindProxy({ credential: 'me:right' });
    const proxyUrl = proxy.url.replace('://', '://me:marker@');
    const call = server.connect({}, { ...hidden, proxyUrl }).json(get);
    const error = await call.catch((reason: unknown) => reason as Error & { cause: Error });
    expect(error).toMatchObject({ code: 'KUBE_UNREACHABLE', neverSent: true });
    expect((error as Error).message).toContain('The proxy answered 407 to CONNECT cluster.test:6443');
    expect((error as Error).message).not.toContain('marker');
    expect(proxy.asked).toHaveLength(1);
  });

  test('R-15: a proxy that hangs up is asked once per send', async () => {
    const { server, proxy, hidden } = await behindProxy();
    const transport = server.connect({ env: { HTTPS_PROXY: proxy.url } }, hidden);
    await server.close();
    await expect(transport.json(get)).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE', neverSent: true });
    expect(proxy.asked).toHaveLength(1);
  });

  test('R-15: a SOCKS proxy of the environment is KUBE_CONFIG', async () => {
    const { server, hidden } = await behindProxy();
    expect(() => server.connect({ env: { HTTPS_PROXY: 'socks5://marker@x:1' } }, hidden)).toThrow(
      expect.objectContaining({ code: 'KUBE_CONFIG', message: expect.not.stringContaining('marker') }),
    );
  });
});
