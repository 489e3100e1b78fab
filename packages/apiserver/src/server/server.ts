import type { RequestListener } from 'node:http';
import { type Clock, realClock } from '@slipway/apimachinery/clock';
import { Endings } from '@slipway/apimachinery/endings';
import { createAdmission, endpointOf, HookClient, startQuotaAccounting } from '../admission/index.ts';
import { ApiServer as RequestHandler, RequestLog, type SeenRequest } from '../api/index.ts';
import { alwaysAllow, escalationCheck, Rbac, rbacAuthorizer, startAggregation } from '../authorization/index.ts';
import { type CertificateAuthority, createCertificateAuthority } from '../certificates/index.ts';
import { loadEngine } from '../custom/index.ts';
import { ApiServerError } from '../errors.ts';
import { FaultPlan } from '../faults/index.ts';
import { Authenticator, ServiceAccountTokens, Tokens } from '../identity/index.ts';
import {
  advertise,
  seed,
  startApiServices,
  startCertificateSigning,
  startClassProtection,
  startDefinitions,
  startGarbageCollection,
  startNamespaceTermination,
  startServiceAccounts,
  startServiceAddresses,
  startTokenSecrets,
} from '../lifecycle/index.ts';
import { Failures, stderrLogger } from '../log/index.ts';
import type { Kernel } from '../operations/index.ts';
import { type ApiServerOptions, DEFAULTS } from '../options.ts';
import { Registry } from '../resources/index.ts';
import { reviewHandlers } from '../reviews/index.ts';
import { type ClusterIdentity, openFolder, readSnapshot, snapshotBytes } from '../snapshot/index.ts';
import { Store } from '../store/index.ts';
import {
  type PodAddresses,
  PodAddressSources,
  PodLogSources,
  type PodLogs,
  ProxyRoutes,
  subresourceHandlers,
} from '../subresources/index.ts';
import { WatchHub } from '../watch/index.ts';
import { InProcess, type InProcessFetch } from './in-process.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { Listener } from './listener.ts';

/** A running API server. Its owner stops it; nothing of it outlives that. */
export interface ApiServer {
  /** `https://127.0.0.1:port`. */
  readonly url: string;
  /** Kubeconfig (YAML) of a cluster administrator. */
  readonly kubeconfig: string;
  /** Kubeconfig (YAML) of another user, with a token of their own. */
  kubeconfigFor(user: string, groups?: readonly string[]): string;
  /**
   * The way to the API without a socket, for clients in this process: `connect({ text: kubeconfig, fetch })`. Requests
   * are authenticated, admitted, logged and struck by faults like any other.
   */
  readonly fetch: InProcessFetch;
  /** The authority that signed the server's certificate. */
  readonly caPem: string;
  /** Issues certificates that the cluster trusts: `issueClient({ user, groups })`. */
  readonly authority: CertificateAuthority;
  /** A new bearer token for a user. */
  issueToken(user: string, groups?: readonly string[]): string;
  /** Refuses a token from now on: 401. */
  revokeToken(token: string): void;
  /**
   * Leads `services/ns/name`, `pods/ns/name` or `nodes/name` (or one `:port` of them) to a listener of
   * yours whenever the API is asked to proxy there (L-12), until the returned function is called.
   */
  route(path: string, url: string): () => void;
  /** Asks `logs` when a client reads what a pod wrote, until the returned function is called. */
  addPodLogs(logs: PodLogs): () => void;
  /**
   * Asks `addresses` where pods that run elsewhere are listened on: for proxies, port-forward and webhooks. Process
   * pods of `nodes` are known already; no address in a status is followed. Until the returned function is called.
   */
  addPodAddresses(addresses: PodAddresses): () => void;
  /** What is to go wrong (L-24). */
  readonly faults: FaultPlan;
  readonly clock: Clock;
  /** The latest requests, oldest first. */
  requests(): readonly SeenRequest[];
  /**
   * How many exceptions of the server's own there were. Each was answered with 500 where a client waited, and
   * logged with its stack. 0 is right; more is a defect of localcluster or of what was plugged into it.
   */
  readonly failures: number;
  /** How many watches are open. */
  readonly openWatches: number;
  /** The newest resource version. */
  readonly resourceVersion: string;
  /** Forgets history: watches and lists from earlier resource versions are 410 from now on. */
  compact(): void;
  /** Cuts every connection as a crash would and listens again: same address, same state. */
  restart(): Promise<void>;
  /**
   * The whole store as bytes (L-26), for `startApiServer({ snapshot })`: its objects with their
   * uids and resource versions, its tokens and its authority. Their holder is its administrator.
   */
  snapshot(): Uint8Array;
  /**
   * What became of the state that was there: undefined when there was none. Lost bytes are writes at
   * the end of the log that were not finished when the cluster before this one ended, or damage.
   */
  readonly restored: { readonly lostBytes: number } | undefined;
  /** Ends all connections and frees the port. Safe to call twice. */
  stop(): Promise<void>;
}

