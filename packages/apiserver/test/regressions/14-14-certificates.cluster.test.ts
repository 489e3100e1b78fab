import { X509Certificate } from 'node:crypto';
import { type Cluster, connect } from '@slipway/kube';
import { loadKubeconfig } from '@slipway/kube/config';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeCluster } from '../../../../test/clusters/suite.ts';

/** DER, base64, by openssl: `/O=team-a/CN=alice`, and `/O=system:nodes/CN=system:node:n1` with DNS:n1, IP:10.0.0.1. */
const ALICE =
  'MIHbMIGDAgEAMCExDzANBgNVBAoMBnRlYW0tYTEOMAwGA1UEAwwFYWxpY2UwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQhjin/fRIrIroRJRz+R5sw7kCHZu7m92sbB0gDORsdMb2bOvIGJcdFPDB48uy49MC4t1gRE56RybToJh0Pa60YoAAwCgYIKoZIzj0EAwIDRwAwRAIgTGZ5Dn1rx3VSKAzIs12UVydZzTO0+n/MTzyKj/wYII8CID2FMXU74ny5MKOGE36Y9BYu2kjxZKrdqZC3C4/FWRrr';
const NODE =
  'MIIBEjCBuAIBADAwMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxFzAVBgNVBAMMDnN5c3RlbTpub2RlOm4xMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIY4p/30SKyK6ESUc/kebMO5Ah2bu5vdrGwdIAzkbHTG9mzryBiXHRTwwePLsuPTAuLdYEROekcm06CYdD2utGKAmMCQGCSqGSIb3DQEJDjEXMBUwEwYDVR0RBAwwCoICbjGHBAoAAAEwCgYIKoZIzj0EAwIDSQAwRgIhAPdQzmUUJXsXBCQlOx++4yCi6S0nWKDa/uZ5qJora1huAiEAt+o0KyHZPI9aI9ez1pApFA4+cWmYIo0jsHsj1MUQJvY=';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const WAIT = { timeout: 20_000, interval: 50 };
const HOUR = 3600;

interface Request {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly username?: string; readonly groups?: readonly string[] };
  readonly status: {
    readonly certificate?: string;
    readonly conditions?: readonly { readonly type: string; readonly reason: string; readonly message: string }[];
  };
}

describeCluster('certificate signing requests', { needs: ['objects', 'schema', 'controllers'] }, (on) => {
  let cluster: Cluster;
  let authority: X509Certificate;
  const made: string[] = [];
  beforeAll(async () => {
    cluster = await connect({ text: on().kubeconfig });
    const { ca } = (await loadKubeconfig({ text: on().kubeconfig })).tls;
    authority = new X509Certificate(ca && 'pem' in ca ? ca.pem : '');
  });
  afterAll(async () => {
    for (const name of made) await cluster.transport.json({ method: 'DELETE', path: `${REQUESTS}/${name}` });
    await cluster?.close();
  });

  const pem = (der: string): string =>
    `-----BEGIN CERTIFICATE REQUEST-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE REQUEST-----\n`;

  async function approved(der: string, signer: string, usages: readonly string[]): Promise<Request> {
    const request = await cluster.transport.json<Request>({
      method: 'POST',
      path: REQUESTS,
      body: JSON.stringify({
        metadata: { generateName: 'signing-' },
        spec: {
          request: Buffer.from(pem(der)).toString('base64'),
          signerName: `kubernetes.io/${signer}`,
          usages,
          expirationSeconds: HOUR,
          username: 'another-user',
        },
      }),
    });
    made.push(request.metadata.name);
    const condition = { type: 'Approved', status: 'True', reason: 'Test', message: 'approved by a test' };
    return cluster.transport.json<Request>({
      method: 'PUT',
      path: `${REQUESTS}/${request.metadata.name}/approval`,
      body: JSON.stringify({ ...request, status: { conditions: [condition] } }),
    });
  }

  const settled = (name: string): Promise<Request['status']> =>
    vi.waitFor(async () => {
      const { status } = await cluster.transport.json<Request>({ method: 'GET', path: `${REQUESTS}/${name}` });
      expect(status.certificate ?? status.conditions?.find(({ type }) => type === 'Failed')).toBeDefined();
      return status;
    }, WAIT);
  const certificateOf = ({ certificate = '' }: Request['status']): X509Certificate =>
    new X509Certificate(Buffer.from(certificate, 'base64'));

  it('L-20: an approved request for a client is signed by the cluster, for the time that it asks for', async () => {
    const { spec, metadata } = await approved(ALICE, 'kube-apiserver-client', ['digital signature', 'client auth']);
    expect(spec.username).not.toBe('another-user');
    expect(spec.groups).toContain('system:authenticated');
    const certificate = certificateOf(await settled(metadata.name));
    expect(certificate.subject).toBe('O=team-a\nCN=alice');
    expect(certificate.checkIssued(authority)).toBe(true);
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(certificate.ca).toBe(false);
    const lastsMs = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
    expect(lastsMs).toBeGreaterThanOrEqual(HOUR * 1000);
    expect(lastsMs).toBeLessThanOrEqual((HOUR + 300) * 1000);
  });

  it('L-20: a serving certificate of a node keeps the names that it asks for', async () => {
    const { metadata } = await approved(NODE, 'kubelet-serving', ['digital signature', 'server auth']);
    const certificate = certificateOf(await settled(metadata.name));
    expect(certificate.subjectAltName).toBe('DNS:n1, IP Address:10.0.0.1');
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  it.each([
    ['kube-apiserver-client', ALICE, ['server auth'], 'invalid usage for client certificate: server auth'],
    [
      'kube-apiserver-client-kubelet',
      ALICE,
      ['client auth', 'digital signature'],
      'subject organization is not system:nodes',
    ],
    [
      'kube-apiserver-client-kubelet',
      NODE,
      ['client auth', 'digital signature'],
      'DNS subjectAltNames are not allowed',
    ],
    ['kubelet-serving', NODE, ['server auth'], 'usages did not match [digital signature key encipherment server auth]'],
  ])('L-20: what %s does not sign is marked as failed (%#)', async (signer, der, usages, message) => {
    const { metadata } = await approved(der, signer, usages);
    const { conditions, certificate } = await settled(metadata.name);
    expect(certificate).toBeUndefined();
    expect(conditions?.find(({ type }) => type === 'Failed')).toMatchObject({
      reason: 'SignerValidationFailure',
      message,
    });
  });
});
