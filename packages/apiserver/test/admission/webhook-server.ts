import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createCertificateAuthority } from '../../src/certificates/index.ts';

export interface Review {
  readonly path: string;
  // Tests read reviews of many shapes; a wrong path fails in the assertion.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly request: any;
}

/** What to say to a review: the fields of a response, or bytes with a status of their own. */
export type Reply = Readonly<Record<string, unknown>> | { readonly raw: string; readonly code?: number } | 'silence';

export interface WebhookServer {
  readonly url: string;
  readonly port: number;
  /** Base64 of the authority's PEM, as configurations hold it. */
  readonly caBundle: string;
  /** In order of arrival; forgotten before each test. */
  readonly seen: Review[];
  /** Answers reviews to a path from now on. */
  on(path: string, reply: (review: Review) => Reply): void;
}

/** A server of webhooks on loopback, with an authority of its own. What nobody answers for is allowed. */
export function useWebhookServer(): WebhookServer {
  const authority = createCertificateAuthority();
  const { certPem, keyPem } = authority.issueServer({
    dnsNames: ['localhost', 'hook.hooks.svc'],
    ipAddresses: ['127.0.0.1'],
  });
  const replies = new Map<string, (review: Review) => Reply>();
  const seen: Review[] = [];
  let server: Server | undefined;

  beforeAll(async () => {
    server = createServer({ cert: certPem, key: keyPem }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url?.split('?')[0] ?? '/';
        const review = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
          apiVersion: string;
          request: { uid: string };
        };
        const heard = { path, request: review.request };
        seen.push(heard);
        const reply = replies.get(path)?.(heard) ?? {};
        if (reply === 'silence') return;
        if ('raw' in reply) {
          response.writeHead((reply.code as number | undefined) ?? 200, { 'content-type': 'text/plain' });
          response.end(reply.raw);
          return;
        }
        const { patch, ...rest } = reply;
        const answer = {
          uid: review.request.uid,
          allowed: true,
          ...(patch !== undefined && {
            patchType: 'JSONPatch',
            patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
          }),
          ...rest,
        };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ kind: 'AdmissionReview', apiVersion: review.apiVersion, response: answer }));
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => void (seen.length = 0));
  afterAll(async () => {
    server?.closeAllConnections();
    await new Promise<void>((resolve) => server?.close(() => resolve()) ?? resolve());
  });

  const port = (): number => ((server as Server).address() as AddressInfo).port;
  return {
    get url() {
      return `https://127.0.0.1:${port()}`;
    },
    get port() {
      return port();
    },
    caBundle: Buffer.from(authority.certPem).toString('base64'),
    seen,
    on: (path, reply) => void replies.set(path, reply),
  };
}

/** A configuration with one webhook at a path of the server. */
export function configuration(
  server: WebhookServer,
  kind: 'Mutating' | 'Validating',
  name: string,
  path: string,
  rest: object = {},
): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks: [webhook(server, `${name}.example.com`, path, rest)],
  };
}

export function webhook(server: WebhookServer, name: string, path: string, rest: object = {}): object {
  return {
    name,
    clientConfig: { url: `${server.url}${path}`, caBundle: server.caBundle },
    rules: [rule(['configmaps'])],
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    ...rest,
  };
}

export function rule(resources: readonly string[], rest: object = {}): object {
  return { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources, ...rest };
}
