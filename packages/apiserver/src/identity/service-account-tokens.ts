import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import type { Clock } from '@slipway/apimachinery/clock';
import type { KubeObject } from '../objects/index.ts';
import { keyOf, type Store } from '../store/index.ts';
import { keyId, publicJwk, readToken, signToken } from './jwt.ts';
import { isSecretToken, secretTokenClaims, secretTokenUser } from './secret-tokens.ts';
import { serviceAccountUser, type User } from './user.ts';

/** Who signs the tokens, and whom they are for unless they say otherwise. */
export const ISSUER = 'https://kubernetes.default.svc';

/** Clocks may differ; and what was deleted a moment ago may still be at work. */
const LEEWAY_MS = 60_000;

/** Tokens whose signature is known to be good. */
const MOST_READ = 1000;

interface Ref {
  readonly name: string;
  readonly uid?: string | undefined;
}

export interface TokenWish {
  readonly account: KubeObject;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** From when on its use is a sign that it was not read again. */
  readonly warnAfterSeconds?: number;
  /** What the token ends with, and for a Pod also the node that it is on. */
  readonly bound: { readonly pod?: KubeObject; readonly secret?: KubeObject; readonly node?: Ref };
}

interface Claims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly nbf: number;
  readonly jti: string;
  readonly iss: string;
  readonly 'kubernetes.io': {
    readonly namespace: string;
    readonly node?: Ref;
    readonly pod?: Ref;
    readonly secret?: Ref;
    readonly serviceaccount: Ref;
    readonly warnafter?: number;
  };
}

/** The answer to a token: whose it is, or why it is nobody's. */
export type TokenVerdict =
  | { readonly user: User; readonly audiences: readonly string[] }
  | { readonly problem: string | undefined };

/**
 * Tokens of service accounts (L-11): signed, so that they need not be kept, and good only as long as
 * their account and the object that they are bound to exist with the same uid.
 */
export class ServiceAccountTokens {
  readonly #store: Store;
  readonly #clock: Pick<Clock, 'wall'>;
  #privateKey: KeyObject | undefined;
  #publicKey: KeyObject | undefined;
  readonly #read = new Map<string, Claims>();

  /** Without a key, one is made when it is first needed: most clusters live and die without. */
  constructor(store: Store, clock: Pick<Clock, 'wall'>, keyPem?: string) {
    this.#store = store;
    this.#clock = clock;
    if (keyPem !== undefined) this.#privateKey = createPrivateKey(keyPem);
  }

