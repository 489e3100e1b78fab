/** Answers every request with the version that it is of. */
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end(process.env.VERSION));
// A gateway keeps connections for longer than Node's five seconds; one that is closed while it is being used
// would be a failure of neither.
server.keepAliveTimeout = 600_000;
server.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit(0));
