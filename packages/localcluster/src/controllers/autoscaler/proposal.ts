import { quantityOfMilli, quantityValue } from '@slipway/apimachinery/quantity';
import type { LabelSelector } from '@slipway/apimachinery/selectors';
import type { MetricsFeed, PodIdentity } from '../metrics/index.ts';
import type { PodObject } from '../pods/index.ts';
import {
  byAverage,
  byRatio,
  byShare,
  byUtilization,
  NoProposal,
  sum,
  type Tolerance,
  type Usage,
} from './pod-usage.ts';
import type { MetricSpec } from './types.ts';

export interface ProposalInput {
  readonly namespace: string;
  /** Wanted and seen sizes of the target. */
  readonly current: number;
  readonly running: number;
  /** The target's pods. */
  readonly pods: readonly PodObject[];
  readonly metrics: MetricsFeed;
  readonly tolerance: Tolerance;
  readonly wallMs: number;
}

export type Proposal =
  | { readonly replicas: number; readonly name: string; readonly status: object }
  /** `event` is what is reported at once, `text` the failure of the whole. */
  | { readonly reason: string; readonly event: string; readonly text: string };

/** How many replicas one metric asks for, and what it is now. */
export function propose(spec: MetricSpec, input: ProposalInput): Proposal {
  const source = SOURCES[spec.type];
  if (!source) {
    const text = `unknown metric source type "${spec.type}"`;
    return { reason: 'InvalidMetricSourceType', event: text, text };
  }
  try {
    return source.propose(spec, input);
  } catch (error) {
    if (!(error instanceof NoProposal)) throw error;
    const { message } = error;
    return { reason: source.reason, event: message, text: `${source.failed(spec)}: ${message}` };
  }
}

interface Source {
  /** Why it failed, as conditions and events say it. */
  readonly reason: string;
  failed(spec: MetricSpec): string;
  propose(spec: MetricSpec, input: ProposalInput): Proposal;
}

type Target = NonNullable<MetricSpec['resource']>['target'];

const identity = ({ metadata: { namespace = '', name, labels = {} } }: PodObject): PodIdentity => ({
  namespace,
  name,
  labels,
});

function measuredPods(
  input: ProposalInput,
  value: (pod: PodIdentity) => number | undefined,
): ReadonlyMap<string, number> {
  return new Map(
    input.pods.flatMap((pod) => {
      const found = value(identity(pod));
      return found === undefined ? [] : [[pod.metadata.name, found] as const];
    }),
  );
}

function resourceProposal(resource: string, target: Target, container: string | undefined, input: ProposalInput) {
  const { metrics } = input;
  const measured = measuredPods(input, (pod) => metrics.resource(resource, pod, container));
  const kind = target.averageValue === undefined ? 'utilization' : 'usage';
  const failing = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw error instanceof NoProposal ? new NoProposal(`failed to get ${resource} ${kind}: ${error.message}`) : error;
    }
  };
  return failing(() => {
    if (measured.size === 0) {
      throw new NoProposal(
        `unable to get metrics for resource ${resource}: no metrics returned from resource metrics API`,
      );
    }
    const usage: Usage = { ...input, measured, resource };
    const form = resource === 'memory' ? 'binary' : 'decimal';
    if (target.averageValue !== undefined) {
      const { replicas, average } = byAverage(usage, quantityValue(target.averageValue, 1000));
      return { replicas, name: `${resource} resource`, current: { averageValue: quantityOfMilli(average, form) } };
    }
    const { replicas, utilization, average } = byUtilization(usage, target.averageUtilization ?? 80, container);
    const of = container === undefined ? 'resource' : 'container resource';
    return {
      replicas,
      name: `${resource} ${of} utilization (percentage of request)`,
      current: { averageUtilization: utilization, averageValue: quantityOfMilli(average, form) },
    };
  });
}

