import type { Clock } from '@slipway/apimachinery/clock';
import type { ServiceResolver } from './admission/index.ts';
import type { InitialObject } from './lifecycle/index.ts';
import type { Logger } from './log/index.ts';

/** Options of `startApiServer`. All have defaults that suit tests and laptops. */
export interface ApiServerOptions {
  /** @default a free port */
  readonly port?: number;
  /**
   * The address to listen on.
   * @default '127.0.0.1'
   *
   * A cluster for tests has no place on a network: its administrator token is in a string.
   */
  readonly host?: string;
  /**
   * Ages, bookmarks, watch timeouts and injected latency follow this clock (L-25). Certificates do
   * not: clients check them against the machine's time.
   * @default the machine's time
   */
  readonly clock?: Clock;
  /** In [0, 1), for generated names and spread. @default Math.random */
  readonly random?: () => number;
  /**
   * How many changes per resource can be replayed to a watch or a paged list; older ones are 410.
   * @default 10_000
   */
  readonly historyLimit?: number;
  /**
   * Where the server writes what goes wrong inside it, with the stack. What clients do wrong is answered, not logged.
   * @default errors, to stderr
   */
  readonly logger?: Logger;
  /** How many requests `requests()` remembers. @default 10_000 */
  readonly requestLogLimit?: number;
  /**
   * Whether namespaces have a service account `default`, and pods run as one and get its token
   * (K-144). A real server without a controller manager has to do without.
   * @default false
   */
  readonly serviceAccounts?: boolean;
  /**
   * Who may do what (L-11). `rbac`: what Roles and ClusterRoles and their bindings allow; a new user
   * may look around and no more, members of `system:masters` may do everything. `always-allow`: every
   * user may do everything, and who shows no credentials is turned away.
   * @default 'rbac'
   */
  readonly authorization?: 'rbac' | 'always-allow';
  /**
   * Where this process reaches the server behind a Service: for webhooks that name one.
   * @default where the EndpointSlices of the Service say, which is true for process pods (L-23)
   */
  readonly resolveService?: ServiceResolver;
  /**
   * Keeps the store in this folder (L-26): the next start with it has the same objects, uids, resource
   * versions, tokens and authority, on the same port, so that old kubeconfigs go on working. Every write
   * is handed to the operating system before it is answered and forced to the disk within a second; a
   * damaged end of the log costs the writes in it. One server at a time may have a folder. It holds
   * keys: keep it as you would a kubeconfig.
   * @default none: what the cluster held is gone with it
   */
  readonly folder?: string;
  /**
   * Begins with what `snapshot()` of another server gave, unless `folder` holds one already.
   * @default an empty store
   */
  readonly snapshot?: Uint8Array;
  /**
   * How far a watch may fall behind before it is cut, in bytes. Events are shared between watches,
   * so this bounds the lag of one reader, not memory per reader.
   * @default 8 MiB
   */
  readonly watchBufferBytes?: number;
  /**
   * What kube-controller-manager does that cannot be seen between two requests here: collects garbage, counts quotas,
   * lets go of VolumeAttributesClasses that nothing uses, signs certificates.
   * @default false, as with kube-apiserver alone
   */
  readonly housekeeping?: boolean;
  /**
   * What a new store begins with, beside what every API server makes at its first start: in this order, a namespace
   * before what is in it and a definition before objects of its kind. A start with one that would be refused fails with
   * `APISERVER_START`.
   * @default nothing
   */
  readonly objects?: readonly InitialObject[];
}

export const DEFAULTS = {
  host: '127.0.0.1',
  historyLimit: 10_000,
  requestLogLimit: 10_000,
  watchBufferBytes: 8 * 1024 * 1024,
} as const;
