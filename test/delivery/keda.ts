/**
 * @module
 * Stands in for KEDA, whose operator needs an adapter behind the API's aggregation layer to hand its numbers to
 * autoscalers. What it does of KEDA's work is what a rollout depends on:
 *
 * - a ScaledObject gives an autoscaler `keda-hpa-<name>` with one external metric per prometheus trigger, its own and
 *   gone with it; the least that it may have is 1
 * - between 0 and 1 it scales itself: up when a query is above its activation, down when none was for the cooldown
 * - after `failureThreshold` polls without an answer the metric says what the fallback asks for
 * - `autoscaling.keda.sh/paused` and `paused-replicas` end the autoscaler, and the second sets the size
 */
import type { ObjectRef } from '@slipway/kube';
import { Deployment, HorizontalPodAutoscaler } from '@slipway/kube/kinds';
import type { MetricsFeed } from '@slipway/localcluster/controllers';
import type { Manager, ObjectKey, ReconcileContext } from '@slipway/runtime';
import { Channel } from '@slipway/runtime/source';
import { ScaledObject, type ScaledObjectObject } from './kinds.ts';
import type { Objects } from './observer.ts';

export const PAUSED = 'autoscaling.keda.sh/paused';
export const PAUSED_REPLICAS = 'autoscaling.keda.sh/paused-replicas';
const NAME_LABEL = 'scaledobject.keda.sh/name';

interface Memory {
  readonly failures: number;
  readonly polledAt: number;
  /** When a query was last above its activation. */
  readonly activeAt: number;
}

interface Scale {
  readonly metadata: object;
  readonly spec: { readonly replicas?: number };
}

type Context = ReconcileContext<typeof ScaledObject>;
type Trigger = ScaledObjectObject['spec']['triggers'][number];

export interface KedaOptions {
  readonly namespace: string;
  readonly feed: MetricsFeed;
  /** What a query gives now; undefined: no answer. */
  readonly answer: (query: string) => number | undefined;
}

export class Keda {
  readonly #options: KedaOptions;
  readonly #polls = new Channel<ObjectKey>();
  readonly #memories = new Map<string, Memory>();
  readonly #unpolled = new Set<string>();
  #cluster = '';

  constructor(options: KedaOptions) {
    this.#options = options;
  }

