import type { Labels, NodeObject, PodObject, PodSpec } from './objects.ts';

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A label selector as objects hold it. */
export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly Requirement[];
}

/** Without a selector nothing matches; an empty one matches everything. */
export function selects(selector: LabelSelector | undefined, labels: Labels): boolean {
  if (!selector) return false;
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every((requirement) => holds(requirement, labels[requirement.key]))
  );
}

export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
}

function holds({ operator, values = [] }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return isInteger(value) && isInteger(values[0]) && BigInt(value) > BigInt(values[0]);
    case 'Lt':
      return isInteger(value) && isInteger(values[0]) && BigInt(value) < BigInt(values[0]);
    default:
      return false;
  }
}

function isInteger(text: string | undefined): text is string {
  return text !== undefined && /^-?\d+$/.test(text);
}

export type NodeSelectorTerm = NonNullable<
  NonNullable<NonNullable<PodSpec['affinity']>['nodeAffinity']>['preferredDuringSchedulingIgnoredDuringExecution']
>[number]['preference'];

/** A term that says nothing selects no node. */
export function matchesTerm(term: NodeSelectorTerm, { metadata }: NodeObject): boolean {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const labels = metadata.labels ?? {};
  return (
    matchExpressions.every((requirement) => holds(requirement, labels[requirement.key])) &&
    matchFields.every((requirement) => requirement.key === 'metadata.name' && holds(requirement, metadata.name))
  );
}

export function requiredNodeTerms({ spec }: PodObject): readonly NodeSelectorTerm[] | undefined {
  return spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
}

/** Whether the pod's nodeSelector and required node affinity allow a node. */
export function allowsNode(pod: PodObject, node: NodeObject): boolean {
  const labels = node.metadata.labels ?? {};
  const terms = requiredNodeTerms(pod);
  return (
    Object.entries(pod.spec?.nodeSelector ?? {}).every(([key, value]) => labels[key] === value) &&
    (terms === undefined || terms.some((term) => matchesTerm(term, node)))
  );
}
