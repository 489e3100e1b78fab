import { readYaml } from '@slipway/crd/schema';
import {
  type AnyKind,
  type AnyObject,
  type Client,
  type Clock,
  type Cluster,
  connect,
  installDefinition,
  type Logger,
  type ObjectOf,
  realClock,
  silentLogger,
} from '@slipway/kube';
import { Event } from '@slipway/kube/kinds';
import type { Nodes } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { waitUntil } from '@slipway/tools/processes/index';
import { addControllers, type ControllerOptions, OPTIONAL_KINDS, UNWATCHED_KINDS } from '../src/controllers/index.ts';
import { handlerObjectName } from '../src/names/index.ts';
import { rolloutIn } from '../src/rollouts/index.ts';
import { type OperatorEnvironment, targetOf } from '../src/settings/index.ts';
import { openTarget } from '../src/targets/index.ts';
import {
  type GatiHandler,
  GatiHandlerKind,
  GatiModuleKind,
  type GatiVersion,
  GatiVersionKind,
  gatiDefinitions,
} from '../src/types/index.ts';
import { Traffic } from './live-traffic.ts';
import { accountKubeconfig, openAccount } from './rights/account.ts';
import { Refusals } from './rights/refusals.ts';

/** What never comes true is reported after this long; it states nothing about speed. */
const PATIENCE_MS = 240_000;
const KINDS = [GatiHandlerKind, GatiModuleKind, GatiVersionKind] as unknown as readonly AnyKind[];

export interface RigOptions {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly nodes: Nodes;
  /** Of the operator alone. @default the machine's time */
  readonly clock?: Clock;
  /** Where the operator reaches the cluster, if not where other clients do: a proxy that spoils what passes. */
  readonly operatorKubeconfig?: string;
  readonly controllers?: Omit<ControllerOptions, 'target' | 'targetKind'>;
  /** Rights on all namespaces, though it works in some: a Role goes with its namespace. @default false */
  readonly hasClusterRights?: boolean;
  /** Where manifests go. @default the cluster */
  readonly env?: OperatorEnvironment;
  readonly logger?: Logger;
}

/** What was reported about an object, in order. */
export interface ReportedEvent {
  readonly type: string;
  readonly reason: string;
  readonly note: string;
}

/**
 * The operator on a cluster with pods that run, and a person who looks at it. Its owner stops it.
 *
 * The operator has the rights that are shipped for it (G-184), of which one that it lacks fails the stop; the person
 * is an administrator.
 */
export class Rig {
  readonly namespace: string;
  readonly nodes: Nodes;
  readonly client: Client;
  readonly cluster: Cluster;
  readonly #options: RigOptions;
  readonly #refusals = new Refusals();
  readonly #streams: Traffic[] = [];
  #stopOperator: (() => Promise<void>) | undefined;

  static async start(options: RigOptions): Promise<Rig> {
    const cluster = await connect({ text: options.kubeconfig });
    await Promise.all(gatiDefinitions.map(({ manifest }) => installDefinition(cluster.client, manifest)));
    const rig = new Rig(options, cluster);
    await rig.startOperator();
    return rig;
  }

  private constructor(options: RigOptions, cluster: Cluster) {
    this.#options = options;
    this.namespace = options.namespace;
    this.nodes = options.nodes;
    this.client = cluster.client;
    this.cluster = cluster;
  }

