import { type AnyKind, type AnyObject, type Cluster, isKubeError, type ObjectOf } from '@slipway/kube';
import { Event, Namespace, Node, Pod, ServiceAccount } from '@slipway/kube/kinds';
import { expectStable } from '@slipway/runtime/testing';
import { expect, vi } from 'vitest';
import { comparable } from './comparable.ts';

/** How long nothing may change before a scene counts as over, and how long it may take, in milliseconds. */
const QUIET_MS = 1500;
const PATIENCE_MS = 120_000;

/** A namespace of one cluster in which a scene is played by hand: nobody schedules pods or runs them. */
export class Stage {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly #kinds: AnyKind[] = [Pod];
  readonly #shared: { readonly kind: AnyKind; readonly name: string }[] = [];

  static async open(cluster: Cluster, namespace: string): Promise<Stage> {
    await cluster.client.create(Namespace, { metadata: { name: namespace } });
    const stage = new Stage(cluster, namespace);
    // Without a controller of service accounts no pod needs one.
    if (cluster.name !== 'bare')
      await stage.until(async () => (await stage.get(ServiceAccount, 'default')) !== undefined);
    return stage;
  }

  private constructor(cluster: Cluster, namespace: string) {
    this.cluster = cluster;
    this.namespace = namespace;
  }

  /** Kinds whose objects are compared at the end, pods and events aside. */
  show(...kinds: AnyKind[]): void {
    this.#kinds.push(...kinds);
  }

  async create<K extends AnyKind>(kind: K, name: string, rest: object): Promise<ObjectOf<K>> {
    const { metadata, ...body } = rest as { metadata?: object };
    const object = { metadata: { ...metadata, namespace: this.namespace, name }, ...body };
    return this.cluster.client.create(kind, object as ObjectOf<K>);
  }

  /** An object outside of namespaces, under a name that is the scene's own; it is compared at the end too. */
  async createShared(kind: AnyKind, name: string, rest: object): Promise<string> {
    const { metadata, ...body } = rest as { metadata?: object };
    const whole = `${this.namespace}-${name}`;
    await this.cluster.client.create(kind, { metadata: { ...metadata, name: whole }, ...body });
    this.#shared.push({ kind, name: whole });
    return whole;
  }

  /** A node by name: one for all scenes of a cluster. */
  async node(name: string, labels: Record<string, string> = {}, spec: object = {}): Promise<void> {
    await this.cluster.client.create(Node, { metadata: { name, labels }, spec }).catch((error: unknown) => {
      if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
    });
  }

  get<K extends AnyKind>(kind: K, name: string): Promise<ObjectOf<K> | undefined> {
    return this.cluster.client.live.get(kind, { namespace: this.namespace, name });
  }

  list<K extends AnyKind>(kind: K): Promise<ObjectOf<K>[]> {
    return this.cluster.client.live.listAll(kind, { namespace: this.namespace });
  }

  async patch(kind: AnyKind, name: string, merge: object): Promise<void> {
    await this.cluster.client.patch(kind, { namespace: this.namespace, name }, { merge });
  }

  async patchStatus(kind: AnyKind, name: string, status: object): Promise<void> {
    await this.cluster.client
      .subresource(kind, { namespace: this.namespace, name }, 'status')
      .patch({ merge: { status } })
      .catch((error: unknown) => {
        // A pod may go while it is looked at.
        if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
      });
  }

  async remove(kind: AnyKind, name: string, propagationPolicy?: 'Background' | 'Foreground' | 'Orphan'): Promise<void> {
    await this.cluster.client.delete(
      kind,
      { namespace: this.namespace, name },
      propagationPolicy ? { propagationPolicy } : {},
    );
  }

  /** Waits for a state of the cluster, whatever brings it about. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    const what = `${this.cluster.name}: what was waited for did not come: ${isSo.toString()}`;
    await vi.waitFor(async () => expect(await isSo(), what).toBe(true), {
      timeout: PATIENCE_MS,
      interval: 50,
    });
  }

  /** Reports for all pods, as a kubelet would, what they are doing; those that were reported stay as they are. */
  async actPods(status: (pod: ObjectOf<typeof Pod>, index: number) => object | undefined): Promise<void> {
    const pods = (await this.list(Pod)).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    pods.sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
    for (const [index, pod] of pods.entries()) {
      const next = status(pod, index);
      if (next) await this.patchStatus(Pod, pod.metadata.name ?? '', next);
    }
  }

  /** Makes pods ready as they come until the state is reached. */
  async readyUntil(isSo: () => Promise<boolean>): Promise<void> {
    await this.until(async () => {
      await this.actPods((pod) => (pod.status?.phase === 'Running' ? undefined : RUNNING));
      return isSo();
    });
  }

  /** All that is shown, made comparable, once nothing changes any more. */
  async whatIsLeft(): Promise<unknown> {
    const { namespace } = this;
    const { client } = this.cluster;
    const quiet = (): Promise<boolean> =>
      expectStable({ client, kinds: this.#kinds, namespace, quietMs: QUIET_MS }).then(
        () => true,
        () => false,
      );
    await this.until(quiet);
    // Events about objects without a namespace are in this one.
    const elsewhere = await client.live.listAll(Event, { namespace: 'default' });
    const shared = new Set(this.#shared.map(({ name }) => name));
    const reported = elsewhere.filter(({ regarding }) => shared.has(regarding?.name ?? ''));
    return comparable(await this.#read(), [...(await this.list(Event)), ...reported], namespace);
  }

  async #read(): Promise<AnyObject[]> {
    const lists = await Promise.all(
      this.#kinds.map(async (kind) =>
        (await this.list(kind)).map((object) => ({ ...object, kind: kind.kind }) as AnyObject),
      ),
    );
    const shared = await Promise.all(
      this.#shared.map(async ({ kind, name }) => {
        const object = await this.cluster.client.live.get(kind, { name });
        return object ? [{ ...object, kind: kind.kind } as AnyObject] : [];
      }),
    );
    return [...lists.flat(), ...shared.flat()];
  }
}

export const RUNNING = {
  phase: 'Running',
  podIP: '10.1.2.3',
  podIPs: [{ ip: '10.1.2.3' }],
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
};
