import type { Node } from '@slipway/kube';
import type { Read } from '../objects/index.ts';
import type { PodObject } from '../pods/index.ts';

export type NodeObject = Read<typeof Node>;

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
}

/** Whether a pod may be on a node by its selector and what it requires of nodes. */
export function matchesAffinity(spec: PodObject['spec'], node: NodeObject): boolean {
  const { labels = {}, name = '' } = node.metadata;
  const isSelected = Object.entries(spec?.nodeSelector ?? {}).every(([key, value]) => labels[key] === value);
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (!isSelected || !terms) return isSelected;
  return terms.some(({ matchExpressions = [], matchFields = [] }) => {
    if (matchExpressions.length + matchFields.length === 0) return false;
    return (
      matchExpressions.every((one) => isMet(one, labels[one.key])) &&
      matchFields.every((one) => isMet(one, one.key === 'metadata.name' ? name : undefined))
    );
  });
}

function isMet({ operator, values = [] }: Requirement, label: string | undefined): boolean {
  const [bound = ''] = values;
  switch (operator) {
    case 'In':
      return label !== undefined && values.includes(label);
    case 'NotIn':
      return label === undefined || !values.includes(label);
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
    case 'Gt':
      return label !== undefined && Number(label) > Number(bound);
    default:
      return operator === 'Lt' && label !== undefined && Number(label) < Number(bound);
  }
}
