import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCertificateAuthority, type IssuedCertificate } from './index.ts';

/** What each end of one handshake saw of the other; rejects with the client's error. */
async function handshake(options: {
  trustedCa: string;
  server: IssuedCertificate;
  client?: IssuedCertificate;
  host?: string;
}): Promise<{ clientSubject: { CN?: string; O?: string | string[] } | undefined; clientTrusted: boolean }> {
  const server = createServer({
    cert: options.server.certPem,
    key: options.server.keyPem,
    ca: options.trustedCa,
    requestCert: true,
    rejectUnauthorized: false,
  });
  const accepted = once(server, 'secureConnection') as Promise<[TLSSocket]>;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    servername: options.host ?? '',
    ca: options.trustedCa,
    ...(options.client && { cert: options.client.certPem, key: options.client.keyPem }),
  });
  try {
    await once(client, 'secureConnect');
    const [socket] = await accepted;
    const subject = socket.getPeerCertificate().subject as unknown as { CN?: string; O?: string | string[] };
    return { clientSubject: subject, clientTrusted: socket.authorized };
  } finally {
    client.destroy();
    server.close();
  }
}

describe('a certificate authority', () => {
  test('L-11: its certificate is a self-signed authority with a usable key', () => {
    const ca = createCertificateAuthority({ commonName: 'test-ca' });
    const cert = new X509Certificate(ca.certPem);
    expect(cert.ca).toBe(true);
    expect(cert.subject).toBe('CN=test-ca');
    expect(cert.verify(cert.publicKey)).toBe(true);
    expect(cert.checkPrivateKey(createPrivateKey(ca.keyPem))).toBe(true);
  });

  test('L-11: a server certificate names its hosts and addresses and chains to the authority', () => {
    const ca = createCertificateAuthority();
    const cert = new X509Certificate(
      ca.issueServer({ dnsNames: ['localhost'], ipAddresses: ['127.0.0.1', '::1', 'fe80::A:0:1'] }).certPem,
    );
    expect(cert.checkIssued(new X509Certificate(ca.certPem))).toBe(true);
    expect(cert.checkHost('localhost')).toBe('localhost');
    expect(cert.checkIP('::1')).toBe('::1');
    expect(cert.checkIP('fe80::a:0:1')).toBe('fe80::a:0:1');
    expect(cert.checkHost('example.org')).toBeUndefined();
    expect(cert.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  test('L-11: a client certificate carries the user as common name and the groups as organizations', () => {
    const ca = createCertificateAuthority();
    const cert = new X509Certificate(ca.issueClient({ user: 'jürgen', groups: ['system:masters', 'dev'] }).certPem);
    expect(cert.subject.split('\n')).toEqual(['O=system:masters', 'O=dev', 'CN=jürgen']);
    expect(cert.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  test('L-11: the validity is as asked, also beyond 2049 and in the past', () => {
    const ca = createCertificateAuthority({ clock: { wall: () => Date.UTC(2030, 0, 1) } });
    const far = new X509Certificate(ca.issueClient({ user: 'u', notAfter: Date.UTC(2060, 5, 1) }).certPem);
    expect(far.validTo).toBe('Jun  1 00:00:00 2060 GMT');
    expect(far.validFrom).toBe('Dec 31 23:00:00 2029 GMT');
    const expired = new X509Certificate(ca.issueClient({ user: 'u', notAfter: Date.UTC(2020, 0, 1) }).certPem);
    expect(new Date(expired.validFrom).getTime()).toBeLessThan(new Date(expired.validTo).getTime());
  });

  test('L-11: what cannot be written is refused with a code', () => {
    const ca = createCertificateAuthority();
    const code = 'APISERVER_CERTIFICATE';
    expect(() => ca.issueServer({})).toThrowError(expect.objectContaining({ code }));
    expect(() => ca.issueServer({ ipAddresses: ['300.1.1.1'] })).toThrowError(expect.objectContaining({ code }));
    expect(() => ca.issueServer({ dnsNames: ['bücher.example'] })).toThrowError(expect.objectContaining({ code }));
    expect(() => ca.issueClient({ user: 'u', notBefore: 2, notAfter: 1 })).toThrowError(
      expect.objectContaining({ code }),
    );
  });

  test('L-11: any user and groups, of any length and script, are read back as given', () => {
    const ca = createCertificateAuthority();
    // Node prints subjects in an escaped form; letters need no escape.
    const name = fc.stringMatching(/^[a-zäλ日0-9:-]{1,200}$/);
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }), (user, groups) => {
        const { subject } = new X509Certificate(ca.issueClient({ user, groups }).certPem);
        expect(subject.split('\n')).toEqual([...groups.map((group) => `O=${group}`), `CN=${user}`]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a TLS handshake', () => {
  const ca = createCertificateAuthority();
  const server = ca.issueServer({ dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] });

  test('L-11: both sides accept certificates of one authority', async () => {
    const client = ca.issueClient({ user: 'alice', groups: ['a', 'b'] });
    const seen = await handshake({ trustedCa: ca.certPem, server, client });
    expect(seen.clientTrusted).toBe(true);
    expect(seen.clientSubject?.CN).toBe('alice');
    expect(seen.clientSubject?.O).toEqual(['a', 'b']);
  });

  test('L-11: an expired or foreign client certificate is not trusted', async () => {
    const expired = ca.issueClient({ user: 'alice', notAfter: Date.now() - 1000 });
    expect((await handshake({ trustedCa: ca.certPem, server, client: expired })).clientTrusted).toBe(false);
    const foreign = createCertificateAuthority().issueClient({ user: 'alice' });
    expect((await handshake({ trustedCa: ca.certPem, server, client: foreign })).clientTrusted).toBe(false);
  });

  test('L-11: a client refuses another authority, an expired server and a wrong name', async () => {
    const other = createCertificateAuthority().certPem;
    await expect(handshake({ trustedCa: other, server })).rejects.toThrow();
    const expired = ca.issueServer({ ipAddresses: ['127.0.0.1'], notAfter: Date.now() - 1000 });
    await expect(handshake({ trustedCa: ca.certPem, server: expired })).rejects.toThrow(/expired/);
    await expect(handshake({ trustedCa: ca.certPem, server, host: 'example.org' })).rejects.toThrow(/example.org/);
  });
});

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

describe.skipIf(!hasOpenssl())('openssl', () => {
  test('L-11: accepts the chain under its strict rules, for the right purpose alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    try {
      const ca = createCertificateAuthority();
      const file = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const caFile = file('ca.pem', ca.certPem);
      const server = file('server.pem', ca.issueServer({ ipAddresses: ['127.0.0.1'] }).certPem);
      const client = file('client.pem', ca.issueClient({ user: 'u', groups: ['g'] }).certPem);
      const verify = (purpose: string, cert: string): string =>
        execFileSync('openssl', ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', caFile, cert], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
      expect(verify('sslserver', server)).toMatch(/OK/);
      expect(verify('sslclient', client)).toMatch(/OK/);
      expect(() => verify('sslserver', client)).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
