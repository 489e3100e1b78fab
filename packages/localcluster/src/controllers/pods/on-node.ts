import type { ObjectRef } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import { type Environment, known } from '../environment.ts';

/** The pods that are bound to a node. */
export function podsOnNode(environment: Environment, node: string | undefined): ObjectRef[] {
  return known(environment, Pod)
    .filter(({ spec }) => spec?.nodeName === node)
    .map(({ metadata: { namespace, name } }) => ({ namespace, name }));
}
