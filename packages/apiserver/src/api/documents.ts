import { createHash } from 'node:crypto';
import {
  aggregatedDiscovery,
  coreVersions,
  groupDocument,
  groupList,
  openApiDocument,
  openApiIndex,
  openApiV2Document,
  type Registry,
  resourceList,
} from '../resources/index.ts';
import { resourceUnknown } from '../status/index.ts';
import { negotiate } from './accept.ts';
import type { Exchange } from './exchange.ts';
import { openApiV2AsProtobuf } from './openapi-v2.ts';
import { VERSION } from './version.ts';

const HEALTH = new Set(['/healthz', '/livez', '/readyz', '/healthz/ping', '/livez/ping', '/readyz/ping']);
const YEAR_MS = 365 * 24 * 3_600_000;

/** OpenAPI documents of built-in kinds are the same in every cluster of the process, and large. */
const builtInDocuments = new Map<string, { readonly body: Buffer; readonly hash: string }>();

/** Everything that is not objects: discovery, OpenAPI, version, health. */
export class Documents {
  readonly #registry: Registry;
  readonly #serverAddress: () => string;
  readonly #wall: () => number;
  #madeAt = 0;
  #changedAt = 0;
  #made = new Map<string, { readonly body: Buffer; readonly hash: string }>();

  constructor(registry: Registry, serverAddress: () => string, wall: () => number) {
    this.#registry = registry;
    this.#serverAddress = serverAddress;
    this.#wall = wall;
  }

  async path(exchange: Exchange, path: string): Promise<void> {
    if (HEALTH.has(path)) return exchange.sendText(200, 'ok');
    if (path === '/version') return exchange.sendJson(200, VERSION);
    if (path === '/api' || path === '/apis') return this.#root(exchange, path === '/api' ? 'api' : 'apis');
    if (path === '/openapi/v3') return this.#openApiIndex(exchange);
    if (path.startsWith('/openapi/v3/')) return this.#openApi(exchange, path.slice('/openapi/v3/'.length));
    if (path === '/openapi/v2') return this.#openApiV2(exchange);
    return exchange.sendText(404, '404 page not found\n');
  }

  /** Read again and again by those who wait for a definition to come or go: answered from what was made. */
  #openApiV2(exchange: Exchange): Promise<void> {
    const asked = openApiV2AsProtobuf(exchange.request.headers.accept);
    if (asked) return exchange.send(200, [asked.body], { 'content-type': asked.contentType });
    const { body, hash } = this.#make('openapi v2', () => openApiV2Document(this.#registry)) ?? missing();
    const headers = { 'content-type': 'application/json', etag: `"${hash}"`, vary: 'Accept' };
    if (exchange.request.headers['if-none-match'] === `"${hash}"`) return exchange.sendEmpty(304, headers);
    return exchange.send(200, [body], headers);
  }

  group(exchange: Exchange, group: string): Promise<void> {
    negotiate(exchange.request.headers.accept, {});
    return this.#sendMade(exchange, `group ${group}`, () => groupDocument(this.#registry, group));
  }

  groupVersion(exchange: Exchange, group: string, version: string): Promise<void> {
    negotiate(exchange.request.headers.accept, {});
    return this.#sendMade(exchange, `resources ${group}/${version}`, () =>
      resourceList(this.#registry, group, version),
    );
  }

  /** K-20, K-23. */
  async #root(exchange: Exchange, root: 'api' | 'apis'): Promise<void> {
    const { as, contentType } = negotiate(exchange.request.headers.accept, { discovery: true });
    if (as !== 'discovery') {
      const plain = root === 'api' ? coreVersions(this.#serverAddress()) : groupList(this.#registry);
      return exchange.sendJson(200, plain);
    }
    const { body, hash } =
      this.#make(`aggregated ${root}`, () => aggregatedDiscovery(this.#registry, root)) ?? missing();
    const headers = { 'content-type': contentType, etag: `"${hash}"`, vary: 'Accept', 'cache-control': 'public' };
    if (exchange.request.headers['if-none-match'] === `"${hash}"`) return exchange.sendEmpty(304, headers);
    return exchange.send(200, [body], headers);
  }

  /** K-30. */
  #openApiIndex(exchange: Exchange): Promise<void> {
    const hashOf = (group: string, version: string): string => this.#openApiOf(group, version)?.hash ?? '';
    const { body } = this.#make('openapi', () => openApiIndex(this.#registry, hashOf)) ?? missing();
    // Whole seconds, as the header has them.
    const madeAt = Math.floor(this.#changedAt / 1000) * 1000;
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'last-modified': new Date(madeAt).toUTCString() };
    const known = Date.parse(exchange.request.headers['if-modified-since'] ?? '');
    return known >= madeAt ? exchange.sendEmpty(304, headers) : exchange.send(200, [body], headers);
  }

  /** K-31: clients keep what they read under its hash and never ask again. */
  #openApi(exchange: Exchange, path: string): Promise<void> {
    const [root, ...rest] = path.split('/');
    const [group = '', version = ''] = root === 'api' ? ['', ...rest] : rest;
    const made = this.#openApiOf(group, version);
    if (!made) return exchange.sendText(404, '404 page not found\n');
    return exchange.send(200, [made.body], {
      'content-type': 'application/json',
      etag: `"${made.hash}"`,
      'cache-control': 'public, immutable',
      expires: new Date(this.#wall() + YEAR_MS).toUTCString(),
      vary: 'Accept',
    });
  }

  #openApiOf(group: string, version: string): { readonly body: Buffer; readonly hash: string } | undefined {
    const key = `openapi ${group}/${version}`;
    const isCustom = this.#registry.resources().some((resource) => resource.custom && resource.group === group);
    const known = isCustom ? undefined : builtInDocuments.get(key);
    const made = known ?? this.#make(key, () => openApiDocument(this.#registry, group, version));
    if (made && !isCustom) builtInDocuments.set(key, made);
    return made;
  }

  #sendMade(exchange: Exchange, key: string, make: () => object | undefined): Promise<void> {
    const { body } = this.#make(key, make) ?? missing();
    return exchange.send(200, [body], { 'content-type': 'application/json' });
  }

  /** Documents are made when first asked for and kept until the registry changes. */
  #make(key: string, make: () => object | undefined): { readonly body: Buffer; readonly hash: string } | undefined {
    if (this.#madeAt !== this.#registry.generation) {
      this.#made = new Map();
      this.#madeAt = this.#registry.generation;
      this.#changedAt = this.#wall();
    }
    const known = this.#made.get(key);
    if (known) return known;
    const value = make();
    if (!value) return undefined;
    const body = Buffer.from(`${JSON.stringify(value)}\n`);
    const hash = createHash('sha512').update(body).digest('hex').toUpperCase();
    const made = { body, hash };
    this.#made.set(key, made);
    return made;
  }
}

function missing(): never {
  throw resourceUnknown();
}
