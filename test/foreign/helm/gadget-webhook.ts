import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority } from '@slipway/apiserver/certificates';

export interface GadgetWebhook {
  readonly url: string;
  /** The authority's certificate as webhook configurations hold it. */
  readonly caBundle: string;
  close(): Promise<void>;
}

interface Review {
  readonly apiVersion: string;
  readonly request: { readonly uid: string; readonly object: { readonly spec: { readonly size: number } } };
}

/** The webhook of the chart: refuses gadgets of an unlucky size. */
export async function startGadgetWebhook(): Promise<GadgetWebhook> {
  const authority = createCertificateAuthority();
  const { certPem: cert, keyPem: key } = authority.issueServer({ dnsNames: [], ipAddresses: ['127.0.0.1'] });
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Review;
      const { uid, object } = review.request;
      const verdict =
        object.spec.size === 13
          ? { allowed: false, status: { message: '13 is no size for a gadget' } }
          : { allowed: true };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ kind: 'AdmissionReview', apiVersion: review.apiVersion, response: { uid, ...verdict } }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/gadgets`,
    caBundle: Buffer.from(authority.certPem).toString('base64'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
