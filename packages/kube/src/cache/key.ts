import type { AnyObject, DeepReadonly } from '../kinds/index.ts';

/** Which object of a kind. Objects of cluster scope have no namespace. */
export interface ObjectName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** `namespace/name`: neither part can hold a slash, so two names never meet. */
export function keyOf({ namespace = '', name }: ObjectName): string {
  return `${namespace}/${name}`;
}

export function keyOfObject(object: AnyObject | DeepReadonly<AnyObject>): string {
  return `${object.metadata?.namespace ?? ''}/${object.metadata?.name ?? ''}`;
}
