import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KubeError } from '../errors.ts';
import {
  afterStreamEnd,
  endOfError,
  endOfErrorEvent,
  type NextStep,
  NO_HISTORY,
  type StreamEnd,
} from './stream-end.ts';

/** What is done after each of these ends, one after the other, `everyMs` apart. */
function steps(ends: readonly StreamEnd[], everyMs = 1_000): NextStep[] {
  let history = NO_HISTORY;
  return ends.map((end, at) => {
    const judged = afterStreamEnd(end, history, at * everyMs);
    history = judged.history;
    return judged.next;
  });
}

const inShort = ({ step, wait, probe, stale }: NextStep): string =>
  [wait, step, ...(probe ? ['probe'] : []), ...(stale ? ['stale'] : [])].join(' ');

const closed = (openMs: number, midLine = false): StreamEnd => ({ cause: 'closed', openMs, midLine });
const silent: StreamEnd = { cause: 'idle', openMs: 70_000, bytes: 0 };
const answer = (status: number, retryAfterMs?: number): StreamEnd =>
  endOfError(new KubeError('KUBE_SERVER_ERROR', 'no', { status, ...(retryAfterMs && { retryAfterMs }) }), 0);
const event = (code: number, reason = ''): StreamEnd => endOfErrorEvent({ code, reason, message: 'no' }, 5_000);

