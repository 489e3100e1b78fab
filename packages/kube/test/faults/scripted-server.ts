import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createCertificateAuthority } from '@slipway/apiserver/certificates';
import type { ProxyCertificate } from '@slipway/kube/testing';

const authority = createCertificateAuthority();

/** A certificate for a proxy or server on 127.0.0.1, from an authority of its own if `ca` is not given. */
export function loopbackCertificate(ca = authority): ProxyCertificate {
  return { ...ca.issueServer({ ipAddresses: ['127.0.0.1'] }), caPem: ca.certPem };
}

export interface ReceivedRequest {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly body: string;
  /** Common name of the client's certificate, if it presented one. */
  readonly certificateOf: string | undefined;
}

export interface ScriptedServer {
  readonly kubeconfig: string;
  readonly received: readonly ReceivedRequest[];
  stop(): Promise<void>;
}

/** A real HTTPS server that answers as the test says, known by a kubeconfig with a client certificate. */
export async function startScriptedServer(
  script: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<ScriptedServer> {
  const { certPem, keyPem, caPem } = loopbackCertificate();
  const received: ReceivedRequest[] = [];
  const server = createServer({ cert: certPem, key: keyPem, ca: caPem, requestCert: true, rejectUnauthorized: false });
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const peer = (incoming.socket as TLSSocket).getPeerCertificate().subject as { CN?: string } | undefined;
      const request = {
        method: incoming.method ?? '',
        uri: incoming.url ?? '',
        headers: incoming.headersDistinct,
        body: Buffer.concat(chunks).toString(),
        certificateOf: peer?.CN,
      };
      received.push(request);
      script(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const admin = authority.issueClient({ user: 'admin' });
  return {
    received,
    kubeconfig: JSON.stringify({
      'current-context': 'scripted',
      contexts: [{ name: 'scripted', context: { cluster: 'scripted', user: 'admin' } }],
      clusters: [
        {
          name: 'scripted',
          cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': base64(caPem) },
        },
      ],
      users: [
        {
          name: 'admin',
          user: {
            'client-certificate-data': base64(admin.certPem),
            'client-key-data': base64(admin.keyPem),
          },
        },
      ],
    }),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
