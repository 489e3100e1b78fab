import type {
  DeploymentResource,
  ICustomResourceStore,
  IDeploymentTarget,
  PatchOperation,
  Ref,
} from '@gati-framework/contracts/deployment';
import { patched } from '@slipway/apimachinery/json-patch';
import { type StatusWrites, writeWholeStatus } from '@slipway/runtime/status';
import type { ClusterPort, ClusterReads } from './cluster-port.ts';
import { seenAs } from './seen.ts';
import { ownParts } from './write-status.ts';

/** A target that also handles custom resources; what a store can do beyond that is used where it is there. */
export type StoreTarget = IDeploymentTarget & Partial<ICustomResourceStore>;

/** Makes a cluster of a store, or of a target that serves as one. Optional APIs are taken to be absent. */
export function storePort(store: StoreTarget, optionalKinds: readonly string[] = []): ClusterPort {
  const reads: ClusterReads = {
    async get(kind, namespace, name) {
      const found = await store.get(kind, namespace, name);
      return found && seenAs(kind, found);
    },
    async list(kind, namespace, labels = {}) {
      // The first form of the contract knows no labels.
      const listed = (await store.list(kind, namespace, labels)).filter(({ metadata }) =>
        Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value),
      );
      return listed.map((found) => seenAs(kind, found));
    },
  };
  return {
    ...reads,
    live: reads,
    recordsNear: (namespace) => reads.list('GatiVersion', namespace),
    async create(resource) {
      if (store.create) return store.create(resource);
      await store.apply(resource);
      return (await reads.get(resource.kind, resource.metadata.namespace, resource.metadata.name)) ?? resource;
    },
    patch: (ref, operations, options) =>
      store.patch ? store.patch(ref, operations, options) : patchByApply(store, ref, operations),
    async applyStatus(resource) {
      const { kind, metadata } = resource;
      const read = () => store.get(kind, metadata.namespace, metadata.name);
      if (store.applyStatus) {
        await store.applyStatus(resource);
        return read();
      }
      const present = await read();
      if (!present) return null;
      const next = { ...present, status: { ...present.status, ...resource.status } };
      await store.apply(next);
      return next;
    },
    writeStatus({ kind, metadata, status }, next, options = {}) {
      const { namespace, name, resourceVersion } = metadata;
      const [wanted, parts] = ownParts(next, options);
      const writes: StatusWrites = {
        apply: (whole, version) =>
          this.applyStatus({
            apiVersion: 'gati.dev/v1alpha1',
            kind,
            metadata: { namespace, name, ...(version !== undefined && { resourceVersion: version }) },
            spec: {},
            status: whole,
          }),
        patch: (operations) => this.patch({ kind, namespace, name }, operations, { subresource: 'status' }),
      };
      return writeWholeStatus(writes, { metadata: { resourceVersion }, status }, wanted, parts);
    },
    delete: (kind, namespace, name, options) => store.delete(kind, namespace, name, options),
    async startReplicas(namespace, name, replicas) {
      const present = await store.get('Deployment', namespace, name);
      const isSet = (present?.spec as { replicas?: number } | undefined)?.replicas === replicas;
      if (!present || isSet) return;
      await this.patch({ kind: 'Deployment', namespace, name }, [
        { op: 'add', path: '/spec/replicas', value: replicas },
      ]);
    },
    serves: (kind) => !OPTIONAL.has(kind) || optionalKinds.includes(kind),
  };
}

/** Kinds whose API a cluster may lack. */
const OPTIONAL: ReadonlySet<string> = new Set(['HTTPRoute', 'Gateway', 'ScaledObject', 'ServiceMonitor']);

async function patchByApply(
  store: IDeploymentTarget,
  ref: Ref,
  operations: readonly PatchOperation[],
): Promise<DeploymentResource> {
  const present = await store.get(ref.kind, ref.namespace, ref.name);
  if (!present) throw new Error(`${ref.kind} ${ref.namespace}/${ref.name} does not exist`);
  const next = patched(present, operations);
  await store.apply(next);
  return next;
}
