import { KubeError } from '@slipway/kube';
import type { JsonPatchOperation } from '@slipway/kube/client';
import { expect, it } from 'vitest';
import { type StatusHolder, type WholeStatusOptions, writeWholeStatus } from './write-whole-status.ts';

/** A server on which `foreign` is what other managers have set, and stays whatever is applied. */
function serverWith(foreign: object, refuse?: () => void) {
  const applied: [object, string | undefined][] = [];
  const patches: (readonly JsonPatchOperation[])[] = [];
  const holder = (status: object): StatusHolder => ({ metadata: { resourceVersion: '8' }, status });
  return {
    applied,
    patches,
    async apply(status: object, version: string | undefined) {
      applied.push([status, version]);
      if (applied.length === 1) refuse?.();
      return holder({ ...foreign, ...status });
    },
    async patch(operations: readonly JsonPatchOperation[]) {
      patches.push(operations);
      return holder({});
    },
  };
}
const of = (status: object): StatusHolder => ({ metadata: { resourceVersion: '7' }, status });
const ready = { type: 'Ready', status: 'True' };
const fed = { type: 'Fed', status: 'True' };
const scope: WholeStatusOptions = { conditionTypes: new Set(['Ready']), others: ['seen'], incidental: ['at'] };

it('R-117 R-118: what the writer owns already, or only the time of it, is no write', async () => {
  const server = serverWith({});
  const present = of({ phase: 'A', seen: 1, at: 'then', conditions: [fed, ready] });
  const next = { phase: 'A', at: 'now', conditions: [ready] };
  expect(await writeWholeStatus(server, present, next, scope)).toBe(false);
  expect(server.applied).toEqual([]);
});

it('R-117: what differs is applied once, without what others own, and guarded only where asked', async () => {
  for (const isGuarded of [false, true]) {
    const server = serverWith({ conditions: [fed, ready] });
    const next = { phase: 'B', seen: 2, at: 'now', conditions: [fed, ready] };
    expect(await writeWholeStatus(server, of({ phase: 'A' }), next, { ...scope, isGuarded })).toBe(true);
    expect(server.applied).toEqual([[{ phase: 'B', at: 'now', conditions: [ready] }, isGuarded ? '7' : undefined]]);
    expect(server.patches).toEqual([]);
  }
});

it('R-117: a value of another manager in a field of ours goes by a patch of exactly the version that was answered', async () => {
  const server = serverWith({ extra: 'foreign' });
  await writeWholeStatus(server, of({ phase: 'A', extra: 'foreign' }), { phase: 'B' }, scope);
  expect(server.patches).toEqual([
    [
      { op: 'test', path: '/metadata/resourceVersion', value: '8' },
      { op: 'remove', path: '/status/extra' },
    ],
  ]);
});

it('R-117: an apply that the server answers with 422 is patched first; another refusal is passed on', async () => {
  const invalid = new KubeError('KUBE_INVALID', 'map must not be null', { status: 422 });
  const server = serverWith({}, () => {
    throw invalid;
  });
  expect(await writeWholeStatus(server, of({ map: { a: 1 } }), { phase: 'B' }, scope)).toBe(true);
  expect(server.patches[0]).toContainEqual({ op: 'remove', path: '/status/map' });
  expect(server.applied).toHaveLength(2);
  const forbidden = new KubeError('KUBE_FORBIDDEN', 'no', { status: 403 });
  const closed = serverWith({}, () => {
    throw forbidden;
  });
  await expect(writeWholeStatus(closed, of({}), { phase: 'B' }, scope)).rejects.toBe(forbidden);
});
