import { fieldAt, isJsonObject, type JsonObject, type KubeObject } from '../objects/index.ts';

export interface DefinitionCondition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime?: string;
}

export const INSTALLING: DefinitionCondition = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
};

export const NOT_ACCEPTED: DefinitionCondition = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
};

export const ESTABLISHED: DefinitionCondition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
};

export const INVALID_BUNDLE: DefinitionCondition = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
};

const terminating = (status: 'True' | 'False', reason: string, message: string): DefinitionCondition => ({
  type: 'Terminating',
  status,
  reason,
  message,
});

export const DELETION_PENDING = terminating(
  'True',
  'InstanceDeletionPending',
  'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
);

export const DELETION_IN_PROGRESS = terminating(
  'True',
  'InstanceDeletionInProgress',
  'CustomResource deletion is in progress',
);

export const DELETION_COMPLETED = terminating('False', 'InstanceDeletionCompleted', 'removed all instances');

export const NEVER_ESTABLISHED = terminating('False', 'NeverEstablished', 'resource was never established');

export function conditionsOf(definition: KubeObject): readonly DefinitionCondition[] {
  const conditions = fieldAt(definition, ['status', 'conditions']);
  return Array.isArray(conditions) ? (conditions as DefinitionCondition[]) : [];
}

export function isTrue(definition: KubeObject, type: string): boolean {
  return conditionsOf(definition).some((condition) => condition.type === type && condition.status === 'True');
}

/** The definition with these conditions; those whose status stays keep the time of their last change. */
export function withConditions(
  definition: KubeObject,
  conditions: readonly DefinitionCondition[],
  now: string,
): KubeObject {
  const known = new Map(conditionsOf(definition).map((condition) => [condition.type, condition]));
  for (const { type, status, reason, message } of conditions) {
    const old = known.get(type);
    const lastTransitionTime = old?.status === status ? (old.lastTransitionTime ?? now) : now;
    known.set(type, { type, status, lastTransitionTime, reason, message });
  }
  return withStatus(definition, { conditions: [...known.values()] as unknown as JsonObject[] });
}

export function withStatus(definition: KubeObject, change: JsonObject): KubeObject {
  const status = isJsonObject(definition['status']) ? definition['status'] : {};
  return { ...definition, status: { ...status, ...change } };
}