const SOURCES: Readonly<Record<string, Source>> = {
  Resource: {
    reason: 'FailedGetResourceMetric',
    failed: ({ resource }) => `failed to get ${resource?.name} resource metric value`,
    propose({ type, resource }, input) {
      const { replicas, name, current } = resourceProposal(
        resource?.name ?? '',
        resource?.target as Target,
        undefined,
        input,
      );
      return { replicas, name, status: { type, resource: { name: resource?.name, current } } };
    },
  },
  ContainerResource: {
    reason: 'FailedGetContainerResourceMetric',
    failed: ({ containerResource }) => `failed to get ${containerResource?.container} container metric value`,
    propose({ type, containerResource }, input) {
      const { name: resource = '', container = '', target } = containerResource ?? {};
      const { replicas, name, current } = resourceProposal(resource, target as Target, container, input);
      return { replicas, name, status: { type, containerResource: { name: resource, container, current } } };
    },
  },
  Pods: {
    reason: 'FailedGetPodsMetric',
    failed: () => 'failed to get pods metric value',
    propose({ type, pods }, input) {
      const { metric, target } = pods ?? {};
      const name = metric?.name ?? '';
      const measured = measuredPods(input, (pod) => input.metrics.ofPod(name, pod));
      if (measured.size === 0) {
        throw new NoProposal(`unable to get metric ${name}: no metrics returned from custom metrics API`);
      }
      const { replicas, average } = byAverage({ ...input, measured }, quantityValue(target?.averageValue ?? 0, 1000));
      return {
        replicas,
        name: `pods metric ${name}`,
        status: { type, pods: { metric, current: { averageValue: quantityOfMilli(average) } } },
      };
    },
  },
  Object: {
    reason: 'FailedGetObjectMetric',
    failed: () => 'failed to get object metric value',
    propose({ type, object }, input) {
      const { metric, target, describedObject = { kind: '', name: '' } } = object ?? {};
      const { kind, name } = describedObject;
      const value = input.metrics.ofObject(metric?.name ?? '', input.namespace, describedObject);
      if (value === undefined) {
        const why = 'no metrics returned from custom metrics API';
        throw new NoProposal(`unable to get metric ${metric?.name}: ${kind} on ${input.namespace} ${name}/${why}`);
      }
      const reported = (replicas: number, stated: string, current: object): Proposal => ({
        replicas,
        name: stated,
        status: { type, object: { metric, describedObject, current } },
      });
      if (target?.type === 'Value' && target.value !== undefined) {
        const replicas = byRatio({ ...input, measured: new Map() }, value / quantityValue(target.value, 1000));
        return reported(replicas, `${kind} metric ${metric?.name}`, { value: quantityOfMilli(value) });
      }
      const { replicas, average } = byShare(
        input.running,
        value,
        quantityValue(target?.averageValue ?? 0, 1000),
        input.tolerance,
      );
      return reported(replicas, externalName(metric), { averageValue: quantityOfMilli(average) });
    },
  },
  External: {
    reason: 'FailedGetExternalMetric',
    failed: ({ external }) => `failed to get ${external?.metric.name} external metric value`,
    propose({ type, external }, input) {
      const { metric, target } = external ?? {};
      const values = input.metrics.external(metric?.name ?? '', input.namespace, metric?.selector);
      if (values.length === 0) {
        const what = `${input.namespace}/${metric?.name}/${selectorName(metric?.selector)}`;
        throw new NoProposal(`unable to get external metric ${what}: no metrics returned from external metrics API`);
      }
      const value = sum(values);
      const reported = (replicas: number, current: object): Proposal => ({
        replicas,
        name: externalName(metric),
        status: { type, external: { metric, current } },
      });
      if (target?.averageValue !== undefined) {
        const { replicas, average } = byShare(
          input.running,
          value,
          quantityValue(target.averageValue, 1000),
          input.tolerance,
        );
        return reported(replicas, { averageValue: quantityOfMilli(average) });
      }
      const replicas = byRatio({ ...input, measured: new Map() }, value / quantityValue(target?.value ?? 0, 1000));
      return reported(replicas, { value: quantityOfMilli(value) });
    },
  },
};

function externalName(
  metric: { readonly name: string; readonly selector?: LabelSelector | undefined } | undefined,
): string {
  return `external metric ${metric?.name}(${selectorName(metric?.selector)})`;
}

/** As Go prints it, which is what people see in the condition. */
function selectorName(selector: LabelSelector | undefined): string {
  if (!selector) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}: ${value},`);
  const expressions = (selector.matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.sort().join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
