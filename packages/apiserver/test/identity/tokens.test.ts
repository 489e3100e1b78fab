import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { FakeClock } from '@slipway/kube/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const SECRETS = '/api/v1/namespaces/default/secrets';
const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';
const SELF = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

const clock = new FakeClock();
const fixture = useCluster(() => ({ clock }));

interface Requested {
  readonly token: string;
  readonly uid: string;
}

async function tokenOf(spec: object = {}, account = 'sam'): Promise<Requested> {
  const { status, body } = await fixture.client.post(`${ACCOUNTS}/${account}/token`, { spec });
  expect(status).toBe(201);
  return { token: body.status.token, uid: body.metadata.uid };
}

const statusWith = async (token: string): Promise<number> => (await fixture.client.post(SELF, {}, { token })).status;
const review = async (token: string, audiences?: string[]) =>
  (await fixture.client.post(REVIEWS, { spec: { token, ...(audiences && { audiences }) } })).body.status;

beforeAll(async () => {
  await fixture.client.post(ACCOUNTS, { metadata: { name: 'sam' } });
});

describe('tokens of service accounts', () => {
  test('L-11: a token is its account, with the groups of all accounts and of its namespace', async () => {
    const { token, uid } = await tokenOf();
    const { body } = await fixture.client.post(SELF, {}, { token });
    expect(body.status.userInfo).toMatchObject({
      username: 'system:serviceaccount:default:sam',
      uid,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    });
    expect(await review(token)).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:sam' },
      audiences: ['https://kubernetes.default.svc'],
    });
  });

  test('L-11: it is good until it expires, give or take a minute', async () => {
    const { token } = await tokenOf({ expirationSeconds: 600 });
    await clock.advance(600_000 + 59_000);
    expect(await statusWith(token)).toBe(201);
    await clock.advance(2_000);
    expect(await statusWith(token)).toBe(401);
    expect((await review(token)).error).toBe('[invalid bearer token, service account token has expired]');
  });

  test('L-11: a token for others does not open the API, and is theirs', async () => {
    const unnamed = await tokenOf({ audiences: [] });
    expect(await review(unnamed.token)).toMatchObject({ authenticated: true });
    const { token } = await tokenOf({ audiences: ['vault', 'db'] });
    expect(await statusWith(token)).toBe(401);
    expect((await review(token)).error).toBe(
      '[invalid bearer token, token audiences ["vault" "db"] is invalid for the target audiences ["https://kubernetes.default.svc"]]',
    );
    expect(await review(token, ['db', 'x'])).toMatchObject({ authenticated: true, audiences: ['db'] });
  });

  test('L-11: a bound token ends with its object, also when another takes its name', async () => {
    const { client } = fixture;
    await client.post(SECRETS, { metadata: { name: 's' } });
    const { token } = await tokenOf({ boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's' } });
    expect(await statusWith(token)).toBe(201);
    await client.send('DELETE', `${SECRETS}/s`);
    expect(await statusWith(token)).toBe(401);
    expect((await review(token)).error).toBe('[invalid bearer token, service account token has been invalidated]');
    await client.post(SECRETS, { metadata: { name: 's' } });
    expect(await statusWith(token)).toBe(401);
    expect((await review(token)).error).toMatch(/secret UID \(.*\) does not match service account secret ref claim/);
  });

  test('L-11: it ends with its account, also when another takes its name', async () => {
    const { client } = fixture;
    await client.post(ACCOUNTS, { metadata: { name: 'tom' } });
    const { token } = await tokenOf({}, 'tom');
    await client.send('DELETE', `${ACCOUNTS}/tom`);
    expect(await statusWith(token)).toBe(401);
    await client.post(ACCOUNTS, { metadata: { name: 'tom' } });
    expect(await statusWith(token)).toBe(401);
  });

  test('L-11: no part of a token can be changed, and none can do without its signature', async () => {
    const { token } = await tokenOf();
    const [header = '', claims = '', signature = ''] = token.split('.');
    const other = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...other, exp: 9_999_999_999 })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const bad of [
      `${header}.${forged}.${signature}`,
      `${none}.${claims}.`,
      `${header}.${claims}.`,
      `${token}.x`,
    ]) {
      expect(await statusWith(bad)).toBe(401);
      expect((await review(bad)).error).toBe('invalid bearer token');
    }
  });

  test('L-11: anybody can check a token with the published key', async () => {
    const { token } = await tokenOf();
    const configuration = await fixture.client.get('/.well-known/openid-configuration');
    expect(configuration.body).toMatchObject({ issuer: 'https://kubernetes.default.svc' });
    const { text } = await fixture.client.get(new URL(configuration.body.jwks_uri as string).pathname);
    const { keys } = JSON.parse(text) as { keys: [JsonWebKey & { kid: string }] };
    const [jwk] = keys;
    const [header = '', claims = '', signature = ''] = token.split('.');
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect([isSigned, jwk.kid]).toEqual([true, JSON.parse(Buffer.from(header, 'base64url').toString()).kid]);
  });

  test('L-11: tokens are not in the log of requests', async () => {
    const { token } = await tokenOf();
    await fixture.client.get('/version', { token });
    expect(JSON.stringify(fixture.cluster.requests())).not.toContain(token);
  });
});

describe('a Secret that asks for a token', () => {
  const full = useCluster(() => ({ serviceAccounts: true }));
  const asking = (name: string, account: string) => ({
    metadata: { name, annotations: { 'kubernetes.io/service-account.name': account } },
    type: 'kubernetes.io/service-account-token',
  });

  test('L-11: gets one that lives as long as the Secret, and goes with the account', async () => {
    const { client } = full;
    await client.post(SECRETS, asking('t', 'default'));
    const { body } = await client.get(`${SECRETS}/t`);
    const decoded = (key: string): string => Buffer.from(body.data[key] as string, 'base64').toString('utf8');
    expect([decoded('namespace'), decoded('ca.crt')]).toEqual(['default', full.cluster.caPem]);
    const token = decoded('token');
    const self = await client.post(SELF, {}, { token });
    expect(self.body.status.userInfo.username).toBe('system:serviceaccount:default:default');
    await client.send('DELETE', `${SECRETS}/t`);
    expect((await client.post(SELF, {}, { token })).status).toBe(401);
  });

  test('L-11: is deleted when there is no such account', async () => {
    const { client } = full;
    await client.post(SECRETS, asking('none', 'nobody'));
    expect((await client.get(`${SECRETS}/none`)).status).toBe(404);
    await client.post(ACCOUNTS, { metadata: { name: 'ann' } });
    await client.post(SECRETS, asking('u', 'ann'));
    expect((await client.get(`${SECRETS}/u`)).status).toBe(200);
    await client.send('DELETE', `${ACCOUNTS}/ann`);
    expect((await client.get(`${SECRETS}/u`)).status).toBe(404);
  });
});
