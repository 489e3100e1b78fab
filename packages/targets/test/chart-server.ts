import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChartServer {
  readonly url: string;
  /** `127.0.0.1:…`, for `oci://`. */
  readonly host: string;
  stop(): Promise<void>;
}

const CONFIG = Buffer.from(JSON.stringify({ name: 'shop', version: '1.0.0', apiVersion: 'v2' }));
const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** One chart, `shop` 1.0.0, as a repository with an index and as an OCI registry, behind a password. */
export async function serveChart(
  archive: Buffer,
  credentials: { username: string; password: string },
): Promise<ChartServer> {
  const wanted = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  const descriptor = (mediaType: string, bytes: Buffer): object => ({
    mediaType,
    digest: digestOf(bytes),
    size: bytes.length,
  });
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType,
      config: descriptor('application/vnd.cncf.helm.config.v1+json', CONFIG),
      layers: [descriptor('application/vnd.cncf.helm.chart.content.v1.tar+gzip', archive)],
    }),
  );
  const index =
    'apiVersion: v1\nentries:\n  shop:\n  - {name: shop, version: 1.0.0, apiVersion: v2, ' +
    `digest: ${digestOf(archive).slice(7)}, urls: [charts/shop-1.0.0.tgz]}\n`;
  const answers: Record<string, [Buffer, string]> = {
    '/index.yaml': [Buffer.from(index), 'text/yaml'],
    '/charts/shop-1.0.0.tgz': [archive, 'application/gzip'],
    '/v2/': [Buffer.from('{}'), 'application/json'],
    '/v2/team/shop/tags/list': [Buffer.from('{"name":"team/shop","tags":["1.0.0"]}'), 'application/json'],
    '/v2/team/shop/manifests/1.0.0': [manifest, mediaType],
    [`/v2/team/shop/manifests/${digestOf(manifest)}`]: [manifest, mediaType],
    [`/v2/team/shop/blobs/${digestOf(CONFIG)}`]: [CONFIG, 'application/octet-stream'],
    [`/v2/team/shop/blobs/${digestOf(archive)}`]: [archive, 'application/octet-stream'],
  };
  const isAllowed = (request: IncomingMessage): boolean => request.headers.authorization === wanted;
  const server = createServer((request, response) => {
    if (!isAllowed(request)) return response.writeHead(401, { 'www-authenticate': 'Basic realm="charts"' }).end();
    const [body, type] = answers[request.url?.split('?')[0] ?? ''] ?? [];
    if (!body) return response.writeHead(404).end();
    const headers = { 'content-type': type, 'content-length': body.length, 'docker-content-digest': digestOf(body) };
    return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
