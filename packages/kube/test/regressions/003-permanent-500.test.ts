import { realClock } from '@slipway/kube';
import type { KubeRequest } from '@slipway/kube/transport';
import { expect, test } from 'vitest';
import { ApiServer, json } from '../transport/api-server.ts';

const path = '/apis/apps/v1/namespaces/shop/deployments/web';
const OBJECT = '(shop/web; apps/v1, Kind=Deployment)';
/** An apply whose intent has a value that is part of the server's own sentence, so that the words that are shown are masked. */
const apply = (at: string): KubeRequest => ({
  method: 'PATCH',
  path: at,
  repeat: 'safe',
  contentType: 'application/apply-patch+yaml',
  body: JSON.stringify({
    spec: { template: { spec: { containers: [{ name: 'web', env: [{ name: 'A', value: 'typed patch object' }] }] } } },
  }),
});

test.each([
  [
    'a doubled key',
    path,
    `failed to create typed patch object ${OBJECT}: .spec.template.spec.containers[name="web"].env: duplicate entries for key [name="A"]`,
    /same key/,
  ],
  [
    'an unknown field',
    path,
    `failed to create typed patch object ${OBJECT}: .spec.foo: field not declared in schema`,
    /schema/,
  ],
  [
    'a value of a wrong form',
    path,
    `failed to convert new typed object ${OBJECT} to object: quantities must match`,
    /schema/,
  ],
  [
    'a Secret',
    '/api/v1/namespaces/shop/secrets/key',
    'failed to create typed patch object (shop/key; /v1, Kind=Secret): .foo: field not declared in schema',
    /schema/,
  ],
])(
  'R-8 R-11: an apply that the server answers with 500 for its content is sent once (%s)',
  async (_what, at, message, advice) => {
    const server = await ApiServer.start((_request, response) =>
      json(response, { kind: 'Status', status: 'Failure', code: 500, message }, 500),
    );
    const error: unknown = await server
      .connect({ clock: realClock, retry: { maxTries: 3, baseMs: 1 } })
      .json(apply(at))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'KUBE_INVALID',
      status: 500,
      message: expect.stringMatching(advice) as string,
    });
    expect(server.requests).toHaveLength(1);
  },
);

test('R-8: a 500 that may pass is repeated, also where a conversion webhook is away', async () => {
  const message = `failed to convert new object ${OBJECT} to proper version: conversion webhook failed: connection refused`;
  const server = await ApiServer.start((_request, response) =>
    json(response, { kind: 'Status', status: 'Failure', code: 500, message }, 500),
  );
  const transport = server.connect({ clock: realClock, retry: { maxTries: 3, baseMs: 1 } });
  await expect(transport.json(apply(path))).rejects.toMatchObject({ code: 'KUBE_SERVER_ERROR' });
  expect(server.requests).toHaveLength(3);
});
