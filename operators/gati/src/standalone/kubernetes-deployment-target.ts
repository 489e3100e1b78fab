import type {
  ApplyReport,
  DeploymentResource,
  ICustomResourceStore,
  IDeploymentTarget,
  Known,
  PatchOperation,
  PatchOptions,
  Ref,
  ResourceSet,
  TargetStatus,
  WatchCallback,
  WatchHandle,
  WatchOptions,
} from '@gati-framework/contracts/deployment';
import type { Cluster } from '@slipway/kube';
import { KubernetesTarget } from '@slipway/targets';
import { MANAGER } from '../names/index.ts';
import { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../types/index.ts';

/** The text of a kubeconfig, a `KubeConfig` of client-node, or a handle that is open. */
export type KubernetesAccess = string | object | Cluster;

/**
 * A cluster as target, by its kubeconfig: without one, as kubectl would find it. It connects when it is first used.
 *
 * **Guarantees** and **errors** are those of `KubernetesTarget`. **Caveat**: `close` ends it; a handle that was given
 * stays open.
 */
export class KubernetesDeploymentTarget implements Required<IDeploymentTarget>, ICustomResourceStore {
  readonly #access: KubernetesAccess | undefined;
  #opened: Promise<KubernetesTarget> | undefined;

  constructor(access?: KubernetesAccess) {
    this.#access = access;
  }

  async apply(resource: DeploymentResource): Promise<void> {
    return (await this.#target()).apply(resource);
  }

  async delete(kind: string, namespace: string, name: string, options?: { uid?: string }): Promise<void> {
    return (await this.#target()).delete(kind, namespace, name, options);
  }

  async get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null> {
    return (await this.#target()).get(kind, namespace, name);
  }

  async list(kind: string, namespace: string, labels?: Record<string, string>): Promise<DeploymentResource[]> {
    return (await this.#target()).list(kind, namespace, labels);
  }

  async watch(kind: string, namespace: string, callback: WatchCallback, options?: WatchOptions): Promise<WatchHandle> {
    return (await this.#target()).watch(kind, namespace, callback, options);
  }

  async applySet(set: ResourceSet): Promise<ApplyReport> {
    return (await this.#target()).applySet(set);
  }

  async applyStatus(resource: DeploymentResource): Promise<void> {
    return (await this.#target()).applyStatus(resource);
  }

  async syncStatus(owner: Ref): Promise<Known<TargetStatus>> {
    return (await this.#target()).syncStatus(owner);
  }

  async create(resource: DeploymentResource): Promise<DeploymentResource> {
    return (await this.#target()).create(resource);
  }

  async patch(ref: Ref, operations: readonly PatchOperation[], options?: PatchOptions): Promise<DeploymentResource> {
    return (await this.#target()).patch(ref, operations, options);
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }

  #target(): Promise<KubernetesTarget> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  #open(): Promise<KubernetesTarget> {
    const access = this.#access;
    const common = { manager: MANAGER, kinds: [GatiHandlerKind, GatiModuleKind, GatiVersionKind], kindFor };
    if (access === undefined) return KubernetesTarget.open(common);
    if (typeof access === 'string') return KubernetesTarget.open({ ...common, connect: { text: access } });
    return isCluster(access)
      ? KubernetesTarget.open({ ...common, cluster: access })
      : KubernetesTarget.open({ ...common, connect: { object: access } });
  }
}

function isCluster(access: object): access is Cluster {
  return 'transport' in access && 'client' in access;
}

/** A custom resource of Gati is known by its spec, where its kind is missing. */
function kindFor({ spec }: { readonly spec?: unknown }): string | undefined {
  const fields = (spec ?? {}) as Record<string, unknown>;
  if ('handlerPath' in fields) return GatiHandlerKind.kind;
  if ('moduleName' in fields) return GatiModuleKind.kind;
  return 'versionId' in fields ? GatiVersionKind.kind : undefined;
}
