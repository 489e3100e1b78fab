import { fileURLToPath } from 'node:url';
import { withFreePorts } from '@slipway/tools/processes/index';
import { type GuardedServer, startGuarded } from './guarded-server.ts';

const PROGRAM = fileURLToPath(new URL('exporter.mjs', import.meta.url));

/** Requests of one kind. */
export interface Traffic {
  readonly count: number;
  /** What is answered. @default 200 */
  readonly status?: number;
  /** How long it is reported to have taken. @default 0 */
  readonly seconds?: number;
}

/**
 * A process with `gati_http_requests_total{status}` and `gati_http_request_duration_seconds`; see exporter.mjs. After
 * `kill` and `start` its counters are at zero.
 */
export interface Exporter extends GuardedServer {
  /** `host:port` */
  readonly address: string;
  /** Sends all of it and has all of it answered. */
  send(...traffic: readonly Traffic[]): Promise<void>;
}

export async function startExporter(): Promise<Exporter> {
  return await withFreePorts(1, async ([port]) => {
    const address = `127.0.0.1:${port}`;
    const server = await startGuarded({
      name: 'exporter',
      command: process.execPath,
      args: [PROGRAM, address],
      readyUrl: `http://${address}/metrics`,
    });
    return {
      ...server,
      address,
      async send(...traffic) {
        for (const { count, status = 200, seconds = 0 } of traffic) {
          const url = `http://${address}/?status=${status}&seconds=${seconds}`;
          const answers = await Promise.all(Array.from({ length: count }, () => fetch(url)));
          for (const answer of answers) await answer.arrayBuffer();
        }
      },
    };
  });
}
