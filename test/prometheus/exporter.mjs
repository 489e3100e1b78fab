/**
 * A process that serves HTTP and counts what it serves, as handlers of Gati do. `exporter.mjs <host:port>`
 *
 * A request says by its query what becomes of it: `?status=500&seconds=0.4`. The time is counted, not spent: what a
 * busy machine adds would make every latency a guess.
 */
import { createServer } from 'node:http';

const [host, port] = (process.argv[2] ?? `${process.env.HOST}:${process.env.PORT}`).split(':');
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1];
/** Zero from the start: what appears with a first value has no increase. */
const requests = new Map([
  ['200', 0],
  ['500', 0],
]);
const durations = { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 };

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
  if (pathname === '/metrics') return response.end(metrics());
  const status = searchParams.get('status') ?? '200';
  observe(status, Number(searchParams.get('seconds') ?? 0));
  return response.writeHead(Number(status)).end();
}).listen(Number(port), host);

/** @param {string} status @param {number} seconds */
function observe(status, seconds) {
  requests.set(status, (requests.get(status) ?? 0) + 1);
  durations.count++;
  durations.sum += seconds;
  for (const [index, most] of BUCKETS.entries()) if (seconds <= most) durations.buckets[index]++;
}

function metrics() {
  const duration = 'gati_http_request_duration_seconds';
  return [
    '# TYPE gati_http_requests_total counter',
    ...[...requests].map(([status, count]) => `gati_http_requests_total{status="${status}"} ${count}`),
    `# TYPE ${duration} histogram`,
    ...BUCKETS.map((most, index) => `${duration}_bucket{le="${most}"} ${durations.buckets[index]}`),
    `${duration}_bucket{le="+Inf"} ${durations.count}`,
    `${duration}_sum ${durations.sum}`,
    `${duration}_count ${durations.count}`,
    '',
  ].join('\n');
}
