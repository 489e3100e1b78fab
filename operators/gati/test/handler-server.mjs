/**
 * A handler as Gati runs it: serves HTTP, counts what it serves, and ends without dropping a request.
 *
 * | environment | |
 * |---|---|
 * | `HOST`, `PORT` | where it listens; 127.0.0.1:8080 unless set |
 * | `HANDLER_VERSION`, `HANDLER_ID`, `HANDLER_PATH` | part of every answer; the path is the route that requests are counted under |
 * | `FAIL_RATE` | share of requests answered with 500, from 0 to 1, spread evenly and not by chance |
 * | `LATENCY_MS` | how long an answer takes |
 * | `METRICS` | `off`: there are none |
 * | `BROKEN` | `true`: from its start on everything is answered with 503, as after `/break` |
 *
 * `/health` is for probes, `/metrics` for Prometheus, `/stream` stays open until the caller leaves (or for
 * `?seconds=`), `/crash` ends the process in the middle of its work, `/break` leaves it running and unable to serve. The metrics are those of the Gati runtime: every request is counted, these routes included, and the
 * gauge holds requests and streams from their first byte to their last.
 */
import { createServer } from 'node:http';

const {
  HOST = '127.0.0.1',
  PORT = '8080',
  HANDLER_PATH = '/',
  HANDLER_VERSION = 'v0',
  HANDLER_ID = 'handler',
} = process.env;
const failRate = Number(process.env.FAIL_RATE ?? 0);
const latencyMs = Number(process.env.LATENCY_MS ?? 0);
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const OWN_ROUTES = ['/health', '/metrics', '/stream', '/crash', '/break'];

/** Finished requests by their labels: how many, and how many took at most as long as each bound. */
const counted = new Map();
const streams = new Set();
let active = 0;
let answered = 0;
let isEnding = false;
let isBroken = process.env.BROKEN === 'true';

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
  const route = OWN_ROUTES.includes(pathname) ? pathname : HANDLER_PATH;
  const start = performance.now();
  active++;
  // Not `finish`: a caller that hangs up in the middle has been served too.
  response.once('close', () => {
    active--;
    count(request.method ?? 'GET', route, response.statusCode, (performance.now() - start) / 1000);
  });
  response.setHeader('x-gati-version', HANDLER_VERSION);
  // On its way out it takes no further request on an open connection.
  if (isEnding) response.setHeader('connection', 'close');
  if (route === '/break') isBroken = true;
  if (isBroken) return void response.writeHead(503).end('broken\n');
  if (route === '/health') return void response.end('ok\n');
  if (route === '/crash') process.exit(1);
  if (route === '/metrics' && process.env.METRICS === 'off') return void response.writeHead(404).end();
  if (route === '/metrics') return void response.setHeader('content-type', 'text/plain; version=0.0.4').end(metrics());
  if (route === '/stream') return stream(response, Number(searchParams.get('seconds') ?? 0));
  setTimeout(() => answer(response, pathname), latencyMs);
});

function answer(response, path) {
  const isFailure = Math.floor((answered + 1) * failRate) > Math.floor(answered * failRate);
  answered++;
  const body = { handler: HANDLER_ID, version: HANDLER_VERSION, path, pod: process.env.HOSTNAME };
  response.writeHead(isFailure ? 500 : 200, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}

function stream(response, seconds) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = () => response.write(`data: ${HANDLER_VERSION}\n\n`);
  say();
  const beat = setInterval(say, 1_000);
  const end = seconds > 0 ? setTimeout(() => response.end(), seconds * 1_000) : undefined;
  streams.add(response);
  response.once('close', () => {
    clearInterval(beat);
    clearTimeout(end);
    streams.delete(response);
  });
}

function count(method, route, status, seconds) {
  const labels = `method="${method}",route="${route}",status="${status}"`;
  const entry = counted.get(labels) ?? { total: 0, sum: 0, buckets: BOUNDS.map(() => 0) };
  entry.total++;
  entry.sum += seconds;
  for (const [index, bound] of BOUNDS.entries()) if (seconds <= bound) entry.buckets[index]++;
  counted.set(labels, entry);
}

function metrics() {
  const duration = 'gati_http_request_duration_seconds';
  const entries = [...counted];
  return [
    '# HELP gati_http_requests_total Requests that were answered.',
    '# TYPE gati_http_requests_total counter',
    ...entries.map(([labels, { total }]) => `gati_http_requests_total{${labels}} ${total}`),
    '# HELP gati_active_connections Requests and streams that are being served.',
    '# TYPE gati_active_connections gauge',
    `gati_active_connections ${active}`,
    `# HELP ${duration} How long answers took.`,
    `# TYPE ${duration} histogram`,
    ...entries.flatMap(([labels, { total, sum, buckets }]) => [
      ...BOUNDS.map((bound, index) => `${duration}_bucket{${labels},le="${bound}"} ${buckets[index]}`),
      `${duration}_bucket{${labels},le="+Inf"} ${total}`,
      `${duration}_sum{${labels}} ${sum}`,
      `${duration}_count{${labels}} ${total}`,
    ]),
    '',
  ].join('\n');
}

/** What is being served is finished; streams, which would not end by themselves, are closed by a last word. */
function end() {
  if (isEnding) return;
  isEnding = true;
  server.close();
  server.closeIdleConnections();
  for (const response of streams) response.end('event: end\ndata: bye\n\n');
}

process.on('SIGTERM', end);
process.on('SIGINT', end);
server.listen(Number(PORT), HOST);
