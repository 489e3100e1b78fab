import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import type { Labels, PodObject, PodSpec } from './objects.ts';
import { type Amounts, podRequests } from './requests.ts';

/** A term of inter-pod affinity or anti-affinity, with the namespaces it speaks of. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly weight: number;
  readonly namespaces: readonly string[];
  readonly namespaceSelector: LabelSelector | undefined;
  readonly selector: LabelSelector | undefined;
}

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** What scheduling asks of a pod again and again, computed once per version of it. */
export interface PodInfo {
  readonly pod: PodObject;
  readonly uid: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly priority: number;
  readonly requests: Amounts;
  /** With amounts assumed for containers that ask for nothing. */
  readonly assumedRequests: Amounts;
  readonly hostPorts: readonly HostPort[];
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly AffinityTerm[];
  readonly preferredAntiAffinity: readonly AffinityTerm[];
}

const known = new WeakMap<PodObject, PodInfo>();

export function podInfo(pod: PodObject): PodInfo {
  let info = known.get(pod);
  if (!info) known.set(pod, (info = compute(pod)));
  return info;
}

function compute(pod: PodObject): PodInfo {
  const { metadata, spec } = pod;
  const namespace = metadata.namespace ?? '';
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  const required = (terms: readonly Term[] | undefined): AffinityTerm[] =>
    (terms ?? []).map((term) => affinityTerm(term, 1, namespace));
  const preferred = (terms: readonly { readonly weight: number; readonly podAffinityTerm: Term }[] | undefined) =>
    (terms ?? []).map(({ weight, podAffinityTerm }) => affinityTerm(podAffinityTerm, weight, namespace));
  return {
    pod,
    uid: metadata.uid,
    namespace,
    labels: metadata.labels ?? {},
    priority: spec?.priority ?? 0,
    requests: podRequests(pod, { assumed: false }),
    assumedRequests: podRequests(pod, { assumed: true }),
    hostPorts: hostPorts(spec),
    affinity: required(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    antiAffinity: required(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    preferredAffinity: preferred(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
    preferredAntiAffinity: preferred(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
  };
}

type Term = NonNullable<
  NonNullable<NonNullable<PodSpec['affinity']>['podAffinity']>['requiredDuringSchedulingIgnoredDuringExecution']
>[number];

function affinityTerm(term: Term, weight: number, own: string): AffinityTerm {
  const { topologyKey, namespaces = [], namespaceSelector, labelSelector } = term;
  const isOwn = namespaces.length === 0 && namespaceSelector === undefined;
  return {
    topologyKey,
    weight,
    namespaces: isOwn ? [own] : namespaces,
    namespaceSelector,
    selector: labelSelector,
  };
}

/** Whether a term of one pod speaks of another. */
export function speaksOf(term: AffinityTerm, pod: PodInfo, namespaceLabels: (name: string) => Labels): boolean {
  const { namespaces, namespaceSelector } = term;
  const isInScope =
    namespaces.includes(pod.namespace) ||
    (namespaceSelector !== undefined && matchesSelector(namespaceSelector, namespaceLabels(pod.namespace)));
  return isInScope && matchesSelector(term.selector, pod.labels);
}

function hostPorts(spec: PodSpec | undefined): HostPort[] {
  const sidecars = (spec?.initContainers ?? []).filter(
    (container) => (container as { restartPolicy?: string }).restartPolicy === 'Always',
  );
  return [...sidecars, ...(spec?.containers ?? [])].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, hostIP, protocol }) =>
      hostPort ? [{ ip: hostIP || '0.0.0.0', protocol: protocol ?? 'TCP', port: hostPort }] : [],
    ),
  );
}
