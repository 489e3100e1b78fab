import type { KubeObject } from '../objects/index.ts';
import type { Resource } from '../resources/index.ts';
import type { FieldError } from '../status/index.ts';
import { definitionRules } from './custom-resource-definition.ts';
import { namespaceRules } from './namespace.ts';
import { podRules } from './pod.ts';
import { secretRules } from './secret.ts';

/** What one kind does beyond the rules that all kinds share. Every hook is optional and pure. */
export interface KindRules {
  /** What holds for every stored object of the kind, whichever way it was written. */
  canonicalize?(object: KubeObject): KubeObject;
  /** What a client is taken to have sent too; it owns that like the rest (K-78). */
  default?(object: KubeObject, old?: KubeObject): KubeObject;
  /** The object as it is first stored. */
  prepareCreate?(object: KubeObject): KubeObject;
  /** The object as it is stored after a change of its main resource. */
  prepareUpdate?(object: KubeObject, old: KubeObject): KubeObject;
  /** What is wrong with an object; `old` is what it replaces. */
  validate?(object: KubeObject, old?: KubeObject): FieldError[];
  /** What may not change. */
  validateUpdate?(object: KubeObject, old: KubeObject): FieldError[];
  /** What the writer should know although it is no error (K-15). */
  warnings?(object: KubeObject, old?: KubeObject): readonly string[];
  /**
   * How many seconds a deletion may take, for kinds that end in their own time; undefined for kinds
   * that go at once. `asked` is what the request wants.
   */
  gracePeriodSeconds?(object: KubeObject, asked: number | undefined): number;
  /** The object with the mark of its deletion, for kinds that do not end in the common way. */
  markDeletion?(object: KubeObject, deletionTimestamp: string): KubeObject;
  /** Whether something beside finalizers and a grace period keeps the object in deletion. */
  isHeld?(object: KubeObject): boolean;
}

const RULES: Readonly<Record<string, KindRules>> = {
  namespaces: namespaceRules,
  pods: podRules,
  secrets: secretRules,
  'customresourcedefinitions.apiextensions.k8s.io': definitionRules,
};

const NO_RULES: KindRules = {};

export function kindRules(resource: Pick<Resource, 'collection' | 'custom'>): KindRules {
  return (!resource.custom && RULES[resource.collection]) || NO_RULES;
}
