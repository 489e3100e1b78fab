import { type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import type { AnyKind, AnyObject, DeepReadonly, ObjectRef } from '@slipway/kube';
import { type Environment, known } from '../environment.ts';
import type { Read } from '../objects/index.ts';
import { controllerOf } from './owner.ts';

/** The objects of a kind that might adopt a child that nobody has: those whose selector matches it. */
export function adopters<K extends AnyKind>(
  environment: Environment,
  kind: K,
  child: DeepReadonly<AnyObject>,
  selectorOf: (owner: Read<K>) => LabelSelector | undefined = ownSelector,
): ObjectRef[] {
  if (controllerOf(child)) return [];
  const { namespace, labels } = child.metadata ?? {};
  return known(environment, kind, namespace)
    .filter((owner) => matchesSelector(selectorOf(owner), labels))
    .map((owner) => ({ namespace, name: owner.metadata.name }));
}

const ownSelector = (owner: unknown): LabelSelector | undefined =>
  (owner as { readonly spec?: { readonly selector?: LabelSelector } }).spec?.selector;
