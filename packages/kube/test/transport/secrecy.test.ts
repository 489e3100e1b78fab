import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Logger } from '@slipway/kube';
import { loadKubeconfig } from '@slipway/kube/config';
import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest } from '@slipway/kube/transport';
import { expect, onTestFinished, test } from 'vitest';
import { ApiServer, type Handler, json } from './api-server.ts';

const MARKER = 'marker-3f9a';
const secret: KubeRequest = { method: 'GET', path: '/api/v1/namespaces/apps/secrets/db', retry: false };
const config: KubeRequest = { method: 'GET', path: '/api/v1/configmaps', retry: false };

/** Everything that leaves the package: log lines, tracing messages, errors, counters. */
function outputs(): { all: unknown[]; logger: Logger } {
  const all: unknown[] = [];
  const write = (fields: unknown, message: string): number => all.push(fields, message);
  for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
    const listen = (message: unknown): number => all.push(message);
    subscribe(`tracing:slipway:request:${event}`, listen);
    onTestFinished(() => void unsubscribe(`tracing:slipway:request:${event}`, listen));
  }
  return { all, logger: { debug: write, info: write, warn: write, error: write } };
}

/** Each answer carries the marker to where it could slip out. */
const answers: Record<string, Handler> = {
  'a Secret': (_request, response) => json(response, { kind: 'Secret', data: { password: MARKER } }),
  'a Secret cut in the middle': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":{"password":"${MARKER}`),
  'a Secret in broken HTTP': (_request, response) => void response.socket?.end(`HTTP/1.1 200 OK\r\n${MARKER}\r\n\r\n`),
  'a refused Secret': (_request, response) =>
    json(
      response,
      { kind: 'Status', message: `illegal value ${MARKER}`, code: 422, details: { causes: [{ message: MARKER }] } },
      422,
    ),
  'a page that repeats a Secret': (_request, response) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end(`you sent ${MARKER}`),
};

test.each(Object.entries(answers))(
  'R-19: %s leaves nothing of it in errors, logs, tracing or counters',
  async (_what, handler) => {
    const { all, logger } = outputs();
    const server = await ApiServer.start(handler);
    const transport = server.connect({ logger });
    const body = JSON.stringify({ data: { password: MARKER } });
    for (const request of [secret, { ...secret, method: 'PUT' as const, body }]) {
      await transport.json(request).catch((error: unknown) => all.push(error));
    }
    all.push(transport.stats());
    expect(all.length).toBeGreaterThan(4);
    expect(inspect(all, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain(MARKER);
  },
);

test('R-19: a token that the server repeats is taken out of the error', async () => {
  const { all, logger } = outputs();
  const server = await ApiServer.start(({ headers }, response) => {
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`debug: ${headers.authorization}`);
  });
  const transport = server.connect({ logger }, { user: { token: MARKER } });
  await transport.json(config).catch((error: unknown) => all.push(error));
  const shown = inspect(all, { depth: Number.POSITIVE_INFINITY });
  expect(shown).toContain('debug: Bearer [token]');
  expect(shown).not.toContain(MARKER);
});

test('R-19: neither a plugin’s output, a key, a token file nor a kubeconfig shows up when they are bad', async () => {
  const { all, logger } = outputs();
  const root = await mkdtemp(join(tmpdir(), 'slipway-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(root, name), text);
    return join(root, name);
  };
  const clock = new FakeClock();
  const server = await ApiServer.start();
  const attempt = (user: object) =>
    server
      .connect({ logger, clock }, { user })
      .json(config)
      .catch((error: unknown) => all.push(error));
  const plugin = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    env: {},
    interactiveMode: 'Never',
  };
  const shout = (code: number) => `console.log('${MARKER}'); console.error('${MARKER}'); process.exitCode = ${code}`;
  await attempt({ exec: { ...plugin, args: ['-e', shout(0)] } });
  await attempt({ exec: { ...plugin, args: ['-e', shout(1)] } });
  const file = await write('bad.pem', `-----BEGIN PRIVATE KEY-----\n${MARKER}\n-----END PRIVATE KEY-----\n`);
  await attempt({ certificate: { cert: { file }, key: { file } } });
  await attempt({ token: `${MARKER}\nnot a header` });
  const path = await write('config', `users:\n- name: me\n  user: {token: "${MARKER}\n`);
  await loadKubeconfig({ path }).catch((error: unknown) => all.push(error));

  const tokenFile = await write('token', MARKER);
  const transport = server.connect({ logger, clock }, { user: { tokenFile } });
  await transport.json(config);
  await rm(tokenFile);
  await clock.advance(60_000);
  await transport.json(config);

  const shown = inspect(all, { depth: Number.POSITIVE_INFINITY });
  expect(shown).toContain('KUBE_EXEC_PLUGIN');
  expect(shown).toContain('invalid authorization header');
  expect(shown).toContain('the earlier content stays in use');
  expect(shown).not.toContain(MARKER);
});
