import type { Clock } from '@slipway/apimachinery/clock';
import { apiVersionOf } from '@slipway/apimachinery/references';
import { isKubeError, KubeError } from '../errors.ts';
import type { Transport } from '../transport/index.ts';
import {
  type AggregatedDiscovery,
  type ResourceList,
  readAggregated,
  readPlain,
  type ServedKind,
  type ServedResources,
  type UntypedKind,
} from './resources.ts';

/** A kind by the names people have for it. */
export interface KindName {
  /** `apps/v1`; without it any version serves, the server's preferred first. */
  readonly apiVersion?: string;
  /** `Deployment`. */
  readonly kind: string;
}

export interface Discovery {
  /**
   * The kind's plural and scope. Asks the server on the first call, and again for an unknown kind at
   * most every 10 s, so that a CRD installed later is found without a restart.
   * `KUBE_UNKNOWN_KIND` when it is not served.
   */
  kind(name: KindName, signal?: AbortSignal): Promise<UntypedKind>;
  /** Everything the server serves, as last asked. */
  resources(signal?: AbortSignal): Promise<ServedResources>;
}

/**
 * How long an unknown kind is believed to be unknown, in milliseconds. Below a second a controller
 * that waits for its CRD would ask in a loop; a person waits ten.
 */
const ASK_AGAIN_MS = 10_000;
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

export function createDiscovery(transport: Transport, clock: Clock): Discovery {
  let asked: { at: number; answer: Promise<ServedResources> } | undefined;

  const ask = (): Promise<ServedResources> => {
    const current = { at: clock.now(), answer: readServer(transport) };
    asked = current;
    // A failure goes to those who asked and is not kept.
    current.answer.catch(() => {
      if (asked === current) asked = undefined;
    });
    return current.answer;
  };
  // The request is shared by all who ask, so one caller's signal ends only that caller's wait.
  const resources = (signal?: AbortSignal): Promise<ServedResources> => waitFor(asked?.answer ?? ask(), signal);

  return {
    resources,
    async kind(name, signal) {
      let answer = await resources(signal);
      let found = findKind(answer.kinds, name);
      if (!found && asked && clock.now() - asked.at >= ASK_AGAIN_MS) {
        answer = await waitFor(ask(), signal);
        found = findKind(answer.kinds, name);
      }
      if (found) return found.kind;
      throw new KubeError('KUBE_UNKNOWN_KIND', unknownKind(name, answer.broken, transport.url));
    },
  };
}

function findKind(kinds: readonly ServedKind[], { apiVersion, kind }: KindName): ServedKind | undefined {
  return kinds.find(
    (served) => served.kind.kind === kind && (apiVersion === undefined || apiVersionOf(served.kind) === apiVersion),
  );
}

function unknownKind({ apiVersion, kind }: KindName, broken: readonly string[], url: string): string {
  const name = apiVersion ? `${kind} of ${apiVersion}` : kind;
  const hidden = broken.length > 0 ? ` These groups did not answer and may hold it: ${broken.join(', ')}.` : '';
  return `${url} does not serve the kind ${name}: install its CustomResourceDefinition or correct the name.${hidden}`;
}

async function readServer(transport: Transport): Promise<ServedResources> {
  const documents = await Promise.all(
    ['/api', '/apis'].map((path) =>
      transport.json<AggregatedDiscovery & { kind?: string }>({ method: 'GET', path, accept: AGGREGATED }),
    ),
  );
  // Before 1.30 a server ignores the form that is asked for and answers the plain one.
  if (documents.every((document) => document.kind === 'APIGroupDiscoveryList')) return readAggregated(documents);
  return readPlainServer(transport);
}

async function readPlainServer(transport: Transport): Promise<ServedResources> {
  const get = <T>(path: string): Promise<T> => transport.json<T>({ method: 'GET', path, accept: 'application/json' });
  const core = await get<{ versions?: string[] }>('/api');
  const { groups = [] } = await get<{ groups?: { versions?: { groupVersion: string }[] }[] }>('/apis');
  const named = groups.flatMap((group) => (group.versions ?? []).map((version) => version.groupVersion));
  const paths = [...(core.versions ?? []).map((version) => `/api/${version}`), ...named.map((name) => `/apis/${name}`)];

  const broken: string[] = [];
  const lists = await Promise.all(
    paths.map(async (path) => {
      try {
        return await get<ResourceList>(path);
      } catch (error) {
        if (!isKubeError(error)) throw error;
        // One aggregated API whose backend is away hides no other group.
        broken.push(path.replace(/^\/apis?\//, ''));
        return undefined;
      }
    }),
  );
  return { kinds: readPlain(lists.filter((list) => list !== undefined)), broken };
}

function waitFor<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
