import { createMetricsFeed, type MetricsFeed } from '@slipway/localcluster/controllers';
import { type App, INSTANCE, nameOfVersion } from './app.ts';
import { type Objects, weightsOf } from './observer.ts';
import { isReady } from './rest.ts';

/** What one pod of a version uses when it has just enough to do: 70 % of the 100m that it asks for. */
const BUSY_MILLICORES = 70;

/**
 * Traffic that goes where the route leads it. Each version's pods use cpu for its share of the demand, so its
 * autoscaler sees what it would see in a real cluster.
 */
export class Load {
  readonly #app: App;
  readonly #values = createMetricsFeed();
  readonly #unread = new Set<string>();
  /** Pods that have a value. */
  readonly #measured = new Set<string>();
  /** Pods of one version that all of the traffic needs; changes take effect at the next measurement. */
  demand = 0;
  readonly feed: MetricsFeed;

  constructor(app: App) {
    this.#app = app;
    this.feed = {
      ...this.#values,
      external: (metric, namespace, selector) => {
        this.#unread.delete(selector?.matchLabels?.['scaledobject.keda.sh/name'] ?? '');
        return this.#values.external(metric, namespace, selector);
      },
      resource: (name, pod, container) => {
        this.#unread.delete(pod.labels[INSTANCE] ?? '');
        return this.#values.resource(name, pod, container);
      },
    };
  }

  /** Says what each ready pod uses now; autoscalers look at once. Of pods that come later nothing is known yet. */
  measure({ pods, route }: Objects): void {
    const weights = weightsOf(route);
    const gone = new Set(this.#measured);
    for (const version of Object.keys(this.#app.versions)) {
      const name = nameOfVersion(this.#app, version);
      const ready = pods.filter((pod) => pod.metadata.labels?.[INSTANCE] === name && isReady(pod));
      const millicores = (this.demand * BUSY_MILLICORES * (weights[name] ?? 0)) / 100;
      this.#unread.add(name);
      for (const { metadata } of ready) {
        gone.delete(metadata.name ?? '');
        this.#set(metadata.name ?? '', `${Math.floor(millicores / ready.length)}m`);
      }
    }
    for (const pod of gone) this.#set(pod, undefined);
  }

  #set(pod: string, used: string | undefined): void {
    this.#measured[used === undefined ? 'delete' : 'add'](pod);
    this.#values.set({ resource: 'cpu', namespace: this.#app.namespace, pods: pod }, used);
  }

  /** Whether the autoscaler of this Deployment has looked since the last measurement. */
  isRead(deployment: string): boolean {
    return !this.#unread.has(deployment);
  }
}
