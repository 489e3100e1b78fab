/**
 * @module
 * Identity: who sent a request (L-11). Bearer tokens that the cluster issued, tokens of service
 * accounts, and client certificates of the cluster's own authority; a client that shows nothing is
 * anonymous. No token is kept in clear or shown in an error.
 */
export { Authenticator } from './authenticator.ts';
export { ISSUER, ServiceAccountTokens } from './service-account-tokens.ts';
export { Tokens } from './tokens.ts';
export { ANONYMOUS, type User } from './user.ts';