  serve(manager: Manager, cluster: string): void {
    this.#cluster = cluster;
    const scope = { namespaces: [this.#options.namespace] };
    manager
      .controller(ScaledObject)
      .named('keda')
      .for(scope)
      .owns(HorizontalPodAutoscaler, scope)
      .source(this.#polls)
      .reconcile(async (context) => {
        if (context.object) await this.#reconcile(context, context.object as ScaledObjectObject);
        this.#unpolled.delete(context.key.name);
      });
  }

  /** Asks all queries again, as each polling interval does. */
  poll({ scaledObjects }: Objects): void {
    for (const { metadata } of scaledObjects) {
      const name = metadata?.name ?? '';
      this.#unpolled.add(name);
      this.#polls.add({ cluster: this.#cluster, namespace: this.#options.namespace, name });
    }
  }

  /** Whether the last poll is over and every ScaledObject has the autoscaler that it should. */
  isSettled({ scaledObjects, autoscalers }: Objects): boolean {
    const wanted = scaledObjects
      .filter((object) => !isPaused(object))
      .map(({ metadata }) => autoscalerName(metadata?.name));
    const found = autoscalers.map(({ metadata }) => metadata.name ?? '').filter((name) => name.startsWith('keda-hpa-'));
    const isPolled = scaledObjects.every(({ metadata }) => !this.#unpolled.has(metadata?.name ?? ''));
    return isPolled && wanted.length === found.length && wanted.every((name) => found.includes(name));
  }

  async #reconcile(context: Context, object: ScaledObjectObject): Promise<void> {
    const { namespace } = this.#options;
    const name = object.metadata?.name ?? '';
    const { scaleTargetRef, minReplicaCount: min, cooldownPeriod } = object.spec;
    const target = { namespace, name: scaleTargetRef.name };
    const pausedAt = object.metadata?.annotations?.[PAUSED_REPLICAS];
    if (isPaused(object)) {
      await context.client.delete(HorizontalPodAutoscaler, { namespace, name: autoscalerName(name) });
      if (pausedAt !== undefined) await resize(context, target, () => Number(pausedAt));
      return;
    }
    await resize(context, target, (replicas) => {
      const { isActive, activeAt } = this.#measure(object, replicas, context.clock.wall());
      if (replicas === 0) return isActive ? Math.max(1, min) : min;
      const isIdle = !isActive && min === 0 && context.clock.wall() - activeAt >= cooldownPeriod * 1000;
      return isIdle ? 0 : replicas;
    });
    await context.apply(HorizontalPodAutoscaler, autoscalerFor(object));
  }

  /** Asks the queries and hands their answers to the autoscaler. */
  #measure({ metadata, spec }: ScaledObjectObject, replicas: number, now: number): Memory & { isActive: boolean } {
    const { namespace, feed, answer } = this.#options;
    const name = metadata?.name ?? '';
    const old = this.#memories.get(name) ?? { failures: 0, polledAt: Number.NEGATIVE_INFINITY, activeAt: now };
    const answers = queriesOf(spec).map(({ metadata: { query = '' } }) => answer(query));
    const hasFailed = answers.includes(undefined);
    const isNewPoll = now - old.polledAt >= spec.pollingInterval * 1000;
    const failures = hasFailed ? old.failures + (isNewPoll ? 1 : 0) : 0;
    const { failureThreshold, replicas: least } = spec.fallback;
    const isActive = queriesOf(spec).some(
      ({ metadata: { activationThreshold = '0' } }, index) => (answers[index] ?? 0) > Number(activationThreshold),
    );
    queriesOf(spec).forEach((trigger, index) => {
      const standIn = failures >= failureThreshold ? thresholdOf(trigger) * Math.max(replicas, least) : undefined;
      const value = answers[index] ?? standIn;
      feed.set(
        { external: metricName(index), namespace, labels: { [NAME_LABEL]: name } },
        value === undefined ? undefined : inThousandths(value),
      );
    });
    const next = { failures, polledAt: isNewPoll ? now : old.polledAt, activeAt: isActive ? now : old.activeAt };
    this.#memories.set(name, next);
    return { ...next, isActive };
  }
}

const autoscalerName = (name = ''): string => `keda-hpa-${name}`;
const metricName = (index: number): string => `s${index}-prometheus`;
const thresholdOf = ({ metadata: { threshold = '0' } }: Trigger): number => Number(threshold);
const inThousandths = (value: number): string => `${Math.floor(value * 1000)}m`;
const queriesOf = ({ triggers }: ScaledObjectObject['spec']): Trigger[] =>
  triggers.filter(({ type }) => type === 'prometheus');

export function isPaused({ metadata }: ScaledObjectObject): boolean {
  const { [PAUSED]: paused, [PAUSED_REPLICAS]: replicas } = metadata?.annotations ?? {};
  return paused === 'true' || replicas !== undefined;
}

function autoscalerFor({ metadata, spec }: ScaledObjectObject) {
  const { name = '', namespace = '' } = metadata ?? {};
  const { scaleTargetRef, minReplicaCount, maxReplicaCount, advanced } = spec;
  return {
    metadata: { namespace, name: autoscalerName(name) },
    spec: {
      scaleTargetRef,
      minReplicas: Math.max(1, minReplicaCount),
      maxReplicas: maxReplicaCount,
      behavior: advanced.horizontalPodAutoscalerConfig.behavior,
      metrics: queriesOf(spec).map((trigger, index) => ({
        type: 'External',
        external: {
          metric: { name: metricName(index), selector: { matchLabels: { [NAME_LABEL]: name } } },
          target: { type: 'AverageValue', averageValue: inThousandths(thresholdOf(trigger)) },
        },
      })),
    },
  };
}

/** Sets the size of a Deployment where `next` wants another one. */
async function resize(
  { client, signal }: Context,
  target: ObjectRef,
  next: (replicas: number) => number,
): Promise<void> {
  const scale = client.subresource<Scale>(Deployment, target, 'scale');
  const found = await scale.get({ signal });
  const { replicas = 0 } = found.spec;
  const wanted = next(replicas);
  if (wanted !== replicas) await scale.update({ ...found, spec: { ...found.spec, replicas: wanted } }, { signal });
}
