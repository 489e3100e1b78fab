import { fieldAt, isJsonObject, type Json, type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { type FieldError, invalidValue, requiredValue, unsupportedValue } from '../status/index.ts';
import type { KindRules } from './kind-rules.ts';

export interface DefinitionCondition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime?: string;
}

export const ESTABLISHED_CONDITIONS: readonly DefinitionCondition[] = [
  { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
  {
    type: 'Established',
    status: 'True',
    reason: 'InitialNamesAccepted',
    message: 'the initial names have been accepted',
  },
];

export function conditionsOf(definition: KubeObject): readonly DefinitionCondition[] {
  const conditions = fieldAt(definition, ['status', 'conditions']);
  return Array.isArray(conditions) ? (conditions as DefinitionCondition[]) : [];
}

/** The definition with these conditions; those whose status stays keep the time of their last change. */
export function withConditions(
  definition: KubeObject,
  conditions: readonly DefinitionCondition[],
  now: string,
): KubeObject {
  const known = new Map(conditionsOf(definition).map((condition) => [condition.type, condition]));
  for (const condition of conditions) {
    const old = known.get(condition.type);
    const lastTransitionTime = old?.status === condition.status ? (old.lastTransitionTime ?? now) : now;
    known.set(condition.type, { ...condition, lastTransitionTime });
  }
  const status = isJsonObject(definition['status']) ? definition['status'] : {};
  return {
    ...definition,
    status: {
      ...status,
      conditions: [...known.values()],
      acceptedNames: fieldAt(definition, ['spec', 'names']),
      storedVersions: status['storedVersions'] ?? storageVersions(definition),
    },
  };
}

function versionsOf(definition: KubeObject): readonly JsonObject[] {
  const versions = fieldAt(definition, ['spec', 'versions']);
  return Array.isArray(versions) ? versions.filter(isJsonObject) : [];
}

function storageVersions(definition: KubeObject): Json {
  return versionsOf(definition).flatMap(({ name, storage }) => (storage === true && name !== undefined ? [name] : []));
}

/** K-157: what the server fills in. */
function withDefaults(definition: KubeObject): KubeObject {
  const { spec } = definition;
  if (!isJsonObject(spec) || !isJsonObject(spec['names'])) return definition;
  const kind = textAt(spec, 'names', 'kind');
  const names = { singular: kind.toLowerCase(), listKind: `${kind}List`, ...spec['names'] };
  return { ...definition, spec: { ...spec, names, conversion: spec['conversion'] ?? { strategy: 'None' } } };
}

function definitionErrors(definition: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  const text = (...path: string[]): string => textAt(definition, ...path);
  for (const path of [['group'], ['scope'], ['names', 'plural'], ['names', 'kind']]) {
    if (text('spec', ...path) === '') errors.push(requiredValue(`spec.${path.join('.')}`));
  }
  const scope = text('spec', 'scope');
  if (scope !== '' && scope !== 'Namespaced' && scope !== 'Cluster') {
    errors.push(unsupportedValue('spec.scope', scope, ['Cluster', 'Namespaced']));
  }
  const required = `${text('spec', 'names', 'plural')}.${text('spec', 'group')}`;
  const name = definition.metadata.name ?? '';
  if (name !== required) {
    errors.push(invalidValue('metadata.name', name, `must be spec.names.plural+"."+spec.group`));
  }
  const versions = versionsOf(definition);
  if (versions.length === 0)
    errors.push(requiredValue('spec.versions', 'must have exactly one version marked as storage version'));
  else if (versions.filter((version) => version['storage'] === true).length !== 1) {
    errors.push(invalidValue('spec.versions', versions, 'must have exactly one version marked as storage version'));
  }
  return errors;
}

/** What a definition that nobody has looked at yet shows. */
const NO_NAMES = { plural: '', kind: '' };

function changeErrors(definition: KubeObject, old: KubeObject): FieldError[] {
  return [['group'], ['names', 'plural'], ['names', 'kind'], ['scope']].flatMap((path) => {
    const now = textAt(definition, 'spec', ...path);
    if (now === textAt(old, 'spec', ...path)) return [];
    return [invalidValue(`spec.${path.join('.')}`, now, 'field is immutable')];
  });
}

/** The server's own finalizer: the objects of a definition go before it does. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

const TERMINATING: DefinitionCondition = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
};

export const definitionRules: KindRules = {
  default: withDefaults,
  prepareCreate: (definition) => ({
    ...definition,
    status: { conditions: null, acceptedNames: NO_NAMES, storedVersions: storageVersions(definition) },
  }),
  validate: definitionErrors,
  validateUpdate: changeErrors,
  markDeletion: (definition, deletionTimestamp) => {
    const { metadata } = definition;
    const finalizers = [...(metadata.finalizers ?? []), CLEANUP_FINALIZER];
    const marked = { ...definition, metadata: { ...metadata, deletionTimestamp, finalizers } };
    return withConditions(marked, [TERMINATING], deletionTimestamp);
  },
};
