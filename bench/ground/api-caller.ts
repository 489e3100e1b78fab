import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

/**
 * Sends one request as an administrator and returns the body of the answer; a patch is a merge patch.
 * Not a contestant's client.
 */
export type ApiCaller = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<string>;

interface Kubeconfig {
  readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority-data': string } }];
  readonly users: readonly [{ user: { 'client-certificate-data': string; 'client-key-data': string } }];
}

/** With one for each waiting request, a server that fell behind would shake hands and do nothing else. */
const MOST_SOCKETS = 64;

/** A caller for a kubeconfig of a control plane of ours: one cluster, one user with a client certificate. */
export function apiCaller(kubeconfig: string): ApiCaller {
  const { clusters, users } = parse(kubeconfig) as Kubeconfig;
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MOST_SOCKETS,
    ca: fromBase64(cluster['certificate-authority-data']),
    cert: fromBase64(user['client-certificate-data']),
    key: fromBase64(user['client-key-data']),
  });
  return async (method, path, body) => {
    const sent = request(`${cluster.server}${path}`, {
      agent,
      method,
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if ((response.statusCode ?? 500) < 300) return answer;
    throw new Error(`${method} ${path} was answered with ${response.statusCode}: ${answer}`);
  };
}

const fromBase64 = (data: string): Buffer => Buffer.from(data, 'base64');
