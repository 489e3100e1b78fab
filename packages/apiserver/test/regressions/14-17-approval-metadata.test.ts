import { expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const fixture = useCluster();
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

test('L-12: what is written through the approval of a CSR includes its metadata, and nothing of its spec', async () => {
  const { client } = fixture;
  const request = Buffer.from('-----BEGIN CERTIFICATE REQUEST-----\n-----END CERTIFICATE REQUEST-----\n').toString(
    'base64',
  );
  const spec = { request, signerName: 'example.com/none', usages: ['client auth'] };
  expect((await client.post(REQUESTS, { metadata: { name: 'one' }, spec })).status).toBe(201);
  const condition = { type: 'ApprovalPatch', status: 'True', reason: 'e2e' };
  const { body } = await client.merge(`${REQUESTS}/one/approval`, {
    metadata: { annotations: { patched: 'true' } },
    spec: { signerName: 'example.com/other' },
    status: { conditions: [condition], certificate: 'eA==' },
  });
  expect(body.metadata.annotations).toEqual({ patched: 'true' });
  expect(body.spec.signerName).toBe('example.com/none');
  expect(body.status).toMatchObject({ conditions: [condition] });
  expect(body.status.certificate).toBeUndefined();
});
