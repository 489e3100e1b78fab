import { describe, expect, it } from 'vitest';
import { expired, tooLarge } from '../../test/model-server.ts';
import { KubeError } from '../errors.ts';
import { endOfError, endOfErrorEvent, type StreamEnd } from './stream-end.ts';
import { afterSyncFailure, type SyncAttempt } from './sync-failure.ts';

const attempt = (part: Partial<SyncAttempt>): SyncAttempt => ({
  method: 'watch-list',
  resourceVersion: '',
  isContinued: false,
  ...part,
});
const answer = (status: number): StreamEnd => endOfError(new KubeError('KUBE_SERVER_ERROR', 'no', { status }), 0);

describe('afterSyncFailure', () => {
  it.each([
    ['a refusal by 400', answer(400)],
    ['a refusal by 422', answer(422)],
    ['a plain bookmark', { cause: 'plain-bookmark' } as const],
    ['silence on an open stream', { cause: 'idle', openMs: 30_000, bytes: 9 } as const],
  ])('R-22: %s is a lack of WatchList: list at once, from the same version', (_name, failure) => {
    const first = afterSyncFailure(failure, attempt({}));
    expect(first).toEqual({ step: 'sync', wait: 'none', plan: { from: 'empty', whole: false }, lacksWatchList: true });
    const later = afterSyncFailure(failure, attempt({ resourceVersion: '7' }));
    expect(later).toMatchObject({ wait: 'none', plan: { from: 'last' }, lacksWatchList: true });
  });

  it.each([
    ['429', answer(429)],
    ['a lost connection', endOfError(new KubeError('KUBE_UNREACHABLE', 'reset'), 4_000)],
    ['an end before the bookmark', { cause: 'closed', openMs: 4_000, midLine: false } as const],
    ['no answer at all', { cause: 'idle', openMs: 0, bytes: 0 } as const],
  ])('R-22: %s says nothing about WatchList: back off and try it again', (_name, failure) => {
    const next = afterSyncFailure(failure, attempt({}));
    expect(next).toMatchObject({ step: 'sync', wait: 'backoff' });
    expect(next.lacksWatchList).toBeUndefined();
    expect(next.blocker).toBeTypeOf('string');
  });

  it.each(['watch-list', 'list'] as const)(
    'R-21 R-23: 410 and "too large" ask a %s from empty at once, and only once',
    (method) => {
      for (const failure of [
        endOfError(expired(), 0),
        endOfError(tooLarge(), 0),
        endOfErrorEvent(tooLarge().body, 3_000),
      ]) {
        const atVersion = afterSyncFailure(failure, attempt({ method, resourceVersion: '7' }));
        expect(atVersion).toMatchObject({ wait: 'none', plan: { from: 'empty', whole: false } });
        expect(afterSyncFailure(failure, attempt({ method }))).toMatchObject({
          wait: 'backoff',
          plan: { from: 'last' },
        });
      }
    },
  );

  it('R-23: an expired continue restarts as one full list', () => {
    const next = afterSyncFailure(endOfError(expired(), 0), attempt({ method: 'list', isContinued: true }));
    expect(next).toEqual({ step: 'sync', wait: 'none', plan: { from: 'empty', whole: true } });
  });

  it.each([403, 404])('R-32: HTTP %d is stale, and asked again after a backoff', (status) => {
    for (const method of ['watch-list', 'list'] as const) {
      expect(afterSyncFailure(answer(status), attempt({ method }))).toMatchObject({
        wait: 'backoff',
        stale: true,
        blocker: 'no',
      });
    }
  });
});
