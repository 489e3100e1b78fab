/**
 * @module
 * Identity: who sent a request (L-11). Bearer tokens and client certificates of the cluster's own
 * authority; whoever shows nothing is anonymous.
 */
export { ANONYMOUS, authenticate, Tokens, type User } from './identity.ts';
