import { spawn } from 'node:child_process';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import type { Container } from '../lifecycle/index.ts';
import type { Env } from './environment.ts';
import { checkGrpcHealth } from './grpc-health.ts';

/** What a probe or a hook asks of a container. */
export type Handler = Pick<NonNullable<Container['livenessProbe']>, 'httpGet' | 'tcpSocket' | 'exec' | 'grpc'>;

/** Where and how a container is asked. */
export interface Subject {
  readonly host: string;
  readonly container: Container;
  /** The number of a port that is given by number or name. */
  readonly portOf: (port: number | string) => number;
  readonly env: Env;
  readonly cwd: string;
}

/** Undefined when all is well, else what a kubelet would say. Never throws. */
export async function ask(handler: Handler, subject: Subject, signal: AbortSignal): Promise<string | undefined> {
  const { httpGet, tcpSocket, exec, grpc } = handler;
  try {
    if (httpGet) return await askHttp(httpGet, subject, signal);
    if (tcpSocket) return await askTcp(tcpSocket.host ?? subject.host, subject.portOf(tcpSocket.port), signal);
    if (grpc) return await checkGrpcHealth(subject.host, subject.portOf(grpc.port), grpc.service ?? '', signal);
    if (exec) return await run(exec.command ?? [], subject, signal);
    return undefined;
  } catch (error) {
    if (signal.aborted) return 'context deadline exceeded';
    return describe(error);
  }
}

/** In Go's words, as people know them from `kubectl describe`. */
export function describe(error: unknown): string {
  const { code, address, port, message } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const where = address === undefined ? '' : `dial tcp ${address}:${port}: `;
  if (code === 'ECONNREFUSED') return `${where}connect: connection refused`;
  if (code === 'ECONNRESET') return `${where}EOF`;
  return message;
}

type HttpGet = NonNullable<Handler['httpGet']>;

function askHttp(httpGet: HttpGet, subject: Subject, signal: AbortSignal): Promise<string | undefined> {
  const { scheme = 'HTTP', path = '/', httpHeaders = [] } = httpGet;
  const host = httpGet.host ?? subject.host;
  const port = subject.portOf(httpGet.port);
  const url = `${scheme.toLowerCase()}://${host}:${port}${path.startsWith('/') ? '' : '/'}${path}`;
  const headers = Object.fromEntries(httpHeaders.map(({ name, value }) => [name, value]));
  return new Promise((resolve, reject) => {
    const send = scheme === 'HTTPS' ? requestHttps : requestHttp;
    const options = { headers: { 'user-agent': 'kube-probe/1.36', accept: '*/*', connection: 'close', ...headers } };
    const request = send(url, { ...options, agent: false, rejectUnauthorized: false, signal }, (response) => {
      response.resume();
      const { statusCode = 0 } = response;
      response.once('close', () =>
        resolve(statusCode >= 200 && statusCode < 400 ? undefined : `HTTP probe failed with statuscode: ${statusCode}`),
      );
    });
    request.once('error', (error) => reject(new Error(`Get "${url}": ${describe(error)}`)));
    request.end();
  });
}

function askTcp(host: string, port: number, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
  });
}

/** Runs a command beside the container, with its environment. */
function run(
  [program = '', ...args]: readonly string[],
  { env, cwd }: Subject,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, cwd, signal, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      if (output.length < 1024) output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? undefined : output.trim() || `command exited with ${code}`));
  });
}
