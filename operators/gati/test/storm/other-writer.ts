import type { AnyKind, AnyObject, Cluster, DeepReadonly } from '@slipway/kube';
import { ConfigMap, Deployment, HorizontalPodAutoscaler, Pod, PodDisruptionBudget, Service } from '@slipway/kube/kinds';
import { GatiHandlerKind, GatiVersionKind } from '../../src/types/index.ts';

/** What the operator makes, and what is made of that. */
export const CHILDREN: readonly AnyKind[] = [
  GatiVersionKind as AnyKind,
  Deployment,
  Service,
  ConfigMap,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
  Pod,
];

/** What it writes into the status of others, as merge patches. */
export const STATUSES: ReadonlyMap<AnyKind, readonly object[]> = new Map([
  [
    GatiHandlerKind as AnyKind,
    [
      { stableVersion: 'v0' },
      { stableVersion: null, targetVersion: null },
      { phase: 'Failed' },
      { conditions: [] },
      { versions: [] },
      { replicas: 77, readyReplicas: 77 },
      { traffic: { wanted: { v0: 100 } } },
      { observedGeneration: 0 },
      { rollout: null },
    ],
  ],
  [
    GatiVersionKind as AnyKind,
    [
      { stage: 'Failed' },
      { phase: 'Decommissioned', stage: 'Decommissioned' },
      { effectiveWeight: 55 },
      { conditions: [] },
      { releasedAt: null },
      { trafficHistory: [] },
    ],
  ],
]);

/** One request, as it is counted. */
export interface Blow {
  readonly what: string;
  strike(): Promise<unknown>;
}

/** Another client's controller gone wrong: it deletes children and writes into the status of others. */
export class OtherWriter {
  readonly #cluster: Cluster;
  readonly #random: () => number;

  constructor(cluster: Cluster, random: () => number) {
    this.#cluster = cluster;
    this.#random = random;
  }

  /** Undefined where nothing of what was chosen is there. */
  next(): Blow | undefined {
    const { client } = this.#cluster;
    if (this.#random() < 0.5) {
      const kind = this.#one(CHILDREN);
      const ref = kind && this.#object(kind);
      return kind && ref && { what: `delete ${kind.kind}`, strike: () => client.delete(kind, ref) };
    }
    const [kind, statuses] = this.#one([...STATUSES]) ?? [];
    const ref = kind && this.#object(kind);
    const status = this.#one(statuses ?? []);
    if (!kind || !ref || !status) return undefined;
    const strike = () => client.subresource(kind, ref, 'status').patch({ merge: { status } });
    return { what: `patch status of ${kind.kind}`, strike };
  }

  #object(kind: AnyKind): { readonly namespace: string; readonly name: string } | undefined {
    const objects = (this.#cluster.client.list(kind, {}) as readonly DeepReadonly<AnyObject>[]).filter(
      ({ metadata }) => (metadata?.ownerReferences?.length ?? 0) > 0 || kind === (GatiHandlerKind as AnyKind),
    );
    const { namespace = '', name = '' } = this.#one(objects)?.metadata ?? {};
    return name === '' ? undefined : { namespace, name };
  }

  #one<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.#random() * choices.length)];
  }
}
