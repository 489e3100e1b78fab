import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import { type AnyKind, type Cache, type Cluster, type DeepReadonly, defineKind, type ObjectOf } from '@slipway/kube';
import {
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  Service,
  StatefulSet,
  StorageClass,
} from '@slipway/kube/kinds';
import type { PodInfo } from './pod-info.ts';
import type { PodsByNode } from './pods-by-node.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';

interface Selecting {
  readonly selector?: Readonly<Record<string, string>>;
}
const ReplicationController = defineKind<Selecting>({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  scope: 'Namespaced',
});

/** Pods that are over hold nothing: there is no need to send them. */
export const LIVE_PODS = { fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed' };

type CacheOf<K extends AnyKind> = Cache<ObjectOf<K>>;

/** Everything that placement depends on, kept up to date. */
export class ClusterView {
  readonly pods: CacheOf<typeof Pod>;
  readonly nodes: CacheOf<typeof Node>;
  readonly namespaces: CacheOf<typeof Namespace>;
  readonly claims: CacheOf<typeof PersistentVolumeClaim>;
  readonly volumes: CacheOf<typeof PersistentVolume>;
  readonly classes: CacheOf<typeof StorageClass>;
  readonly #budgets: CacheOf<typeof PodDisruptionBudget>;
  readonly #services: CacheOf<typeof Service>;
  readonly #replicaSets: CacheOf<typeof ReplicaSet>;
  readonly #statefulSets: CacheOf<typeof StatefulSet>;
  readonly #replicationControllers: CacheOf<typeof ReplicationController>;

  constructor(cluster: Cluster, pods: { readonly fieldSelector?: string }) {
    this.pods = cluster.cache(Pod, pods);
    this.nodes = cluster.cache(Node);
    this.namespaces = cluster.cache(Namespace);
    this.claims = cluster.cache(PersistentVolumeClaim);
    this.volumes = cluster.cache(PersistentVolume);
    this.classes = cluster.cache(StorageClass);
    this.#budgets = cluster.cache(PodDisruptionBudget);
    this.#services = cluster.cache(Service);
    this.#replicaSets = cluster.cache(ReplicaSet);
    this.#statefulSets = cluster.cache(StatefulSet);
    this.#replicationControllers = cluster.cache(ReplicationController);
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    const caches = [
      this.pods,
      this.nodes,
      this.namespaces,
      this.claims,
      this.volumes,
      this.classes,
      this.#budgets,
      this.#services,
      this.#replicaSets,
      this.#statefulSets,
      this.#replicationControllers,
    ];
    await Promise.all(caches.map((cache) => cache.waitForSync({ signal })));
  }

  /** The cluster of now, with pods where they are counted. */
  snapshot(pods: PodsByNode): Snapshot {
    return snapshotOf({
      nodes: this.nodes.list(),
      pods,
      namespaceLabels: (name) => this.namespaces.get({ name })?.metadata.labels ?? {},
      budgets: this.#budgets.list(),
      claim: (namespace, name) => this.claims.get({ namespace, name }),
      volume: (name) => this.volumes.get({ name }),
      volumes: () => this.volumes.list(),
      volumeClass: (name) => this.classes.get({ name }),
      selectorsOf: (pod) => this.#selectorsOf(pod),
    });
  }

  /** Of the Services of its namespace that select the pod, and of the controller that owns it. */
  #selectorsOf({ pod, namespace, labels }: PodInfo): readonly LabelSelector[] {
    const services = this.#services.byIndex('namespace', namespace).flatMap(({ spec }) => {
      const selector = spec?.selector && { matchLabels: spec.selector };
      return selector && Object.keys(spec.selector).length > 0 && matchesSelector(selector, labels) ? [selector] : [];
    });
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller);
    const ref = { namespace, name: owner?.name ?? '' };
    const owned: DeepReadonly<LabelSelector> | undefined =
      owner?.kind === 'ReplicaSet'
        ? this.#replicaSets.get(ref)?.spec?.selector
        : owner?.kind === 'StatefulSet'
          ? this.#statefulSets.get(ref)?.spec?.selector
          : owner?.kind === 'ReplicationController'
            ? { matchLabels: this.#replicationControllers.get(ref)?.spec?.selector ?? {} }
            : undefined;
    return owned ? [...services, owned] : services;
  }
}
