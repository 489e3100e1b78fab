import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** Who sent a request. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  /** What else the authenticator knows. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/**
 * Bearer tokens of one cluster. Kept and looked up by their hash: finding a token takes the same
 * time however much of it is right.
 */
export class Tokens {
  readonly #users = new Map<string, User>();

  issue(user: User): string {
    const token = randomBytes(24).toString('base64url');
    this.#users.set(digest(token), user);
    return token;
  }

  find(token: string): User | undefined {
    return this.#users.get(digest(token));
  }

  revoke(token: string): void {
    this.#users.delete(digest(token));
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/**
 * The user of a request, from its bearer token or else from the client certificate of its
 * connection; undefined when it shows something that is not valid (K-97).
 */
export function authenticate(request: IncomingMessage, tokens: Tokens): User | undefined {
  const header = request.headers.authorization;
  const token = header === undefined ? undefined : /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (token !== undefined) return authenticated(tokens.find(token));
  const certificate = certificateUser(request.socket as TLSSocket);
  return certificate === 'none' ? ANONYMOUS : authenticated(certificate);
}

function authenticated(user: User | undefined): User | undefined {
  return user && { name: user.name, groups: [...user.groups, 'system:authenticated'] };
}

const ofSocket = new WeakMap<TLSSocket, User | 'none' | { readonly invalid: true }>();

/** The common name is the user, the organizations are the groups. Read once per connection. */
function certificateUser(socket: TLSSocket): User | 'none' | undefined {
  let known = ofSocket.get(socket);
  if (known === undefined) {
    const { subject } = socket.getPeerCertificate() as { subject?: { CN?: string; O?: string | string[] } };
    if (subject === undefined) known = 'none';
    else if (!socket.authorized) known = { invalid: true };
    else known = { name: subject.CN ?? '', groups: [subject.O ?? []].flat() };
    ofSocket.set(socket, known);
  }
  return known !== 'none' && 'invalid' in known ? undefined : known;
}
