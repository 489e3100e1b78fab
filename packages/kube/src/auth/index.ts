/**
 * @module
 * Credentials: what proves who we are, kept fresh.
 *
 * Whatever the source (a token, a token file, certificate files, an exec plugin), the transport sees
 * one small interface: the material that is current, and "this one was refused". Material is an
 * immutable value that stays the same object while nothing changed, so that "is it new?" is one
 * comparison. Nothing is shared between two `Credentials`: two kubeconfigs with the same user name
 * never see each other's tokens.
 */
export { authoritySource } from './certificate-files.ts';
export type { CheckedSource } from './checked-source.ts';
export { createCredentials } from './create-credentials.ts';
export type { AuthMaterial, Credentials } from './credentials.ts';
