import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LoopbackServer, serveOnLoopback } from './loopback-server.ts';

/** What is done with an answer on its way. */
export type Fault = (response: ServerResponse, body: string, status: number) => void;

export interface FaultProxy extends LoopbackServer {
  /** What becomes of all answers from now on. */
  setFault(fault: Fault): void;
}

const PASS_ON: Fault = (response, body, status) => response.writeHead(status).end(body);

/** Stands before a server, passes requests on, and hands its answers to a fault. */
export async function startFaultProxy(behind: string): Promise<FaultProxy> {
  let fault = PASS_ON;
  const server = await serveOnLoopback((request, response) => {
    void forward(behind, request).then(
      async (answer) => fault(response, await answer.text(), answer.status),
      () => response.destroy(),
    );
  });
  return {
    ...server,
    setFault(next) {
      fault = next;
    },
  };
}

async function forward(behind: string, request: IncomingMessage): Promise<Response> {
  return await fetch(`${behind}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    ...(request.method === 'POST' && { body: await text(request) }),
  });
}
