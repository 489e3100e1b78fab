import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority } from '@slipway/apiserver/certificates';
import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '../log/index.ts';
import { FakeClock } from '../testing/index.ts';
import { createCredentials } from './create-credentials.ts';

function credentials(user: Parameters<typeof createCredentials>[0]) {
  const clock = new FakeClock();
  const options = { clock, logger: silentLogger, credentialCheckMs: 60_000, execTimeoutMs: 60_000, env: {} };
  return { clock, credentials: createCredentials(user, options) };
}

test('R-12: without a source there is nothing to send; with a constant token it stays one object', async () => {
  const none = credentials({}).credentials;
  await none.check();
  expect(none.latest).toEqual({});
  const constant = credentials({ token: 't' }).credentials;
  await constant.check();
  const first = constant.latest;
  await constant.refresh(first);
  expect(constant.latest).toBe(first);
  expect(first).toEqual({ token: 't' });
});

test('R-12, R-13: token and certificate go together, and change together', async () => {
  const root = await mkdtemp(join(tmpdir(), 'slipway-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const tokenFile = join(root, 'token');
  const { certPem, keyPem } = createCertificateAuthority().issueClient({ user: 'me' });
  const { credentials: both } = credentials({
    tokenFile,
    certificate: { cert: { pem: certPem }, key: { pem: keyPem } },
  });
  await writeFile(tokenFile, 'one');
  await both.check();
  const before = both.latest;
  expect(before).toEqual({ token: 'one', certificate: { cert: certPem, key: keyPem } });
  await writeFile(tokenFile, 'two');
  await both.refresh(before);
  expect(both.latest).toEqual({ ...before, token: 'two' });
  expect(before.token).toBe('one');
});

test('R-12: a token beside a token file serves until the file can be read', async () => {
  const { credentials: fallback } = credentials({ token: 'spare', tokenFile: '/nowhere/token' });
  await fallback.check();
  expect(fallback.latest).toEqual({ token: 'spare' });
});

test('R-13: a certificate that does not belong to its key is KUBE_CONFIG', async () => {
  const authority = createCertificateAuthority();
  const cert = { pem: authority.issueClient({ user: 'a' }).certPem };
  const key = { pem: authority.issueClient({ user: 'b' }).keyPem };
  await expect(credentials({ certificate: { cert, key } }).credentials.check()).rejects.toMatchObject({
    code: 'KUBE_CONFIG',
  });
});
