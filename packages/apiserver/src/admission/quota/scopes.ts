import { objectsAt, specOf } from '../../admitted/index.ts';
import { type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import { resourcesOf } from '../pod-resources.ts';
import { isTerminating } from './usage.ts';

/** What a quota says about the objects that it is for. */
interface ScopeSelector {
  readonly scopeName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

function selectorsOf(quota: KubeObject): readonly ScopeSelector[] {
  const scopes = specOf(quota)['scopes'];
  const plain = Array.isArray(scopes) ? scopes.map((scope) => ({ scopeName: String(scope), operator: 'Exists' })) : [];
  const selected = objectsAt(quota, 'spec', 'scopeSelector', 'matchExpressions');
  return [...plain, ...selected].map((selector: JsonObject) => ({
    scopeName: textAt(selector, 'scopeName'),
    operator: textAt(selector, 'operator'),
    values: Array.isArray(selector['values']) ? selector['values'].map(String) : [],
  }));
}

/** Whether a quota is for this object. A quota with scopes is for pods, or for claims of a class. */
export function isInScope(quota: KubeObject, object: KubeObject, resource: string): boolean {
  return selectorsOf(quota).every((selector) => {
    if (resource === 'pods') return isPodInScope(selector, object);
    if (resource !== 'persistentvolumeclaims' || selector.scopeName !== 'VolumeAttributesClass') return false;
    return matches(selector, attributeClasses(object));
  });
}

function isPodInScope(selector: ScopeSelector, pod: KubeObject): boolean {
  switch (selector.scopeName) {
    case 'Terminating':
      return isTerminating(pod);
    case 'NotTerminating':
      return !isTerminating(pod);
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      return matches(selector, [textAt(pod, 'spec', 'priorityClassName')].filter(Boolean));
    case 'CrossNamespacePodAffinity':
      return reachesOtherNamespaces(pod);
    default:
      return false;
  }
}

function matches({ operator, values }: ScopeSelector, names: readonly string[]): boolean {
  if (operator === 'Exists') return names.length > 0;
  if (operator === 'DoesNotExist') return names.length === 0;
  if (operator === 'In') return names.some((name) => values.includes(name));
  return names.length === 0 || names.some((name) => !values.includes(name));
}

function attributeClasses(claim: KubeObject): string[] {
  const names = [
    textAt(claim, 'spec', 'volumeAttributesClassName'),
    textAt(claim, 'status', 'currentVolumeAttributesClassName'),
    textAt(claim, 'status', 'modifyVolumeStatus', 'targetVolumeAttributesClassName'),
  ];
  return [...new Set(names.filter(Boolean))];
}

function isBestEffort(pod: KubeObject): boolean {
  const known = textAt(pod, 'status', 'qosClass');
  if (known !== '') return known === 'BestEffort';
  const all = [specOf(pod), ...objectsAt(pod, 'spec', 'containers'), ...objectsAt(pod, 'spec', 'initContainers')];
  return all.every((one) =>
    (['requests', 'limits'] as const).every((side) => {
      const { cpu, memory } = resourcesOf(one, side);
      return isNothing(cpu) && isNothing(memory);
    }),
  );
}

function isNothing(amount: string | undefined): boolean {
  return amount === undefined || amount === '0';
}

function reachesOtherNamespaces(pod: KubeObject): boolean {
  return ['podAffinity', 'podAntiAffinity'].some((kind) => {
    const required = objectsAt(pod, 'spec', 'affinity', kind, 'requiredDuringSchedulingIgnoredDuringExecution');
    const preferred = objectsAt(pod, 'spec', 'affinity', kind, 'preferredDuringSchedulingIgnoredDuringExecution');
    const terms = [...required, ...preferred.map((one) => (one['podAffinityTerm'] ?? {}) as JsonObject)];
    return terms.some((term) => {
      const { namespaces } = term;
      return (Array.isArray(namespaces) && namespaces.length > 0) || term['namespaceSelector'] !== undefined;
    });
  });
}
