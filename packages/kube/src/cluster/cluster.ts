import { type Clock, realClock } from '@slipway/apimachinery/clock';
import { type ObjectRef } from '@slipway/apimachinery/references';
import { type Applier, type ApplierOptions, type CachedObject, createApplier } from '../apply/index.ts';
import {
  type Cache,
  type CacheListOptions,
  type CacheOptions,
  type CacheStats,
  Caches,
  type CachesOptions,
} from '../cache/index.ts';
import { createLiveReader, createWriter, type LiveReader, type Writer } from '../client/index.ts';
import { type ClusterConfig, type LoadKubeconfigOptions, loadKubeconfig } from '../config/index.ts';
import { createDiscovery, type Discovery } from '../discovery/index.ts';
import type { AnyKind, DeepReadonly, ObjectOf, Stored } from '../kinds/index.ts';
import { type Logger, silentLogger } from '../log/index.ts';
import type { TransportOptions } from '../options.ts';
import { createTransport, type Transport } from '../transport/index.ts';
import { lookUp, requireCache } from './held-objects.ts';

/**
 * Reads from caches, writes to the server. A read of the server is spelt `client.live`, so that its
 * cost can be seen where it is made.
 */
export interface Client extends Writer {
  readonly live: LiveReader;
  /** From an acquired cache; undefined when the object is not in it. */
  get<K extends AnyKind>(kind: K, ref: ObjectRef): Stored<DeepReadonly<ObjectOf<K>>> | undefined;
  /** From an acquired cache. */
  list<K extends AnyKind>(kind: K, options?: CacheListOptions): Stored<DeepReadonly<ObjectOf<K>>>[];
}

/** One cluster seen with one identity: connection, credentials, caches, discovery. Handles share nothing. */
export interface Cluster {
  /** Names the cluster in keys, errors, logs and metrics. */
  readonly name: string;
  readonly url: string;
  /** The namespace of the kubeconfig's context, or of the pod. */
  readonly namespace: string;
  readonly transport: Transport;
  readonly client: Client;
  readonly discovery: Discovery;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The cache of a kind: shared with all who ask for the same objects, given back with `release`. */
  cache<K extends AnyKind>(kind: K, options?: CacheOptions<ObjectOf<K>>): Cache<ObjectOf<K>>;
  /** The cache, of those acquired, with the kind's objects of a namespace. */
  findCache<K extends AnyKind>(kind: K, namespace: string | undefined): Cache<ObjectOf<K>> | undefined;
  /** How each cache stands, for metrics. */
  cacheStats(): CacheStats[];
  /** What the held caches know of an object; undefined when none of them covers it or is synced. */
  cached(kind: AnyKind, ref: ObjectRef): CachedObject | undefined;
  /**
   * Server-side apply for one controller. To be made before the caches it should compare with.
   * `access` puts other reads and writes in place of the handle's own.
   */
  applier(manager: string, access?: Partial<Pick<ApplierOptions, 'live' | 'writer' | 'cached'>>): Applier;
  /** Keeps what a field manager owns beside each cached object. To be called before the caches it should be in. */
  registerFieldManager(manager: string): void;
  /**
   * A handle for another part of this process, with a name of its own in the user agent (and so in the field manager
   * that the server takes from it). The caches are shared: one watch serves all. Its `close` ends its own requests;
   * the caches end with the handle that `connect` made.
   */
  share(options?: Pick<TransportOptions, 'operator'>): Cluster;
  /** Ends watches and requests, and closes all sockets. */
  close(): Promise<void>;
}

export interface ConnectOptions
  extends LoadKubeconfigOptions,
    Omit<TransportOptions, 'env'>,
    Omit<CachesOptions, 'transport' | 'cluster'> {
  /** @default the name of the kubeconfig's context */
  readonly name?: string;
}

/**
 * Opens a cluster: the one that is given, or the one that `KUBECONFIG`, the pod or `~/.kube/config`
 * names. Nothing is asked of the server yet; `KUBE_CONFIG` says what is wrong with the configuration.
 */
export async function connect(options: ConnectOptions = {}): Promise<Cluster> {
  const config = await loadKubeconfig(options);
  const name = options.name ?? config.contextName;
  const transport = createTransport(config, options);
  const caches = new Caches({ ...options, transport, cluster: name });
  return handle({ config, options, name, transport, caches }, () => caches.close());
}

interface HandleParts {
  readonly config: ClusterConfig;
  readonly options: ConnectOptions;
  readonly name: string;
  readonly transport: Transport;
  readonly caches: Caches;
}

/** `end` runs before the transport closes. */
function handle(parts: HandleParts, end: () => Promise<void>): Cluster {
  const { config, options, name, transport, caches } = parts;
  const { clock = realClock, logger = silentLogger } = options;
  const cached = (kind: AnyKind, ref: ObjectRef): CachedObject | undefined => lookUp(caches, kind, ref);
  const live = createLiveReader(transport);
  const writer = createWriter(transport);
  return {
    name,
    url: transport.url,
    namespace: config.namespace,
    transport,
    client: {
      ...writer,
      live,
      get: (kind, ref) => requireCache(caches, kind, ref.namespace).get(ref),
      list: (kind, list) => requireCache(caches, kind, list?.namespace).list(list),
    },
    discovery: createDiscovery(transport, clock),
    clock,
    logger,
    cache: (kind, cacheOptions) => caches.acquire(kind, cacheOptions),
    findCache: (kind, namespace) => caches.find(kind, namespace)?.view as Cache<ObjectOf<typeof kind>> | undefined,
    cacheStats: () => caches.stats(),
    cached,
    applier(manager, access = {}) {
      caches.registerFieldManager(manager);
      caches.registerFieldManager(`${manager}-status`);
      return createApplier({ live, writer, cached, manager, clock, ...access });
    },
    registerFieldManager: (manager) => caches.registerFieldManager(manager),
    share: (shared = {}) =>
      handle({ ...parts, transport: createTransport(config, { ...options, ...shared }) }, async () => {}),
    async close() {
      await end();
      await transport.close();
    },
  };
}
