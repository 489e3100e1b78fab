import { fieldAt, isJsonObject, type JsonObject, type KubeObject } from '../objects/index.ts';

/** What is left of the contents of a namespace. */
export interface Remaining {
  /** `configmaps.` → how many; a group stands behind the dot. */
  readonly resources: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
}

interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** The five of a real namespace controller, in its order and words. */
export function terminatingConditions({ resources, finalizers }: Remaining): readonly Condition[] {
  const list = (counts: ReadonlyMap<string, number>, join: string): string =>
    [...counts]
      .map(([what, count]) => `${what} ${join} ${count} resource instances`)
      .sort()
      .join(', ');
  const ok = (type: string, reason: string, message: string): Condition => ({ type, status: 'False', reason, message });
  const left = (type: string, reason: string, message: string): Condition => ({
    type,
    status: 'True',
    reason,
    message,
  });
  return [
    ok('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
    ok(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    ok(
      'NamespaceDeletionContentFailure',
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    resources.size === 0
      ? ok('NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed')
      : left(
          'NamespaceContentRemaining',
          'SomeResourcesRemain',
          `Some resources are remaining: ${list(resources, 'has')}`,
        ),
    finalizers.size === 0
      ? ok('NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished')
      : left(
          'NamespaceFinalizersRemaining',
          'SomeFinalizersRemain',
          `Some content in the namespace has finalizers remaining: ${list(finalizers, 'in')}`,
        ),
  ];
}

/** The namespace with these conditions; itself where it has them. */
export function withConditions(namespace: KubeObject, wanted: readonly Condition[], now: string): KubeObject {
  const held = conditionsOf(namespace);
  const isKept = (one: Condition): boolean => {
    const before = held.find((each) => each['type'] === one.type);
    return before?.['status'] === one.status && before['reason'] === one.reason && before['message'] === one.message;
  };
  if (wanted.every(isKept)) return namespace;
  const next = wanted.map(({ type, status, reason, message }): JsonObject => {
    const before = held.find((each) => each['type'] === type);
    const since = before?.['status'] === status ? before['lastTransitionTime'] : undefined;
    return { type, status, lastTransitionTime: since ?? now, reason, message };
  });
  const others = held.filter((each) => !wanted.some(({ type }) => type === each['type']));
  const status = fieldAt(namespace, ['status']);
  return { ...namespace, status: { ...(isJsonObject(status) ? status : {}), conditions: [...others, ...next] } };
}

function conditionsOf(namespace: KubeObject): readonly JsonObject[] {
  const held = fieldAt(namespace, ['status', 'conditions']);
  return Array.isArray(held) ? held.filter(isJsonObject) : [];
}