const ADMIN = { name: 'kubernetes-admin', groups: ['system:masters'] };

export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const ends = new Endings();
  try {
    return await start(options, ends);
  } catch (error) {
    return ends.rollBack(error);
  }
}

/** What is begun is added to `ends` at once: a start that fails half way leaves nothing behind. */
async function start(options: ApiServerOptions, ends: Endings): Promise<ApiServer> {
  const folder = options.folder === undefined ? undefined : openFolder(options.folder, options.clock ?? realClock);
  ends.add(() => folder?.close());
  const kept = folder?.kept ?? (options.snapshot && readSnapshot(options.snapshot));
  const identity = kept?.identity;
  const host = options.host ?? DEFAULTS.host;
  const clock = options.clock ?? realClock;
  const store = new Store(options.historyLimit ?? DEFAULTS.historyLimit);
  const addresses = new PodAddressSources();
  const hooks = new HookClient(
    clock,
    options.resolveService ?? ((namespace, name, port) => endpointOf(store, addresses, namespace, name, port)),
  );
  const kernel: Kernel = {
    store,
    registry: new Registry(),
    clock,
    random: options.random ?? Math.random,
    askConverter: (hook, review) => hooks.ask(hook, review),
  };
  const hub = new WatchHub(store);
  const faults = new FaultPlan();
  const tokens = new Tokens(identity?.tokens);
  const log = new RequestLog(options.requestLogLimit ?? DEFAULTS.requestLogLimit);
  let stopped = false;

  const failures = new Failures(options.logger ?? stderrLogger);
  // After the write that caused it, before the next request is read.
  const later = (task: () => void): void =>
    queueMicrotask(() => stopped || failures.contain(task, 'what follows from a write failed'));
  const authority = createCertificateAuthority(identity && { existing: identity.authority });
  const serviceAccounts = options.serviceAccounts ?? false;
  const logs = new PodLogSources();
  const routes = new ProxyRoutes();
  const rbac = new Rbac(store);
  const authorizer = options.authorization === 'always-allow' ? alwaysAllow : rbacAuthorizer(rbac);
  const authenticator = new Authenticator(
    tokens,
    new ServiceAccountTokens(store, clock, identity?.serviceAccountKeyPem),
  );
  ends.add(
    () => hooks.close(),
    () => rbac.stop(),
    startNamespaceTermination(kernel, later),
    startDefinitions(kernel, hub, later),
    startApiServices(kernel, later),
    startServiceAddresses(kernel, later),
  );
  if (serviceAccounts) {
    ends.add(
      startServiceAccounts(kernel, authority.certPem, later),
      startTokenSecrets(kernel, authenticator.serviceAccounts, authority.certPem, later),
    );
  }
  if (options.housekeeping) {
    ends.add(
      startGarbageCollection(kernel, later),
      startQuotaAccounting(kernel, later),
      startClassProtection(kernel, later),
      startCertificateSigning(kernel, authority, later),
    );
  }
  if (kept) store.restore(kept.state);
  else await seed(kernel, options.objects);
  // Custom objects that were kept are read by what their definitions say.
  if (store.count('customresourcedefinitions.apiextensions.k8s.io') > 0) await loadEngine();
  // After the seed: what it holds is gathered already.
  ends.add(startAggregation(kernel, later));

  const names = {
    dnsNames: ['localhost', 'kubernetes', 'kubernetes.default.svc'],
    ipAddresses: [...new Set(['127.0.0.1', '::1', host])],
  };
  const admission = createAdmission(kernel, {
    serviceAccounts,
    hooks,
    authorizer,
    last: [escalationCheck(authorizer)],
  });
  const api = new RequestHandler({
    kernel,
    admission,
    hub,
    faults,
    authenticator,
    authorizer,
    handlers: {
      ...reviewHandlers(kernel, authenticator, authorizer),
      ...subresourceHandlers({ kernel, serviceAccounts: authenticator.serviceAccounts, logs, routes, addresses }),
    },
    log,
    failures,
    watchBufferBytes: options.watchBufferBytes ?? DEFAULTS.watchBufferBytes,
    serverAddress: () => `${host}:${listener.port}`,
  });
  const onRequest: RequestListener = (request, response) => void api.handle(request, response);
  const listener = new Listener({
    host,
    // Old kubeconfigs name the port.
    port: options.port ?? (folder && identity?.port) ?? 0,
    ...authority.issueServer(names),
    caPem: authority.certPem,
    onRequest,
  });
  const inProcess = new InProcess(onRequest);
  ends.add(() => listener.close());
  await listener.open();
  ends.add(() => inProcess.close());
  inProcess.open();
  ends.add(() => {
    stopped = true;
  });
  advertise(kernel, host, listener.port);

  const url = `https://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;
  const issueToken = (name: string, groups: readonly string[] = []): string => tokens.issue({ name, groups });
  const kubeconfigFor = (user: string, groups?: readonly string[]): string =>
    writeKubeconfig({ url, caPem: authority.certPem, user, token: issueToken(user, groups) });

  const adminToken = identity?.adminToken ?? tokens.issue(ADMIN);
  const kubeconfig = writeKubeconfig({ url, caPem: authority.certPem, user: ADMIN.name, token: adminToken });
  const ownIdentity = (): ClusterIdentity => ({
    authority: { certPem: authority.certPem, keyPem: authority.keyPem },
    serviceAccountKeyPem: authenticator.serviceAccounts.keyPem,
    adminToken,
    tokens: tokens.entries(),
    port: listener.port,
  });
  if (folder) {
    const save = (): void => folder.saveIdentity(ownIdentity());
    save();
    tokens.onChange = save;
    folder.begin(store);
  }

  return {
    url,
    kubeconfig,
    kubeconfigFor,
    fetch: inProcess.fetch,
    caPem: authority.certPem,
    authority,
    issueToken,
    revokeToken: (token) => tokens.revoke(token),
    route: (path, target) => routes.add(path, target),
    addPodLogs: (source) => logs.add(source),
    addPodAddresses: (source) => addresses.add(source),
    faults,
    clock,
    requests: () => log.seen(),
    get failures() {
      return failures.count;
    },
    get openWatches() {
      return hub.size;
    },
    get resourceVersion() {
      return String(store.revision);
    },
    compact: () => store.compact(),
    snapshot: () => snapshotBytes(store, ownIdentity()),
    restored: kept && { lostBytes: kept.lostBytes },
    async restart() {
      if (stopped) throw new ApiServerError('APISERVER_STOPPED', 'The cluster has been stopped; start a new one.');
      inProcess.close();
      await listener.close();
      await listener.open();
      inProcess.open();
    },
    stop: () => ends.run(),
  };
}