describe('afterStreamEnd', () => {
  it.each([[closed(1_000)], [closed(400_000)], [closed(1_000, true)]])(
    'R-27: after a clean end, or one in mid-line, the watch resumes at once: %j',
    (end) => {
      expect(steps([end, end, end, end]).map(inShort)).toEqual(Array(4).fill('none rewatch'));
    },
  );

  it.each([false, true])(
    'R-27: very short watches back off, the third in a row syncs again (mid-line: %s)',
    (midLine) => {
      const short = closed(999, midLine);
      expect(steps([short, short, short, short]).map(inShort)).toEqual([
        'backoff rewatch',
        'backoff rewatch',
        'backoff sync',
        'backoff rewatch',
      ]);
      expect(inShort(steps([short, short, closed(1_000), short]).at(-1) as NextStep)).toBe('backoff rewatch');
    },
  );

  it('R-27 R-7: an idle expiry rewatches at once; the second in a row without a byte also probes', () => {
    expect(steps([silent, silent, silent, silent]).map(inShort)).toEqual([
      'none rewatch',
      'none rewatch probe',
      'none rewatch',
      'none rewatch probe',
    ]);
    const heard: StreamEnd = { cause: 'idle', openMs: 140_000, bytes: 40 };
    expect(steps([silent, heard, silent]).map(inShort)).toEqual(Array(3).fill('none rewatch'));
    expect(steps([silent, closed(5_000), silent]).map(inShort)).toEqual(Array(3).fill('none rewatch'));
  });

  it('R-27: a hard end rewatches at once', () => {
    expect(steps([{ cause: 'hard-end', openMs: 630_000 }]).map(inShort)).toEqual(['none rewatch']);
  });

  it('R-27: a server that cannot be reached is watched again after a backoff, from where it was', () => {
    const lost = [
      endOfError(new KubeError('KUBE_UNREACHABLE', 'connection refused'), 0),
      endOfError(new KubeError('KUBE_TIMEOUT', 'no answer'), 0),
      endOfError(new Error('socket hang up'), 9_000),
    ];
    expect(steps(lost)).toMatchObject(
      lost.map((end) => ({ step: 'rewatch', wait: 'backoff', blocker: 'error' in end && end.error })),
    );
  });

  it.each([502, 503, 504, 429])('R-27: HTTP %d backs off, obeys Retry-After, and rewatches', (status) => {
    expect(steps([answer(status, 7_000)])).toMatchObject([{ step: 'rewatch', wait: 'backoff', atLeastMs: 7_000 }]);
  });

  it('R-27: an ERROR event 429 backs off, obeys Retry-After, and rewatches', () => {
    const end = endOfErrorEvent({ code: 429, details: { retryAfterSeconds: 3 } }, 2_000);
    expect(steps([end])).toMatchObject([{ step: 'rewatch', wait: 'backoff', atLeastMs: 3_000 }]);
  });

  it('R-27: a 401 that is left after the transport has refreshed the credential backs off and rewatches', () => {
    expect(steps([answer(401), answer(401)]).map(inShort)).toEqual(['backoff rewatch', 'backoff rewatch']);
  });

  it.each([403, 404])('R-27 R-32: HTTP %d keeps the content as stale and syncs again after a backoff', (status) => {
    expect(steps([answer(status)])).toMatchObject([{ step: 'sync', wait: 'backoff', stale: true, blocker: 'no' }]);
  });

  it.each([[answer(410)], [event(410, 'Expired')], [event(410, 'Gone')]])(
    'R-27: 410 backs off and syncs: %j',
    (end) => {
      expect(steps([end]).map(inShort)).toEqual(['backoff sync']);
    },
  );

  it.each([
    ['answer', answer(500)],
    ['event', event(500)],
  ] as const)('R-27: 500 as %s rewatches for up to 60 s, then syncs once', (_by, end) => {
    const next = steps(Array(9).fill(end), 10_000).map(inShort);
    expect(next).toEqual([...Array(6).fill('backoff rewatch'), 'backoff sync', ...Array(2).fill('backoff rewatch')]);
    expect(
      steps([end, closed(5_000), end], 40_000)
        .map(inShort)
        .at(-1),
    ).toBe('backoff rewatch');
    expect(
      steps([end, { ...end, openMs: 300_000 }], 400_000)
        .map(inShort)
        .at(-1),
    ).toBe('backoff rewatch');
  });

  it.each([
    [answer(400)],
    [answer(409)],
    [answer(501)],
    [event(504)],
    [event(403)],
    [endOfErrorEvent(undefined, 10)],
    [endOfError(new KubeError('KUBE_BAD_EVENT', 'not JSON'), 10)],
    [endOfError(new KubeError('KUBE_BAD_RESPONSE', 'text/html', { status: 200 }), 0)],
  ])('R-27: any other refusal, unreadable line or content type backs off and syncs: %j', (end) => {
    expect(steps([end]).map(inShort)).toEqual(['backoff sync']);
  });

  it("R-27: a proxy's HTML page counts by its status", () => {
    const end = endOfError(new KubeError('KUBE_BAD_RESPONSE', '<html>', { status: 502 }), 0);
    expect(steps([end]).map(inShort)).toEqual(['backoff rewatch']);
  });

  it('R-27: whatever the history, no failure is repeated without a wait, and every wait names its blocker', () => {
    const anyEnd: fc.Arbitrary<StreamEnd> = fc.oneof(
      fc.integer({ min: 0, max: 2_000 }).map((ms) => closed(ms)),
      fc.constantFrom<StreamEnd>(silent, { cause: 'hard-end', openMs: 630_000 }),
      fc.integer({ min: 400, max: 599 }).map((status) => answer(status)),
      fc.integer({ min: 400, max: 599 }).map((code) => event(code)),
      fc
        .constantFrom<StreamEnd['cause'] & ('unreachable' | 'unreadable')>('unreachable', 'unreadable')
        .map((cause) => ({
          cause,
          openMs: 0,
          error: 'no',
        })),
    );
    fc.assert(
      fc.property(fc.array(anyEnd, { maxLength: 30 }), fc.integer({ min: 0, max: 90_000 }), (ends, everyMs) => {
        steps(ends, everyMs).forEach((next, at) => {
          const end = ends[at] as StreamEnd;
          const isOrdinary =
            end.cause === 'hard-end' || end.cause === 'idle' || (end.cause === 'closed' && end.openMs >= 1_000);
          expect(next.wait === 'none').toBe(isOrdinary);
          expect(next.blocker === undefined).toBe(isOrdinary);
          if (isOrdinary) expect(next.step).toBe('rewatch');
        });
      }),
    );
  });
});
