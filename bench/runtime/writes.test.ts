import { expect, it } from 'vitest';
import type { AuditedRequest } from './audit-log.ts';
import { latenciesOf } from './latency.ts';
import { slopePerMinute } from './slope.ts';
import { countRequests } from './writes.ts';

function request(verb: string, resource: string, change: Partial<AuditedRequest> = {}): AuditedRequest {
  const name = change.name ?? 'one';
  return {
    user: 'contestant',
    verb,
    resource,
    code: 200,
    receivedAt: 0,
    answeredAt: 0,
    observedGeneration: undefined,
    ...change,
    name,
  };
}

it('B-4: writes are counted by kind; a refused one is a conflict and no duplicate', () => {
  const counts = countRequests(
    [
      request('list', 'widgets', { name: '' }),
      request('update', 'widgets'),
      request('patch', 'configmaps'),
      request('patch', 'configmaps'),
      request('update', 'widgets/status', { code: 409 }),
      request('patch', 'widgets/status', { code: 422 }),
      request('update', 'widgets/status', { code: 500 }),
      request('update', 'widgets/status'),
    ],
    () => 1,
  );
  expect(counts).toEqual({
    writes: 7,
    reads: 1,
    byKind: { 'update widgets': 1, 'patch configmaps': 2, 'update widgets/status': 3, 'patch widgets/status': 1 },
    conflicts: 2,
    refused: 1,
    duplicates: 1,
  });
});

it('a write per change of the spec is no duplicate', () => {
  const writes = [request('patch', 'configmaps'), request('patch', 'configmaps'), request('patch', 'configmaps')];
  expect(countRequests(writes, () => 2).duplicates).toBe(1);
});

it('a latency begins when the change was to be sent and ends with the report of its generation', () => {
  const changes = [
    { name: 'one', intendedAt: 1000, generation: 2 },
    { name: 'two', intendedAt: 1020, generation: 2 },
    { name: 'three', intendedAt: 1040, generation: 2 },
  ];
  const requests = [
    request('patch', 'configmaps', { receivedAt: 900 }),
    request('patch', 'configmaps', { receivedAt: 1005 }),
    request('patch', 'widgets/status', { receivedAt: 1010, answeredAt: 1012, observedGeneration: 1 }),
    request('patch', 'widgets/status', { receivedAt: 1020, answeredAt: 1030, observedGeneration: 2, code: 409 }),
    request('patch', 'widgets/status', { receivedAt: 1040, answeredAt: 1050, observedGeneration: 2 }),
    request('patch', 'configmaps', { name: 'two', receivedAt: 1030 }),
  ];
  expect(latenciesOf(changes, requests)).toEqual([
    { firstWriteMs: 5, statusMs: 50 },
    { firstWriteMs: 10, statusMs: undefined },
  ]);
});

it('a slope is that of the line through the readings, per minute', () => {
  const readings = [0, 1, 2, 3].map((second) => ({ ms: second * 1000, bytes: 5000 + second * 10 }));
  expect(slopePerMinute(readings)).toBeCloseTo(600);
  expect(slopePerMinute(readings.map(({ ms }) => ({ ms, bytes: 7 })))).toBe(0);
});
