/** Who sent a request. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  /** What else the authenticator knows. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

export function serviceAccountUser(
  namespace: string,
  name: string,
  uid: string | undefined,
  extra: Readonly<Record<string, readonly string[]>>,
): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    ...(uid !== undefined && { uid }),
    extra,
  };
}

/** With the group of all who have shown something that is valid. */
export function authenticated(user: User): User {
  return { ...user, groups: [...user.groups, 'system:authenticated'] };
}