  /** The signing key, for the process that keeps the cluster. Secret. */
  get keyPem(): string {
    return this.#key().export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** `/openid/v1/jwks`. */
  keySet(): object {
    return { keys: [publicJwk(this.#public())] };
  }

  issue({ account, audiences, expirationSeconds, warnAfterSeconds, bound }: TokenWish): string {
    const now = Math.floor(this.#clock.wall() / 1000);
    const { namespace = '', name = '' } = account.metadata;
    const { pod, secret, node } = bound;
    const kubernetes: Claims['kubernetes.io'] = {
      namespace,
      ...(node && { node }),
      ...(pod && { pod: refOf(pod) }),
      ...(secret && { secret: refOf(secret) }),
      serviceaccount: refOf(account),
      ...(warnAfterSeconds !== undefined && { warnafter: now + warnAfterSeconds }),
    };
    return signToken(this.#key(), keyId(this.#public()), {
      aud: audiences,
      exp: now + expirationSeconds,
      iat: now,
      iss: ISSUER,
      jti: randomUUID(),
      'kubernetes.io': kubernetes,
      nbf: now,
      sub: `system:serviceaccount:${namespace}:${name}`,
    });
  }

  /** A token that a Secret keeps: it ends with the Secret and not before. */
  issueFor(secret: KubeObject, account: KubeObject): string {
    return signToken(this.#key(), keyId(this.#public()), secretTokenClaims(secret, account));
  }

  /** A verdict without a problem: this is no token of a service account at all. */
  verify(token: string, wanted: readonly string[]): TokenVerdict {
    // Who has never signed a token cannot be shown one.
    if (!this.#privateKey) return { problem: undefined };
    const claims = this.#claimsOf(token);
    if (isSecretToken(claims)) {
      const answer = secretTokenUser(this.#store, claims, token);
      if ('problem' in answer) return answer;
      // It does not say whom it is for, so it is for the API alone.
      return wanted.includes(ISSUER)
        ? { ...answer, audiences: [ISSUER] }
        : { problem: 'token is not for these audiences' };
    }
    if (claims?.iss !== ISSUER || !claims['kubernetes.io']) return { problem: undefined };
    const audiences = claims.aud.filter((audience) => wanted.includes(audience));
    const shown = (list: readonly string[]): string => `[${list.map((one) => JSON.stringify(one)).join(' ')}]`;
    if (audiences.length === 0) {
      return { problem: `token audiences ${shown(claims.aud)} is invalid for the target audiences ${shown(wanted)}` };
    }
    const problem = this.#problem(claims);
    if (problem !== undefined) return { problem };
    const { namespace, serviceaccount, pod, node } = claims['kubernetes.io'];
    const extra = {
      'authentication.kubernetes.io/credential-id': [`JTI=${claims.jti}`],
      ...(node && { 'authentication.kubernetes.io/node-name': [node.name] }),
      ...(node?.uid && { 'authentication.kubernetes.io/node-uid': [node.uid] }),
      ...(pod && { 'authentication.kubernetes.io/pod-name': [pod.name] }),
      ...(pod?.uid && { 'authentication.kubernetes.io/pod-uid': [pod.uid] }),
    };
    return { user: serviceAccountUser(namespace, serviceaccount.name, serviceaccount.uid, extra), audiences };
  }

  /** A signature is checked once: that takes longer than most requests, and it does not change. */
  #claimsOf(token: string): Claims | undefined {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = this.#read.get(hash);
    if (known) return known;
    const claims = readToken(this.#public(), token) as Claims | undefined;
    if (!claims) return undefined;
    if (this.#read.size >= MOST_READ) this.#read.clear();
    this.#read.set(hash, claims);
    return claims;
  }

  #problem({ exp, nbf, 'kubernetes.io': held }: Claims): string | undefined {
    const now = this.#clock.wall();
    if (now > exp * 1000 + LEEWAY_MS) return 'service account token has expired';
    if (now < nbf * 1000 - LEEWAY_MS) return 'service account token is not valid yet';
    const { namespace, serviceaccount, pod, secret, node } = held;
    const account = this.#store.get('serviceaccounts', keyOf(namespace, serviceaccount.name))?.object;
    if (!account) return `serviceaccounts ${JSON.stringify(serviceaccount.name)} not found`;
    const { uid } = account.metadata;
    if (uid !== serviceaccount.uid) {
      return `service account UID (${uid}) does not match claim (${serviceaccount.uid})`;
    }
    if (this.#isDeleted(account)) return `service account ${namespace}/${serviceaccount.name} has been deleted`;
    return (
      this.#lost('secret', secret, namespace) ??
      this.#lost('pod', pod, namespace) ??
      // The node of a pod is shown, not relied upon.
      (pod ? undefined : this.#lost('node', node, undefined))
    );
  }

  #lost(kind: 'secret' | 'pod' | 'node', ref: Ref | undefined, namespace: string | undefined): string | undefined {
    if (!ref) return undefined;
    const object = this.#store.get(`${kind}s`, keyOf(namespace, ref.name))?.object;
    if (!object || this.#isDeleted(object)) return 'service account token has been invalidated';
    const { uid } = object.metadata;
    if (uid === ref.uid) return undefined;
    return `${kind} UID (${uid}) does not match service account ${kind} ref claim (${ref.uid})`;
  }

  #isDeleted({ metadata: { deletionTimestamp } }: KubeObject): boolean {
    return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < this.#clock.wall() - LEEWAY_MS;
  }

  #key(): KeyObject {
    this.#privateKey ??= generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    return this.#privateKey;
  }

  #public(): KeyObject {
    this.#publicKey ??= createPublicKey(this.#key());
    return this.#publicKey;
  }
}

function refOf({ metadata: { name = '', uid } }: KubeObject): Ref {
  return { name, uid };
}
