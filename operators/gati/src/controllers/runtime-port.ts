import { selectorText } from '@slipway/apimachinery/selectors';
import type { AnyKind, AnyObject, Cache, Client, Cluster, DeepReadonly } from '@slipway/kube';
import { Deployment } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type ClusterPort, type ClusterReads, ownParts, type SeenOf, seenAs } from '../cluster/index.ts';
import { OperatorError } from '../errors.ts';
import { MANAGER } from '../names/index.ts';
import { listByLabel, recordsNear } from './handler-index.ts';
import { kindNamed, OPTIONAL_KINDS } from './kinds.ts';

/** Status is owned apart from specs, so that one apply never takes back the other's fields. */
const STATUS_MANAGER = `${MANAGER}-status`;
/** Owns the replicas that a scaler starts from. */
const INITIAL_MANAGER = `${MANAGER}-initial`;

type Presence = Pick<Cache<AnyObject>['state'], 'synced' | 'absent' | 'blocker'>;

/** What a reconcile has at hand of its cluster. */
export interface PortParts {
  /** Reads caches with the own writes laid over. */
  readonly client: Client;
  readonly cluster: Cluster;
  /** Whose namespace tells which caches hold the optional kinds. */
  readonly key: { readonly namespace: string };
  readonly signal: AbortSignal;
  /** By the operator's own name as field manager. */
  readonly statusOf: ReconcileContext<AnyKind>['statusOf'];
}

/** The cluster by caches and a client that remembers its writes. */
export function runtimePort({ client, cluster, key, signal, statusOf }: PortParts): ClusterPort {
  const isServed = (kind: string): boolean => {
    const optional = OPTIONAL_KINDS.find((one) => one.kind === kind);
    return !optional || isThere(optional, cluster.findCache(optional, key.namespace)?.stateIn(key.namespace));
  };
  const cached: ClusterReads = {
    async get(kind, namespace, name) {
      if (!isServed(kind)) return null;
      // A Gateway may be where nothing is watched.
      if (!cluster.findCache(kindNamed(kind), namespace)) return live.get(kind, namespace, name);
      return seenIf(kind, client.get(kindNamed(kind), { namespace, name }));
    },
    async list(kind, namespace, labels = {}) {
      if (!isServed(kind)) return [];
      const indexed = listByLabel(cluster, kindNamed(kind), namespace, labels);
      if (indexed) return indexed.map((object) => seen(kind, object));
      const labelSelector = selectorText(labels);
      // Where only some namespaces are watched, all means the one at hand.
      const isAll = namespace === '' && cluster.findCache(kindNamed(kind), undefined) !== undefined;
      const options = {
        ...(!isAll && { namespace: namespace || key.namespace }),
        ...(labelSelector && { labelSelector }),
      };
      return client.list(kindNamed(kind), options).map((object) => seen(kind, object));
    },
  };
  const live: ClusterReads = {
    async get(kind, namespace, name) {
      if (!isServed(kind)) return null;
      return seenIf(kind, await client.live.get(kindNamed(kind), { namespace, name }, { signal }));
    },
    async list(kind, namespace, labels = {}) {
      if (!isServed(kind)) return [];
      const labelSelector = selectorText(labels);
      const options = { signal, ...(namespace && { namespace }), ...(labelSelector && { labelSelector }) };
      return (await client.live.listAll(kindNamed(kind), options)).map((object) => seen(kind, object));
    },
  };
  return {
    ...cached,
    live,
    async recordsNear(namespace, handler) {
      const found = recordsNear(cluster, namespace, handler) ?? client.list(kindNamed('GatiVersion'), { namespace });
      return found.map((object) => seen('GatiVersion', object));
    },
    async create(resource) {
      const { kind } = resource;
      return seen(kind, await client.create(kindNamed(kind), resource, { signal }));
    },
    async patch({ kind, namespace, name }, operations, { subresource } = {}) {
      const [known, ref, json] = [kindNamed(kind), { namespace, name }, { json: operations }];
      const patched =
        subresource === undefined
          ? await client.patch(known, ref, json, { signal })
          : await client.subresource<AnyObject>(known, ref, subresource).patch(json, {
              fieldManager: STATUS_MANAGER,
              signal,
            });
      return seen(kind, patched);
    },
    async applyStatus({ kind, metadata, status }) {
      const { name, namespace, resourceVersion } = metadata;
      const applied = await client.apply(
        kindNamed(kind),
        {
          metadata: { name, namespace, ...(resourceVersion !== undefined && { resourceVersion }) },
          status: status as unknown,
        } as AnyObject,
        { fieldManager: STATUS_MANAGER, force: true, subresource: 'status', signal },
      );
      return seen(kind, applied);
    },
    writeStatus({ kind, metadata: { resourceVersion, ...metadata }, status }, next, options = {}) {
      const [wanted, parts] = ownParts(next, options);
      const object = { metadata: { ...metadata, ...(resourceVersion !== undefined && { resourceVersion }) }, status };
      return statusOf(kindNamed(kind), object).apply(wanted, parts);
    },
    async delete(kind, namespace, name, { uid } = {}) {
      await client.delete(kindNamed(kind), { namespace, name }, { signal, ...(uid !== undefined && { uid }) });
    },
    async startReplicas(namespace, name, replicas) {
      // Also where the number is right already: what counts is that another manager owns it from now on.
      if (!client.get(Deployment, { namespace, name })) return;
      await client.apply(Deployment, { metadata: { namespace, name }, spec: { replicas } } as AnyObject, {
        fieldManager: INITIAL_MANAGER,
        force: true,
        signal,
      });
    },
    serves: isServed,
  };
}

/** "Not read yet" is not "not there": what is made without an API takes the place of what is made with it. */
function isThere(
  { plural, group }: AnyKind,
  state: Presence = { synced: false, absent: false, blocker: undefined },
): boolean {
  if (state.synced || state.absent) return !state.absent;
  throw new OperatorError(
    'GATI_API_UNKNOWN',
    `Whether the cluster has ${plural}.${group} is not known: ${state.blocker ?? 'it has not answered yet'}. Nothing is ` +
      'changed until it lists them or says that there are none; check that API and the rights of the operator.',
  );
}

/** Objects of caches are shared and never change: what was made of one serves as long as it is there. */
const seenBefore = new WeakMap<object, object>();

function seen<Kind extends string>(kind: Kind, object: DeepReadonly<AnyObject>): SeenOf<Kind> {
  const known = seenBefore.get(object);
  if (known) return known as SeenOf<Kind>;
  const made = seenAs(kind, object);
  seenBefore.set(object, made);
  return made;
}

function seenIf<Kind extends string>(kind: Kind, object: DeepReadonly<AnyObject> | undefined): SeenOf<Kind> | null {
  return object ? seen(kind, object) : null;
}
