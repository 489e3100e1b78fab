/** A small server that does as a container should: it listens on HOST and PORT and ends on SIGTERM. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const { HOST, PORT, POD_ROOT = '', GREETING = '' } = process.env;
let isReady = process.env.UNREADY !== 'true';
let isHealthy = true;

const pages = {
  '/': () => `${process.env.HOSTNAME} ${GREETING}`,
  '/env': () => JSON.stringify(process.env),
  '/file': (query) => readFileSync(join(POD_ROOT, query.get('path') ?? ''), 'utf8'),
  '/make-ready': () => String((isReady = true)),
  '/make-unready': () => String((isReady = false)),
  '/make-sick': () => String((isHealthy = false)),
  '/crash': () => setImmediate(() => process.exit(7)) && 'bye',
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://pod');
  console.log(`asked for ${pathname}`);
  const isWell = pathname === '/ready' ? isReady : pathname === '/healthy' ? isHealthy : pathname in pages;
  response.statusCode = isWell ? 200 : 503;
  response.end(isWell ? pages[pathname]?.(searchParams) : 'no');
});
server.listen({ host: process.env.WILDCARD ? undefined : HOST, port: Number(PORT) }, () => console.log('listening'));
process.on('SIGTERM', () => {
  console.log('ending');
  if (process.env.STUBBORN !== 'true') process.exit(0);
});
