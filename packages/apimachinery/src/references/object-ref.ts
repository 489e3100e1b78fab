/** Names one object of a kind. `namespace` is given for namespaced kinds and only for them. */
export interface ObjectRef {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** An object that was read or is to be written. */
export interface Named {
  readonly metadata?: { readonly namespace?: string | undefined; readonly name?: string | undefined } | undefined;
}

export function refOf({ metadata }: Named): ObjectRef {
  return { namespace: metadata?.namespace, name: metadata?.name ?? '' };
}

/** `namespace/name`: neither part can hold a slash, so two names never meet. */
export function keyOf({ namespace = '', name }: ObjectRef): string {
  return `${namespace}/${name}`;
}

export const keyOfObject = (object: Named): string => keyOf(refOf(object));
