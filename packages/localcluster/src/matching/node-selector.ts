import { holds, type Labels, labelAt, type Requirement } from '@slipway/apimachinery/selectors';

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly Requirement[] | undefined;
  readonly matchFields?: readonly Requirement[] | undefined;
}

export interface NodeLike {
  readonly metadata: { readonly name?: string | undefined; readonly labels?: Labels | undefined };
}

interface PodSpecLike {
  readonly nodeSelector?: Labels | undefined;
  readonly affinity?:
    | {
        readonly nodeAffinity?:
          | {
              readonly requiredDuringSchedulingIgnoredDuringExecution?:
                | { readonly nodeSelectorTerms: readonly NodeSelectorTerm[] }
                | undefined;
            }
          | undefined;
      }
    | undefined;
}

/** A term that says nothing selects no node. */
export function matchesTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: NodeLike): boolean {
  const { labels = {}, name } = node.metadata;
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => holds(requirement, labelAt(labels, requirement.key))) &&
    matchFields.every((requirement) => requirement.key === 'metadata.name' && holds(requirement, name))
  );
}

export function requiredTerms(spec: PodSpecLike | undefined): readonly NodeSelectorTerm[] | undefined {
  return spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
}

/** Whether a pod's `nodeSelector` and what it requires of nodes allow this one. */
export function allowsNode(spec: PodSpecLike | undefined, node: NodeLike): boolean {
  const { labels = {} } = node.metadata;
  return (
    Object.entries(spec?.nodeSelector ?? {}).every(([key, value]) => labelAt(labels, key) === value) &&
    (requiredTerms(spec)?.some((term) => matchesTerm(term, node)) ?? true)
  );
}
