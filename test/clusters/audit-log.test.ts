import { describe, expect, test } from 'vitest';
import { requestsOf } from './audit-log.ts';

const event = (auditID: string, verb: string, at: number, code?: number): string =>
  `${JSON.stringify({
    auditID,
    verb,
    stage: code === undefined ? 'RequestReceived' : 'ResponseComplete',
    requestURI: `/api/${auditID}?x=1`,
    userAgent: 'test',
    requestReceivedTimestamp: `2024-01-01T00:00:00.00000${at}Z`,
    ...(code === undefined ? {} : { responseStatus: { code } }),
  })}\n`;

describe('requests of an audit log', () => {
  test('R-184: are listed once, in order of arrival, with their HTTP method and status', () => {
    const log = [
      event('b', 'create', 2),
      event('a', 'watch', 1),
      event('b', 'create', 2, 201),
      event('a', 'watch', 1, 200),
    ].join('');
    expect(requestsOf(log)).toEqual([
      { method: 'GET', uri: '/api/a?x=1', userAgent: 'test', status: 200 },
      { method: 'POST', uri: '/api/b?x=1', userAgent: 'test', status: 201 },
    ]);
  });

  test('R-184: have status 0 until they are answered', () => {
    const answered = event('a', 'patch', 1) + event('a', 'patch', 1, 200);
    expect(requestsOf(event('a', 'patch', 1))[0]?.status).toBe(0);
    expect(requestsOf(answered.slice(0, -5))[0]?.status).toBe(0);
    expect(requestsOf(answered)[0]?.status).toBe(200);
  });
});
