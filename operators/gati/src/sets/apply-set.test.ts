import type { ApplyReport, IDeploymentTarget, Known, TargetStatus } from '@gati-framework/contracts/deployment';
import { TargetError } from '@slipway/targets';
import { expect, test } from 'vitest';
import { applySet } from './apply-set.ts';
import type { SetPlace } from './place.ts';
import { retryAt } from './retry.ts';

const owner = { kind: 'GatiHandler', namespace: 'shop', name: 'users' };
const service = { kind: 'Service', metadata: { namespace: 'shop', name: 'handler-users' }, spec: {} };
const ref = { kind: 'Service', namespace: 'shop', name: 'handler-users' };
type Results = ApplyReport['results'];

function placeWith(
  applied: Results | Error,
  seen?: Known<TargetStatus>,
  labels: Readonly<Record<string, string>> = { 'gati.dev/handler': 'users' },
): SetPlace {
  const target: IDeploymentTarget = {
    apply: async () => undefined,
    delete: async () => undefined,
    get: async () => ({ ...service, metadata: { ...service.metadata, labels } }),
    list: async () => [],
    watch: async () => undefined,
    applySet: async () => {
      if (applied instanceof Error) throw applied;
      return { revision: '7', results: applied };
    },
    ...(seen && { syncStatus: async () => seen }),
  };
  const targetKind = seen ? 'gitops' : 'kubernetes';
  return { target, targetKind, owner, labels: { 'gati.dev/handler': 'users' }, candidates: [] };
}

const failed = (code: string): Results => [{ ref, outcome: 'failed', error: { code, message: 'refused' } }];

test.each([
  ['APPLY_CONFLICT', 'ApplyConflict'],
  ['KUBE_CONFLICT', 'ApplyConflict'],
  ['APPLY_LOOP', 'ApplyConflict'],
  ['TARGET_CONFLICT', 'NameTaken'],
  ['HELM_OWNERSHIP', 'NameTaken'],
  ['HELM_FAILED', 'HelmFailed'],
  ['TARGET_GIT_REFUSED', 'GitPushFailed'],
  ['KUBE_INVALID', 'ApplyFailed'],
])('G-153: %s is reported as %s, with the object', async (code, reason) => {
  const { condition, target } = await applySet(placeWith(failed(code)), [service]);
  expect(condition).toEqual({ type: 'Synced', status: 'False', reason, message: 'Service handler-users: refused' });
  expect(target).toEqual({ kind: 'kubernetes' });
});

test('G-23: a conflict about an object of another client is about its name', async () => {
  const { condition } = await applySet(placeWith(failed('APPLY_CONFLICT'), undefined, {}), [service]);
  expect(condition.reason).toBe('NameTaken');
});

test('G-172 G-173: a change that fails as a whole is reported, and a fault of this program is not', async () => {
  const { condition } = await applySet(placeWith(new TargetError('TARGET_GIT_REFUSED', 'no push')), [service]);
  expect(condition).toMatchObject({ status: 'False', reason: 'GitPushFailed' });
  await expect(applySet(placeWith(new TypeError('oops')), [service])).rejects.toThrow('oops');
});

const reported = (sync: TargetStatus['sync']): Known<TargetStatus> => ({
  value: { revision: 'abc', sync, health: 'Healthy', message: 'by Argo CD' },
  at: 0,
});

test.each<[string, Known<TargetStatus>, object]>([
  ['has arrived', reported('Synced'), { status: 'True', reason: 'Synced' }],
  ['is on its way', reported('Progressing'), { status: 'Unknown', reason: 'SyncUnknown' }],
  ['was changed', reported('OutOfSync'), { status: 'False', reason: 'OutOfSync', message: 'OutOfSync. by Argo CD' }],
  ['is not known', { unknown: 'no Application' }, { status: 'Unknown', reason: 'SyncUnknown' }],
])('G-175: what was handed over %s', async (_, seen, expected) => {
  const results: Results = [{ ref, outcome: 'updated' }];
  const { condition, target, written } = await applySet(placeWith(results, seen), [service]);
  expect(condition).toMatchObject(expected);
  expect(target).toMatchObject({ kind: 'gitops', revision: seen.unknown === undefined ? 'abc' : '7' });
  expect(written).toEqual([ref]);
});

test('R-107: of what failed the least time to wait is handed on', async () => {
  const error = { code: 'APPLY_LOOP', message: 'deleted' };
  const results: Results = [60_000, 80].map((retryAfterMs) => ({
    ref,
    outcome: 'failed',
    error: { ...error, retryAfterMs },
  }));
  expect((await applySet(placeWith(results), [service])).retryAfterMs).toBe(80);
});

test('G-102: what cannot be removed is distinguished from what cannot be made', async () => {
  const { unremoved } = await applySet(placeWith(failed('KUBE_FORBIDDEN')), []);
  expect(unremoved).toEqual([{ ref, message: 'Service handler-users: refused' }]);
  expect((await applySet(placeWith(failed('KUBE_FORBIDDEN')), [service])).unremoved).toEqual([]);
});

test('G-151: what failed is tried again after as long as it has failed, and at least every ten minutes', () => {
  const since = (ms: number) => [
    {
      type: 'Synced',
      status: 'False' as const,
      reason: 'ApplyFailed',
      message: '',
      lastTransitionTime: new Date(1e12 - ms).toISOString(),
    },
  ];
  expect(retryAt(undefined, 1e12)).toBe(1e12 + 5_000);
  expect(retryAt(since(60_000), 1e12)).toBe(1e12 + 60_000);
  expect(retryAt(since(6_000_000), 1e12)).toBe(1e12 + 600_000);
  expect(retryAt(since(6_000_000), 1e12, 80)).toBe(1e12 + 80);
});
