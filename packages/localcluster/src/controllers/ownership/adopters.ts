import type { AnyKind, AnyObject, DeepReadonly, ObjectRef } from '@slipway/kube';
import { type LabelSelector, matchesSelector } from '../../matching/index.ts';
import { type Environment, known } from '../environment.ts';
import { controllerOf } from './owner.ts';

/** The objects of a kind that might adopt a child that nobody has: those whose selector matches it. */
export function adopters(environment: Environment, kind: AnyKind, child: DeepReadonly<AnyObject>): ObjectRef[] {
  if (controllerOf(child)) return [];
  const { namespace, labels } = child.metadata ?? {};
  const candidates = known(environment, kind, namespace) as DeepReadonly<
    AnyObject & { spec?: { selector?: LabelSelector } }
  >[];
  return candidates
    .filter(({ spec }) => matchesSelector(spec?.selector, labels))
    .map(({ metadata }) => ({ namespace, name: metadata?.name ?? '' }));
}
