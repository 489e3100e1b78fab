/**
 * @module
 * What the server does by itself: the objects it starts with, the end of namespaces, the life of
 * CRDs, and on demand the collection of garbage. Each is a listener on the store that acts after the write it saw, never inside it.
 */
export { advertise } from './advertise.ts';
export { startApiServices } from './api-services.ts';
export { startCertificateSigning } from './certificate-signing.ts';
export { startClassProtection } from './class-protection.ts';
export { startDefinitions } from './definitions.ts';
export { startGarbageCollection } from './garbage.ts';
export type { InitialObject } from './initial-objects.ts';
export { startNamespaceTermination } from './namespaces.ts';
export { seed } from './seed.ts';
export { startServiceAccounts } from './service-accounts.ts';
export { startServiceAddresses } from './service-addresses.ts';
export { startTokenSecrets } from './token-secrets.ts';
