import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority } from '../../../src/certificates/index.ts';

interface Convertible {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, string>>;
}

interface Review {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly Convertible[];
  };
}

export interface Converter {
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
  /** How many objects each review had. */
  readonly batches: readonly number[];
  stop(): Promise<void>;
}

/** A webhook that converts `host: "a:1"` (v1) to `hostname: a, port: "1"` (v2) and back; some names make it err. */
export async function startConverter(): Promise<Converter> {
  const authority = createCertificateAuthority();
  const { certPem, keyPem } = authority.issueServer({ dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] });
  const batches: number[] = [];
  const server = createServer({ cert: certPem, key: keyPem }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Review;
      batches.push(review.request.objects.length);
      if (review.request.objects[0]?.metadata.name === 'broken') {
        response.statusCode = 500;
        response.end('boom');
      } else {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answerTo(review)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    clientConfig: {
      url: `https://127.0.0.1:${port}/convert`,
      caBundle: Buffer.from(authority.certPem).toString('base64'),
    },
    batches,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Objects of these names are answered wrongly, each in its way. */
export const ODD_NAMES = ['refused', 'few', 'renamed', 'another-kind', 'another-version', 'broken'];

function answerTo({ request: { uid, desiredAPIVersion, objects } }: Review): object {
  const name = objects[0]?.metadata.name ?? '';
  const done = objects.map((object) => converted(object, desiredAPIVersion));
  const response =
    name === 'refused'
      ? { uid, result: { status: 'Failed', message: 'not this one' } }
      : { uid, convertedObjects: name === 'few' ? [] : done, result: { status: 'Success' } };
  return { kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', response };
}

function converted(object: Convertible, apiVersion: string): object {
  const { name } = object.metadata;
  const isNew = apiVersion.endsWith('v2');
  const { host, hostname, port, ...rest } = object.spec;
  const parts = isNew
    ? { hostname: host?.split(':')[0] ?? hostname, port: host?.split(':')[1] ?? port }
    : { host: host ?? `${hostname}:${port}` };
  return {
    ...object,
    apiVersion: name === 'another-version' ? 'demo.io/v9' : apiVersion,
    kind: name === 'another-kind' ? 'Other' : object.kind,
    spec: { ...rest, ...parts },
    metadata: {
      ...object.metadata,
      name: name === 'renamed' ? 'other' : name,
      labels: { ...object.metadata.labels, via: isNew ? 'v2' : 'v1' },
    },
  };
}
