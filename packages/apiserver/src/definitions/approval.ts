import type { KubeObject } from '../objects/index.ts';
import { type FieldError, invalidValue, requiredValue } from '../status/index.ts';
import type { DefinitionCondition } from './conditions.ts';

const ANNOTATION = 'api-approved.kubernetes.io';
const POLICY = 'see https://github.com/kubernetes/enhancements/pull/1111';
const CONDITION = 'KubernetesAPIApprovalPolicyConformant';

type Approval = 'Missing' | 'Unapproved' | 'Approved' | 'Invalid';

/** Groups of the Kubernetes community want a sign that their kinds were looked at. */
function isProtected(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

const annotationOf = ({ metadata }: KubeObject): string => metadata.annotations?.[ANNOTATION] ?? '';

function approvalOf(annotation: string): { readonly state: Approval; readonly reason: string } {
  const must = `protected groups must have approval annotation "${ANNOTATION}"`;
  if (annotation === '') return { state: 'Missing', reason: `${must}, ${POLICY}` };
  if (annotation.startsWith('unapproved')) {
    return { state: 'Unapproved', reason: `not approved: ${JSON.stringify(annotation)}` };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.test(annotation)) {
    return { state: 'Approved', reason: `approved in ${annotation}` };
  }
  return { state: 'Invalid', reason: `${must} with either a URL or a reason starting with "unapproved", ${POLICY}` };
}

export function approvalErrors(definition: KubeObject, group: string, old?: KubeObject): FieldError[] {
  if (!isProtected(group)) return [];
  const annotation = annotationOf(definition);
  const { state, reason } = approvalOf(annotation);
  if (old && approvalOf(annotationOf(old)).state === state) return [];
  const field = `metadata.annotations[${ANNOTATION}]`;
  if (state === 'Missing') return [requiredValue(field, reason)];
  return state === 'Invalid' ? [invalidValue(field, annotation, reason)] : [];
}

export function approvalCondition(definition: KubeObject, group: string): DefinitionCondition | undefined {
  if (!isProtected(group)) return undefined;
  const { state, reason } = approvalOf(annotationOf(definition));
  return {
    type: CONDITION,
    status: state === 'Approved' ? 'True' : 'False',
    reason: `${state}Annotation`,
    message: reason,
  };
}
