import { expect, test } from 'vitest';
import { DURATION_BUCKETS, StatsRecorder } from './stats.ts';

const sockets = { watch: 0, request: 0, election: 0 };

test('R-150: durations fall into the buckets of rest_client_request_duration_seconds, ends included', () => {
  const stats = new StatsRecorder();
  for (const seconds of [0, 0.005, 0.006, 60, 61]) stats.sent('GET', '200', seconds);
  const [durations] = stats.read(sockets).durations;
  const counts = Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0);
  counts[0] = 2;
  counts[1] = 1;
  counts[11] = 1;
  counts[12] = 1;
  expect(durations).toEqual({ method: 'GET', counts, sumSeconds: expect.closeTo(121.011) });
});

test('R-171: what was read stays as it was; each recorder counts for itself', () => {
  const [one, other] = [new StatsRecorder(), new StatsRecorder()];
  one.sent('GET', '200', 1);
  const before = one.read(sockets);
  one.sent('GET', '200', 1);
  one.retried('GET', '503');
  expect(before.requests).toEqual([{ method: 'GET', code: '200', count: 1 }]);
  expect(one.read(sockets).requests).toEqual([{ method: 'GET', code: '200', count: 2 }]);
  expect(one.read(sockets).retries).toEqual([{ method: 'GET', code: '503', count: 1 }]);
  expect(other.read(sockets).requests).toEqual([]);
});
