import { quantityValue } from '@slipway/apimachinery/quantity';
import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';

/** The pods that a value is of: one by name, or all with these labels, those that come later too. */
export type PodChoice = string | Readonly<Record<string, string>>;

/** What is measured. */
export type Measured =
  /** What pods, or one container of each, use of a resource: `cpu`, `memory`. */
  | { readonly resource: string; readonly namespace: string; readonly pods: PodChoice; readonly container?: string }
  /** A custom metric of pods. */
  | { readonly metric: string; readonly namespace: string; readonly pods: PodChoice }
  /** A custom metric of another object. */
  | {
      readonly metric: string;
      readonly namespace: string;
      readonly object: { readonly kind: string; readonly name: string };
    }
  /** A metric of something outside of the cluster. */
  | { readonly external: string; readonly namespace: string; readonly labels?: Readonly<Record<string, string>> };

export interface PodIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * What a test says that a metrics pipeline would measure; autoscalers look at once when it changes. A
 * value stays until it is set again. All values are read in thousandths.
 */
export interface MetricsFeed {
  /** Says what is measured from now on, as a quantity (`250m`, `1Gi`, `12`); undefined: nothing. */
  set(what: Measured, value: string | number | undefined): void;
  resource(name: string, pod: PodIdentity, container?: string): number | undefined;
  ofPod(metric: string, pod: PodIdentity): number | undefined;
  ofObject(
    metric: string,
    namespace: string,
    object: { readonly kind: string; readonly name: string },
  ): number | undefined;
  external(metric: string, namespace: string, selector: LabelSelector | undefined): number[];
  /** Calls the listener after each change. Returns how to end that. */
  onChange(listener: () => void): () => void;
}

/** A feed without values. */
export function createMetricsFeed(): MetricsFeed {
  const values = new Map<string, { readonly what: Measured; readonly milli: number }>();
  const listeners = new Set<() => void>();
  // The last condition counts: a pod by name after its labels, for example.
  const latest = (matches: (what: Measured) => boolean): number | undefined =>
    [...values.values()].findLast(({ what }) => matches(what))?.milli;
  return {
    set(what, value) {
      const id = JSON.stringify(what);
      values.delete(id);
      if (value !== undefined) values.set(id, { what, milli: quantityValue(value, 1000) });
      for (const listener of listeners) listener();
    },
    resource: (name, pod, container) =>
      latest((what) => 'resource' in what && what.resource === name && what.container === container && isOf(what, pod)),
    ofPod: (metric, pod) =>
      latest((what) => 'metric' in what && 'pods' in what && what.metric === metric && isOf(what, pod)),
    ofObject: (metric, namespace, { kind, name }) =>
      latest(
        (what) =>
          'object' in what &&
          what.metric === metric &&
          what.namespace === namespace &&
          what.object.kind === kind &&
          what.object.name === name,
      ),
    external: (metric, namespace, selector = {}) =>
      [...values.values()].flatMap(({ what, milli }) =>
        'external' in what &&
        what.external === metric &&
        what.namespace === namespace &&
        matchesSelector(selector, what.labels)
          ? [milli]
          : [],
      ),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isOf(what: { readonly namespace: string; readonly pods: PodChoice }, pod: PodIdentity): boolean {
  if (what.namespace !== pod.namespace) return false;
  if (typeof what.pods === 'string') return what.pods === pod.name;
  return matchesSelector({ matchLabels: what.pods }, pod.labels);
}
