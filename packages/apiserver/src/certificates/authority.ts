import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { realClock } from '@slipway/apimachinery/clock';
import { ApiServerError } from '../errors.ts';
import { type Name, type Purpose, type Validity, writeCertificate } from './certificate.ts';
import { ipAddressBytes } from './der.ts';
import type { CertificateRequest } from './request.ts';

/** How long a certificate holds. All are optional; the defaults suit a cluster on a laptop. */
export interface ValidityOptions {
  /**
   * Milliseconds since 1970.
   * @default one hour ago, because the clocks of two machines differ
   */
  readonly notBefore?: number;
  /** Milliseconds since 1970; wins over `validForMs`. May lie in the past: an expired certificate. */
  readonly notAfter?: number;
  /** Counted from the moment of issue. @default 365 days (authority: ten years) */
  readonly validForMs?: number;
}

export interface AuthorityOptions extends ValidityOptions {
  /** @default 'localcluster-ca' */
  readonly commonName?: string;
  /** One that was made before, to go on with. */
  readonly existing?: IssuedCertificate;
  /** Tells the moment of issue. @default the machine's time */
  readonly clock?: { wall(): number };
}

export interface ServerCertificateOptions extends ValidityOptions {
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  /** @default the first name or address */
  readonly commonName?: string;
}

export interface ClientCertificateOptions extends ValidityOptions {
  /** The common name: what an API server takes as the user's name. */
  readonly user: string;
  /** The organizations: what an API server takes as the user's groups. */
  readonly groups?: readonly string[];
}

/** A certificate and its private key (PKCS #8), both PEM. */
export interface IssuedCertificate {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface SigningOptions {
  readonly request: CertificateRequest;
  /** As Kubernetes names them: `client auth`, `digital signature`. Others are left out. */
  readonly usages: readonly string[];
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface CertificateAuthority extends IssuedCertificate {
  issueServer(options: ServerCertificateOptions): IssuedCertificate;
  issueClient(options: ClientCertificateOptions): IssuedCertificate;
  /** The certificate (PEM) that is asked for. Whether it may be had is the caller's to decide. */
  sign(options: SigningOptions): string;
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** A new authority with a key of its own (ECDSA P-256). Takes well under a millisecond. */
export function createCertificateAuthority(options: AuthorityOptions = {}): CertificateAuthority {
  const clock = options.clock ?? realClock;
  const { existing } = options;
  const keys = existing ? keysOf(existing.keyPem) : newKeys();
  const issuer: Name = { commonName: options.commonName ?? 'localcluster-ca' };

  const issue = (
    subject: Name,
    purpose: Purpose,
    own: { publicKey: KeyObject; privateKey: KeyObject },
    validity: Validity,
  ): IssuedCertificate => {
    const content = { subject, issuer, subjectKey: own.publicKey, issuerKey: keys.publicKey, validity, purpose };
    return {
      certPem: pem('CERTIFICATE', writeCertificate(content, keys.privateKey)),
      keyPem: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  };

  return {
    ...(existing ?? issue(issuer, { role: 'authority' }, keys, validityOf(options, clock.wall(), 10 * YEAR_MS))),
    issueServer(server) {
      const { dnsNames = [], ipAddresses = [] } = server;
      const commonName = server.commonName ?? dnsNames[0] ?? ipAddresses[0];
      if (commonName === undefined) throw invalid('a server certificate needs at least one name or address');
      for (const name of dnsNames) {
        if (!/^[\x21-\x7e]+$/.test(name))
          throw invalid(`${JSON.stringify(name)} is not a DNS name; use its ASCII form`);
      }
      for (const address of ipAddresses) {
        if (!ipAddressBytes(address)) throw invalid(`${JSON.stringify(address)} is not an IP address`);
      }
      const validity = validityOf(server, clock.wall(), YEAR_MS);
      return issue({ commonName }, { role: 'server', dnsNames, ipAddresses }, newKeys(), validity);
    },
    issueClient(client) {
      const subject = { commonName: client.user, organizations: client.groups ?? [] };
      return issue(subject, { role: 'client' }, newKeys(), validityOf(client, clock.wall(), YEAR_MS));
    },
    sign({ request, usages, ...validity }) {
      const { subject, publicKey, alternativeNames } = request;
      const purpose = { role: 'requested', usages, alternativeNames } as const;
      const content = { subject, issuer, subjectKey: publicKey, issuerKey: keys.publicKey, validity, purpose };
      return pem('CERTIFICATE', writeCertificate(content, keys.privateKey));
    },
  };
}

function keysOf(keyPem: string): { publicKey: KeyObject; privateKey: KeyObject } {
  const privateKey = createPrivateKey(keyPem);
  return { publicKey: createPublicKey(privateKey), privateKey };
}

function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function validityOf(options: ValidityOptions, now: number, defaultMs: number): Validity {
  const notAfter = options.notAfter ?? now + (options.validForMs ?? defaultMs);
  // A certificate that is born expired must still begin before it ends.
  const notBefore = options.notBefore ?? Math.min(now, notAfter) - HOUR_MS;
  if (notBefore > notAfter) throw invalid('notBefore lies after notAfter');
  return { notBefore, notAfter };
}

function invalid(reason: string): ApiServerError {
  return new ApiServerError('APISERVER_CERTIFICATE', `The certificate cannot be written: ${reason}.`);
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
