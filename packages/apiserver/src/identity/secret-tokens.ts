import type { KubeObject } from '../objects/index.ts';
import { textAt } from '../objects/index.ts';
import { keyOf, type Store } from '../store/index.ts';
import { serviceAccountUser, type User } from './user.ts';

/** Claims of a token that is kept in a Secret and lives as long as that. */
const ISSUER = 'kubernetes/serviceaccount';
const CLAIM = 'kubernetes.io/serviceaccount';

export function secretTokenClaims(secret: KubeObject, account: KubeObject): object {
  const { namespace = '', name = '', uid = '' } = account.metadata;
  return {
    iss: ISSUER,
    [`${CLAIM}/namespace`]: namespace,
    [`${CLAIM}/secret.name`]: secret.metadata.name,
    [`${CLAIM}/service-account.name`]: name,
    [`${CLAIM}/service-account.uid`]: uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
}

export function isSecretToken(claims: unknown): boolean {
  return textAt(claims, 'iss') === ISSUER;
}

/** Whose it is, or why it is nobody's (any more). */
export function secretTokenUser(
  store: Store,
  claims: unknown,
  token: string,
): { readonly user: User } | { readonly problem: string } {
  const claim = (name: string): string => textAt(claims, `${CLAIM}/${name}`);
  const namespace = claim('namespace');
  const name = claim('service-account.name');
  const secret = store.get('secrets', keyOf(namespace, claim('secret.name')))?.object;
  const kept = Buffer.from(textAt(secret, 'data', 'token'), 'base64').toString('utf8');
  if (!secret || secret.metadata.deletionTimestamp !== undefined || kept !== token) {
    return { problem: 'service account token has been invalidated' };
  }
  const account = store.get('serviceaccounts', keyOf(namespace, name))?.object;
  if (!account) return { problem: `serviceaccounts ${JSON.stringify(name)} not found` };
  const { uid } = account.metadata;
  if (uid !== claim('service-account.uid')) {
    return { problem: `service account UID (${uid}) does not match claim (${claim('service-account.uid')})` };
  }
  return { user: serviceAccountUser(namespace, name, uid, {}) };
}