  async startOperator(env = this.#options.env ?? {}): Promise<void> {
    const { kubeconfig, operatorKubeconfig = kubeconfig, clock = realClock, controllers } = this.#options;
    const { logger = silentLogger, hasClusterRights = false } = this.#options;
    const { kind } = targetOf(env);
    const namespaces = hasClusterRights ? undefined : controllers?.namespaces;
    const token = await openAccount(this.cluster, { namespaces, target: kind, releases: [this.namespace] });
    const text = accountKubeconfig(operatorKubeconfig, token);
    const cluster = await connect({ text, clock, name: 'local' });
    const manager = await createManager({
      cluster,
      clock,
      metrics: false,
      health: false,
      logLevel: 'silent',
      exit: () => undefined,
    });
    const target = await openTarget(env, {
      cluster,
      connect: { text },
      logger,
      watched: OPTIONAL_KINDS,
      unwatched: UNWATCHED_KINDS,
    });
    addControllers(manager, { target, targetKind: kind, ...controllers });
    this.#stopOperator = async () => {
      await manager.stop();
      await target.close();
      await cluster.close();
    };
    await manager.start();
  }

  async stopOperator(): Promise<void> {
    const stop = this.#stopOperator;
    this.#stopOperator = undefined;
    await stop?.();
  }

  /** A new process takes over: it remembers nothing, and may write elsewhere. */
  async restartOperator(env?: OperatorEnvironment): Promise<void> {
    await this.stopOperator();
    await this.startOperator(env);
  }

  /** As `kubectl apply -f`: every document of the text, in the namespace of this rig unless it names one. */
  async apply(text: string): Promise<void> {
    for (const { value } of readYaml(text, 'a test')) {
      const object = value as unknown as AnyObject & { kind: string };
      const kind = KINDS.find((one) => one.kind === object.kind);
      if (!kind) throw new Error(`${object.kind} is nothing that a rig applies`);
      const metadata = { ...object.metadata, namespace: this.namespace };
      await this.client.apply(kind, { ...object, metadata }, { fieldManager: 'person', force: true });
    }
  }

  /** A merge patch of a handler's spec, as an editor sends it. */
  async edit(handler: string, spec: object): Promise<void> {
    await this.client.patch(GatiHandlerKind, { namespace: this.namespace, name: handler }, { merge: { spec } });
  }

  /** Edits the weight that a record declares. */
  async declare(version: string, routingWeight: number): Promise<void> {
    const ref = { namespace: this.namespace, name: version };
    await this.client.patch(GatiVersionKind, ref, { merge: { spec: { routingWeight } } });
  }

  /** As `kubectl annotate`. */
  async annotate(handler: string, annotations: Readonly<Record<string, string>>): Promise<void> {
    const ref = { namespace: this.namespace, name: handler };
    await this.client.patch(GatiHandlerKind, ref, { merge: { metadata: { annotations } } });
  }

  /** Says something to a version. */
  async sayToVersion(version: string, command: string): Promise<void> {
    const ref = { namespace: this.namespace, name: version };
    const annotations = { 'gati.dev/command': command };
    await this.client.patch(GatiVersionKind, ref, { merge: { metadata: { annotations } } });
  }

  /** Says something to a handler. */
  say(handler: string, command: string, id?: string): Promise<void> {
    return this.annotate(handler, {
      'gati.dev/command': command,
      ...(id !== undefined && { 'gati.dev/command-id': id }),
    });
  }

  get<K extends AnyKind>(kind: K, name: string): Promise<ObjectOf<K> | undefined> {
    return this.client.live.get(kind, { namespace: this.namespace, name });
  }

  list<K extends AnyKind>(kind: K, labelSelector = ''): Promise<ObjectOf<K>[]> {
    return this.client.live.listAll(kind, { namespace: this.namespace, ...(labelSelector && { labelSelector }) });
  }

  handler(name: string): Promise<GatiHandler | undefined> {
    return this.get(GatiHandlerKind, name);
  }

  /** Records by versionId. */
  async versions(): Promise<Map<string, GatiVersion>> {
    const found = (await this.list(GatiVersionKind)) as unknown as GatiVersion[];
    return new Map(found.map((version) => [version.spec.versionId, version]));
  }

  /** Waits until something is found and is as wanted; tells what was seen last if that never happens. */
  async until<T>(what: string, look: () => Promise<T | undefined>, isWanted: (seen: T) => boolean): Promise<T> {
    const limit = AbortSignal.timeout(PATIENCE_MS);
    let last: T | undefined;
    try {
      return await waitUntil(async () => {
        last = await look();
        return last !== undefined && isWanted(last) ? last : undefined;
      }, limit);
    } catch (error) {
      if (!limit.aborted) throw error;
      throw new Error(`${what} did not happen; last seen: ${JSON.stringify(last, undefined, 1)}`, { cause: error });
    }
  }

  untilHandler(name: string, what: string, isWanted: (handler: GatiHandler) => boolean): Promise<GatiHandler> {
    return this.until(`${name}: ${what}`, () => this.handler(name), isWanted);
  }

  /** Until the rollout to this version, and nothing before it, has ended so. */
  untilRollout(name: string, to: string, phase: string): Promise<GatiHandler> {
    return this.untilHandler(name, `rollout to ${to} ${phase}`, ({ status }) => {
      const { plan, state } = rolloutOf(status);
      return plan?.to === to && state?.phase === phase;
    });
  }

  untilStage(versionId: string, ...stages: readonly string[]): Promise<GatiVersion> {
    const look = async (): Promise<GatiVersion | undefined> => (await this.versions()).get(versionId);
    return this.until(`${versionId} ${stages.join(' or ')}`, look, ({ status }) =>
      stages.includes(status?.stage ?? ''),
    );
  }

  /** Until the version is stable and its rollout is over. */
  untilStable(name: string, versionId: string): Promise<GatiHandler> {
    return this.untilHandler(name, `${versionId} is stable`, ({ status }) => {
      const { state } = rolloutOf(status);
      return status?.stableVersion === versionId && status.phase === 'Running' && state?.phase === 'Succeeded';
    });
  }

  /** What was reported about an object, first things first. Each is reported once, however often it happened. */
  async reported(kind: 'GatiHandler' | 'GatiVersion', name: string): Promise<ReportedEvent[]> {
    const events = (await this.list(Event)).filter(
      ({ regarding }) => regarding?.kind === kind && regarding.name === name,
    );
    const at = (event: (typeof events)[number]): string =>
      `${event.eventTime ?? event.metadata.creationTimestamp ?? ''} ${event.metadata.resourceVersion?.padStart(20, '0')}`;
    return events
      .toSorted((a, b) => (at(a) < at(b) ? -1 : 1))
      .map(({ type = '', reason = '', note = '' }) => ({ type, reason, note }));
  }

  /** Until the events about an object are as wanted: they are sent after the status, behind the operator's back. */
  untilEvents(
    kind: 'GatiHandler' | 'GatiVersion',
    name: string,
    what: string,
    isWanted: (events: readonly ReportedEvent[]) => boolean,
  ): Promise<ReportedEvent[]> {
    return this.until(`${name}: ${what}`, () => this.reported(kind, name), isWanted);
  }

  /** Until there are so many of a kind. */
  untilCount<K extends AnyKind>(kind: K, count: number, labelSelector = ''): Promise<ObjectOf<K>[]> {
    const look = (): Promise<ObjectOf<K>[]> => this.list(kind, labelSelector);
    return this.until(`${count} of ${kind.kind}`, look, (found) => found.length === count);
  }

  /** Has the operator look at a handler now, by an edit that changes nothing else, and waits until it has. */
  async look(handler: string, versionHistoryLimit: number): Promise<GatiHandler> {
    await this.edit(handler, { versionHistoryLimit });
    return this.untilHandler(
      handler,
      'it was looked at',
      ({ metadata, status }) => status?.observedGeneration === metadata.generation,
    );
  }

  /** Requests to the stable Service of a handler, from now until it is stopped. */
  async traffic(handler: string, path = '/'): Promise<Traffic> {
    const name = handlerObjectName(handler);
    const address = await this.nodes.serviceAddress(this.namespace, name);
    const traffic = new Traffic(`http://${address}${path}`);
    this.#streams.push(traffic);
    return traffic;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#streams.map((stream) => stream.stop()));
    await this.stopOperator();
    await this.cluster.close();
    this.#refusals.end();
  }
}

interface RolloutStatus {
  readonly plan?: { readonly id: string; readonly from: string | null; readonly to: string };
  readonly state?: {
    readonly phase: string;
    readonly stage: number;
    readonly attempt: number;
    readonly wakeAt: number | null;
  };
}

export function rolloutOf(status: Parameters<typeof rolloutIn>[0]): RolloutStatus {
  return rolloutIn(status) ?? {};
}

export function conditionOf(
  object:
    | {
        readonly status?: {
          readonly conditions?: readonly { type: string; status: string; reason: string; message: string }[];
        };
      }
    | undefined,
  type: string,
): { status: string; reason: string; message: string } | undefined {
  return object?.status?.conditions?.find((one) => one.type === type);
}
