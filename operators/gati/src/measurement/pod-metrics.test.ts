import { describe, expect, test } from 'vitest';
import { readPodMetrics } from './pod-metrics.ts';

const own = { metrics: '/metrics', probes: ['/health', '/ready'] };
const read = (...lines: string[]) => readPodMetrics(`${lines.join('\n')}\n`, 1000, own);
const active = 'gati_active_connections 0';

describe('what a pod says of its traffic', () => {
  test('G-93: requests for probes and metrics are left out, of requests, failures and latencies', () => {
    const bucket = (route: string, le: string, count: number): string =>
      `gati_http_request_duration_seconds_bucket{route="${route}",le="${le}"} ${count}`;
    const { value } = read(
      'gati_http_requests_total{route="/users",status="200"} 5',
      'gati_http_requests_total{route="/users",status="503"} 2',
      'gati_http_requests_total{route="/other",status_code="500"} 1',
      'gati_http_requests_total{route="/health",status="500"} 90',
      'gati_http_requests_total{route="/ready",status="200"} 80',
      'gati_http_requests_total{route="/metrics",status="200"} 70',
      bucket('/users', '0.1', 3),
      bucket('/users', '+Inf', 7),
      bucket('/health', '0.1', 90),
      bucket('/health', '+Inf', 90),
      active,
    );
    expect(value).toEqual({
      requests: 8,
      failures: 3,
      inFlight: 0,
      buckets: new Map([
        [0.1, 3],
        [Number.POSITIVE_INFINITY, 7],
      ]),
    });
  });

  test('G-93: the scrape itself is not in flight, whether or not the runtime counts it', () => {
    const inFlight = (...lines: string[]) => read(...lines).value?.inFlight;
    const scraped = 'gati_http_requests_total{route="/metrics"} 1';
    const served = 'gati_http_requests_total{route="/users"} 1';
    expect(inFlight(served, 'gati_active_connections 2')).toBe(2);
    expect(inFlight(served, scraped, 'gati_active_connections 2')).toBe(1);
    expect(inFlight(served, scraped, active)).toBe(0);
    const byRoute = ['gati_active_connections{route="/users"} 2', 'gati_active_connections{route="/metrics"} 1'];
    expect(inFlight(served, scraped, ...byRoute)).toBe(2);
  });

  test.each([
    ['another program', ['up 1'], 'gati_http_requests_total is missing'],
    ['no gauge', ['gati_http_requests_total 1'], 'gati_active_connections is missing'],
    ['NaN', ['gati_http_requests_total NaN', active], 'a count is not a number'],
    ['a negative count', ['gati_http_requests_total -1', active], 'a count is not a number'],
    ['a page', ['<html>'], 'the answer is not in the Prometheus text format'],
    [
      'a bucket without a bound',
      ['gati_http_requests_total 1', active, 'gati_http_request_duration_seconds_bucket 1'],
      'gati_http_request_duration_seconds has a bucket without a bound',
    ],
  ])('G-92: %s: unknown', (_title, lines, unknown) => {
    expect(read(...lines)).toEqual({ unknown });
  });

  test('G-92: a pod that was asked nothing yet is known to have served nothing', () => {
    expect(read('# TYPE gati_http_requests_total counter', active).value?.requests).toBe(0);
  });

  test('G-92: metrics that carry a time are as old as they say', () => {
    expect(read('gati_http_requests_total 1 400', active).at).toBe(400);
  });
});
