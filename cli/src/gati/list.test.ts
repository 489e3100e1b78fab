import type { GatiHandler } from '@gati-framework/operator/client';
import { expect, it } from 'vitest';
import { printed } from './list.ts';

const handlers: GatiHandler[] = [
  {
    metadata: { namespace: 'shop', name: 'users' },
    spec: { handlerPath: '/users', version: 'v2', replicas: 2, image: 'users:2', port: 80 },
    status: { stableVersion: 'v1', phase: 'Running', rollout: { phase: 'Paused', step: '50 % (step 1 of 2)' } },
  },
];
const cells = (text: string): string[][] => text.split('\n').map((line) => line.split(/ {2,}/));

it('slipway gati list shows what serves, and what is not known as -', async () => {
  expect(cells(await printed(handlers, 'table', false))).toEqual([
    ['NAME', 'PATH', 'VERSION', 'STABLE', 'READY', 'PHASE', 'ROLLOUT'],
    ['users', '/users', 'v2', 'v1', '-', 'Running', 'Paused'],
    [''],
  ]);
  const [titles, row] = cells(await printed(handlers, 'wide', true));
  expect([titles?.[0], row?.[0], titles?.at(-1), row?.at(-1)]).toEqual([
    'NAMESPACE',
    'shop',
    'STEP',
    '50 % (step 1 of 2)',
  ]);
});

it('slipway gati list -o name, json and yaml are what kubectl reads', async () => {
  expect(await printed(handlers, 'name', false)).toBe('gatihandler.gati.dev/users\n');
  const list = JSON.parse(await printed(handlers, 'json', false)) as { kind: string; items: unknown[] };
  expect(list).toMatchObject({ kind: 'List', items: [{ apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler' }] });
  expect(await printed(handlers, 'yaml', false)).toContain('\n    spec:\n      handlerPath: /users\n');
});
