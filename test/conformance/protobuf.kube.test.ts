import { describe, expect, test } from 'vitest';
import { suites } from '../../packages/apiserver/test/kinds/families.ts';
import { send, useServers } from './compared.ts';

const servers = useServers();

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** The first good object of each kind whose defaults are compared. */
const kinds = suites.flatMap(({ name, rows: [first] }) =>
  first && first.method === 'POST' && !first.path.includes('?') ? [[name, first.path, first.body] as const] : [],
);

const REVIEWS = [
  ['SelfSubjectReview', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { kind: 'SelfSubjectReview' }],
  [
    'SelfSubjectAccessReview',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    { spec: { resourceAttributes: { verb: 'list', resource: 'pods' } } },
  ],
  [
    'SubjectAccessReview',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    { spec: { user: 'u', groups: ['g'], resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'x' } } },
  ],
  [
    'SelfSubjectRulesReview',
    '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    { spec: { namespace: 'default' } },
  ],
] as const;

/** What a real server writes of an object that it would create: every field that it fills in is on the wire. */
async function written(path: string, body: unknown): Promise<Buffer> {
  const asked = send('POST', `${path}?dryRun=All`, body);
  return servers.kube.bytes({ ...asked, headers: { ...asked.headers, accept: PROTOBUF } });
}

describe('bodies in protobuf', () => {
  test.each(kinds)('L-13 K-1 to K-7: a %s is read from the bytes of a real server', async (_kind, path, body) => {
    const bytes = await written(path, body);
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('k8s\0');
    await servers.compare(send('POST', `${path}?dryRun=All`, bytes, PROTOBUF));
  });

  test.each(REVIEWS)('L-13 K-7 L-11: a %s is', async (_kind, path, body) => {
    const asked = send('POST', path, body);
    const bytes = await servers.kube.bytes({ ...asked, headers: { ...asked.headers, accept: PROTOBUF } });
    // Who asks, and what they may, is each server's own.
    await servers.compare(send('POST', path, bytes, PROTOBUF), (shown) => ({
      ...(shown as object),
      status: undefined,
    }));
  });
});
