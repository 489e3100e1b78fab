import { beforeAll, describe, expect, test } from 'vitest';
import type { LogLine, LogRequest } from '../../src/index.ts';
import { useCluster } from '../support/fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const fixture = useCluster();
const START = Date.UTC(2026, 0, 1);
const LINES: readonly LogLine[] = ['one', 'two ü', 'three'].map((text, at) => ({ time: START + at * 1000, text }));

const asked: LogRequest[] = [];
let ended = 0;

async function* source(request: LogRequest): AsyncIterable<LogLine> {
  asked.push(request);
  yield* LINES;
  if (!request.follow) return;
  await new Promise((resolve) => request.signal.addEventListener('abort', resolve, { once: true }));
  ended++;
}

beforeAll(async () => {
  const { client, cluster } = fixture;
  await client.post(PODS, {
    metadata: { name: 'p' },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'x' }] },
  });
  const running = { name: 'c', state: { running: {} }, ready: true, restartCount: 0, image: 'x', imageID: '' };
  await client.merge(`${PODS}/p/status`, { status: { phase: 'Running', containerStatuses: [running] } });
  await client.post(PODS, {
    metadata: { name: 'q' },
    spec: { containers: ['c', 'd'].map((name) => ({ name, image: 'x' })) },
  });
  cluster.addPodLogs((request) => (request.pod === 'p' ? source(request) : undefined));
});

const log = async (query = '', pod = 'p'): Promise<string> =>
  (await fixture.client.get(`${PODS}/${pod}/log${query}`)).text;

describe('logs of pods', () => {
  test('L-12: are what the pod’s runner says, whole or in part', async () => {
    expect(await log()).toBe('one\ntwo ü\nthree\n');
    expect(asked.at(-1)).toMatchObject({ namespace: 'default', pod: 'p', container: 'c', previous: false });
    expect(await log('?tailLines=2')).toBe('two ü\nthree\n');
    expect(await log('?tailLines=0')).toBe('');
    expect(await log('?sinceTime=2026-01-01T00:00:01Z')).toBe('two ü\nthree\n');
    expect(await log('?limitBytes=5')).toBe('one\nt');
    expect(await log('?timestamps=true&tailLines=1')).toBe('2026-01-01T00:00:02.000Z three\n');
  });

  test('L-12: can be followed until the reader goes', async () => {
    const { client } = fixture;
    const stream = await client.watch(`${PODS}/p/log?follow=true`);
    expect(stream.status).toBe(200);
    stream.close();
    await expect.poll(() => ended).toBe(1);
  });

  test('L-12: of a pod that nobody has taken up there are none, and none of a container that has not started', async () => {
    const { client } = fixture;
    expect((await client.get(`${PODS}/q/log?container=c`)).status).toBe(204);
    await client.post(`${PODS}/q/binding`, { metadata: { name: 'q' }, target: { name: 'n' } });
    expect((await client.get(`${PODS}/q/log?container=c`)).body).toMatchObject({
      message: 'container "c" in pod "q" is waiting to start: ContainerCreating',
      code: 400,
    });
    expect((await client.get(`${PODS}/p/log?previous=true`)).body.message).toBe(
      'previous terminated container "c" in pod "p" not found',
    );
  });

  test('L-12: of several containers one must be named', async () => {
    const { client } = fixture;
    expect((await client.get(`${PODS}/q/log`)).body.message).toBe(
      'a container name must be specified for pod q, choose one of: [c d]',
    );
    expect((await client.get(`${PODS}/q/log?container=x`)).body.message).toBe('container x is not valid for pod q');
    expect((await client.get(`${PODS}/nope/log`)).status).toBe(404);
  });
});
