/**
 * @module
 * Certificates: an authority of one's own, in memory, for servers and clients that trust it.
 *
 * Node reads X.509 but does not write it, so the few DER types are written here. Keys are ECDSA
 * P-256. What Go's verifier insists on is there: host names as subject alternative names, the
 * extended key usage of the role, key identifiers that chain. Validity is free, so that tests can
 * rotate certificates and let them expire.
 */
export {
  type AuthorityOptions,
  type CertificateAuthority,
  type ClientCertificateOptions,
  createCertificateAuthority,
  type IssuedCertificate,
  type ServerCertificateOptions,
  type SigningOptions,
  type ValidityOptions,
} from './authority.ts';
export { type CertificateRequest, readRequest } from './request.ts';
