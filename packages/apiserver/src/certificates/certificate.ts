import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  explicit,
  implicit,
  integer,
  ipAddressBytes,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
} from './der.ts';
import { elementsOf } from './der-reader.ts';

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

/** Bit positions of the key usage extension. */
const USAGE = { digitalSignature: 0, keyCertSign: 5, crlSign: 6 } as const;

/** What requests call them. */
const REQUESTED_USAGE: Readonly<Record<string, number>> = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
};
const REQUESTED_USE: Readonly<Record<string, string>> = {
  'server auth': OID.serverAuth,
  'client auth': OID.clientAuth,
};

export interface Name {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

/** `notBefore` and `notAfter` are milliseconds since 1970; certificates keep whole seconds. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

export type Purpose =
  | { readonly role: 'authority' }
  | { readonly role: 'server'; readonly dnsNames: readonly string[]; readonly ipAddresses: readonly string[] }
  | { readonly role: 'client' }
  | { readonly role: 'requested'; readonly usages: readonly string[]; readonly alternativeNames: Buffer | undefined };

export interface CertificateContent {
  /** A name, or its DER as a request has it. */
  readonly subject: Name | Buffer;
  readonly issuer: Name;
  readonly subjectKey: KeyObject;
  /** The public half of the key that signs. */
  readonly issuerKey: KeyObject;
  readonly validity: Validity;
  readonly purpose: Purpose;
}

/** A signed certificate in DER. */
export function writeCertificate(content: CertificateContent, signingKey: KeyObject): Buffer {
  const algorithm = sequence(objectIdentifier(OID.ecdsaWithSha256));
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))), // version 3, the first with extensions
    integer(randomBytes(16)),
    algorithm,
    distinguishedName(content.issuer),
    sequence(time(content.validity.notBefore), time(content.validity.notAfter)),
    Buffer.isBuffer(content.subject) ? content.subject : distinguishedName(content.subject),
    publicKeyInfo(content.subjectKey),
    explicit(3, sequence(...extensions(content))),
  );
  return sequence(body, algorithm, bitString(sign('sha256', body, signingKey)));
}

function distinguishedName(name: Name): Buffer {
  const attribute = (oid: string, value: string): Buffer => set(sequence(objectIdentifier(oid), utf8String(value)));
  return sequence(
    ...(name.organizations ?? []).map((organization) => attribute(OID.organization, organization)),
    attribute(OID.commonName, name.commonName),
  );
}

function publicKeyInfo(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function extensions({ purpose, subjectKey, issuerKey }: CertificateContent): Buffer[] {
  const isAuthority = purpose.role === 'authority';
  const bits = usageBits(purpose);
  const list = [
    extension(OID.basicConstraints, isAuthority ? sequence(boolean(true)) : sequence(), true),
    ...(bits.length > 0 ? [extension(OID.keyUsage, namedBits(...bits), true)] : []),
    extension(OID.subjectKeyIdentifier, octetString(keyIdentifier(subjectKey))),
    extension(OID.authorityKeyIdentifier, sequence(implicit(0, keyIdentifier(issuerKey)))),
  ];
  const uses = extendedUses(purpose);
  if (uses.length > 0) list.push(extension(OID.extendedKeyUsage, sequence(...uses.map(objectIdentifier))));
  if (purpose.role === 'requested' && purpose.alternativeNames) {
    list.push(extension(OID.subjectAltName, purpose.alternativeNames));
  }
  // Go reads host names from here alone, never from the common name.
  if (purpose.role === 'server') list.push(extension(OID.subjectAltName, alternativeNames(purpose)));
  return list;
}

function usageBits(purpose: Purpose): number[] {
  if (purpose.role === 'authority') return [USAGE.keyCertSign, USAGE.crlSign];
  if (purpose.role !== 'requested') return [USAGE.digitalSignature];
  return purpose.usages.flatMap((usage) => REQUESTED_USAGE[usage] ?? []);
}

function extendedUses(purpose: Purpose): string[] {
  if (purpose.role === 'authority') return [];
  if (purpose.role !== 'requested') return [purpose.role === 'server' ? OID.serverAuth : OID.clientAuth];
  return purpose.usages.flatMap((usage) => REQUESTED_USE[usage] ?? []);
}

function extension(oid: string, value: Buffer, critical = false): Buffer {
  const flag = critical ? [boolean(true)] : [];
  return sequence(objectIdentifier(oid), ...flag, octetString(value));
}

function alternativeNames(names: { dnsNames: readonly string[]; ipAddresses: readonly string[] }): Buffer {
  return sequence(
    ...names.dnsNames.map((name) => implicit(2, Buffer.from(name, 'ascii'))),
    ...names.ipAddresses.map((address) => implicit(7, ipAddressBytes(address) ?? Buffer.alloc(0))),
  );
}

/** SHA-1 of the key's bits, the first method of RFC 5280 section 4.2.1.2. It names a key, it protects nothing. */
function keyIdentifier(key: KeyObject): Buffer {
  const [info] = elementsOf(publicKeyInfo(key));
  const [, bits] = elementsOf(info?.content ?? Buffer.alloc(0));
  // The first byte counts bits that are not used.
  return createHash('sha1')
    .update(bits?.content.subarray(1) ?? '')
    .digest();
}
