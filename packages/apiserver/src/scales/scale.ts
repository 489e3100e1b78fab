import { fieldAt, isJsonObject, type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import type { Resource, ScalePaths, ServedVersion } from '../resources/index.ts';

/** The kind of every scale, as far as reading, patching and encoding have to know it. */
export const SCALE_VERSION: ServedVersion = { version: 'v1', verbs: [], subresources: [] };
export const SCALE: Resource = {
  group: 'autoscaling',
  plural: 'scales',
  singular: 'scale',
  kind: 'Scale',
  listKind: 'ScaleList',
  namespaced: true,
  shortNames: [],
  categories: [],
  versions: [SCALE_VERSION],
  custom: false,
  stored: false,
  collection: 'scales.autoscaling',
};

/** `.spec.replicas` as the names on the way. */
export function stepsOf(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.');
}

/** The scale of an object; without `spec.replicas` where the object does not say how many it wants. */
export function scaleOf(object: KubeObject, paths: ScalePaths): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = numberAt(object, paths.specReplicasPath);
  const selector = paths.labelSelectorPath ? selectorAt(object, paths.labelSelectorPath) : '';
  return {
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
      ...(creationTimestamp !== undefined && { creationTimestamp }),
    },
    spec: replicas ? { replicas } : {},
    status: { replicas: numberAt(object, paths.statusReplicasPath) ?? 0, ...(selector !== '' && { selector }) },
  };
}

/** Whether the object says how many replicas it wants. */
export function hasReplicas(object: KubeObject, { specReplicasPath }: ScalePaths): boolean {
  return numberAt(object, specReplicasPath) !== undefined;
}

function numberAt(object: KubeObject, path: string): number | undefined {
  const value = fieldAt(object, stepsOf(path));
  return typeof value === 'number' ? value : undefined;
}

function selectorAt(object: KubeObject, path: string): string {
  const value = fieldAt(object, stepsOf(path));
  return typeof value === 'string' ? value : selectorText(value);
}

/** A selector of an object's spec, or plain labels, as the text that queries use. */
function selectorText(selector: unknown): string {
  if (!isJsonObject(selector)) return '';
  const isPlain = !isJsonObject(selector['matchLabels']) && !Array.isArray(selector['matchExpressions']);
  const labels = isPlain ? selector : selector['matchLabels'];
  const expressions: readonly unknown[] = isPlain ? [] : ((selector['matchExpressions'] as unknown[]) ?? []);
  const parts = [
    ...Object.keys(isJsonObject(labels) ? labels : {}).map((key) => [key, `${key}=${textAt(labels, key)}`]),
    ...expressions.map((expression) => [textAt(expression, 'key'), expressionText(expression)]),
  ];
  return parts
    .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, text]) => text)
    .join(',');
}

function expressionText(expression: unknown): string {
  const key = textAt(expression, 'key');
  const values = fieldAt(expression, ['values']);
  const list = (Array.isArray(values) ? values : []).map(String).sort().join(',');
  switch (textAt(expression, 'operator')) {
    case 'In':
      return `${key} in (${list})`;
    case 'NotIn':
      return `${key} notin (${list})`;
    case 'Exists':
      return key;
    default:
      return `!${key}`;
  }
}

/** The object with so many replicas wanted. */
export function withReplicas(object: KubeObject, { specReplicasPath }: ScalePaths, replicas: number): KubeObject {
  return replaced(object, stepsOf(specReplicasPath), replicas) as unknown as KubeObject;
}

function replaced(value: unknown, steps: readonly string[], leaf: number): JsonObject | number {
  const [step, ...rest] = steps;
  if (step === undefined) return leaf;
  const object = isJsonObject(value) ? value : {};
  return { ...object, [step]: replaced(object[step], rest, leaf) };
}
