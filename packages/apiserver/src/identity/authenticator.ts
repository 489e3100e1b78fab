import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { ISSUER, type ServiceAccountTokens } from './service-account-tokens.ts';
import type { Tokens } from './tokens.ts';
import { ANONYMOUS, authenticated, type User } from './user.ts';

/** Whose a token is and for whom; or, in a real server's words, why it is nobody's. */
export type TokenAnswer = { readonly user: User; readonly audiences: readonly string[] } | { readonly error: string };

/**
 * Tells users by what they show: the certificate of their connection first, as a real server does, then
 * a bearer token. One of them that is valid is enough.
 */
export class Authenticator {
  readonly tokens: Tokens;
  readonly serviceAccounts: ServiceAccountTokens;

  constructor(tokens: Tokens, serviceAccounts: ServiceAccountTokens) {
    this.tokens = tokens;
    this.serviceAccounts = serviceAccounts;
  }

  /** Anonymous when nothing is shown; undefined when something is shown that is not valid (K-97). */
  userOf(request: IncomingMessage): User | undefined {
    const { socket } = request;
    // A request from the cluster's own process has none.
    const certificate = socket instanceof TLSSocket ? certificateUser(socket) : 'none';
    if (certificate !== undefined && certificate !== 'none') return authenticated(certificate);
    const header = request.headers.authorization;
    const token = header === undefined ? undefined : /^bearer +(\S+) *$/i.exec(header)?.[1];
    if (token !== undefined) {
      const answer = this.userOfToken(token);
      return 'user' in answer ? answer.user : undefined;
    }
    return certificate === 'none' ? ANONYMOUS : undefined;
  }

  userOfToken(token: string, audiences: readonly string[] = [ISSUER]): TokenAnswer {
    const user = this.tokens.find(token);
    if (user) return { user: authenticated(user), audiences };
    const verdict = this.serviceAccounts.verify(token, audiences);
    if ('user' in verdict) return { ...verdict, user: authenticated(verdict.user) };
    const invalid = 'invalid bearer token';
    return { error: verdict.problem === undefined ? invalid : `[${invalid}, ${verdict.problem}]` };
  }
}

const ofSocket = new WeakMap<TLSSocket, User | 'none' | { readonly invalid: true }>();

/** The common name is the user, the organizations are the groups. Read once per connection. */
function certificateUser(socket: TLSSocket): User | 'none' | undefined {
  let known = ofSocket.get(socket);
  if (known === undefined) {
    const { subject, fingerprint256 = '' } = socket.getPeerCertificate() as {
      subject?: { CN?: string; O?: string | string[] };
      fingerprint256?: string;
    };
    if (subject === undefined) known = 'none';
    else if (!socket.authorized) known = { invalid: true };
    else {
      const id = `X509SHA256=${fingerprint256.replaceAll(':', '').toLowerCase()}`;
      const extra = { 'authentication.kubernetes.io/credential-id': [id] };
      known = { name: subject.CN ?? '', groups: [subject.O ?? []].flat(), extra };
    }
    ofSocket.set(socket, known);
  }
  return known !== 'none' && 'invalid' in known ? undefined : known;
}
