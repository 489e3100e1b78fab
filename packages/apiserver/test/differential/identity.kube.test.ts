import { readFile } from 'node:fs/promises';
import { type ControlPlane, requestAs, startControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { policyTable } from '../../scripts/policy-table.ts';
import { type ApiServer, startApiServer } from '../../src/index.ts';
import { type Step, useTwins } from './twins.ts';

const twins = useTwins();

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const AUTHN = '/apis/authentication.k8s.io/v1';
const AUTHZ = '/apis/authorization.k8s.io/v1';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const merge = 'merge';
const PATIENCE = { timeout: 60_000, interval: 200 };

type Row = readonly [
  user: string | null | undefined,
  method: string,
  path: string,
  body?: unknown,
  more?: Partial<Step>,
];

async function compare(rows: readonly Row[]): Promise<void> {
  for (const [user, method, path, body, more] of rows) {
    const step: Step = {
      method,
      path,
      ...(user !== undefined && { user }),
      ...(body !== undefined && { body }),
      ...more,
    };
    const { kube, local } = await twins.settle(step);
    expect.soft({ step, outcome: local }).toEqual({ step, outcome: kube });
  }
}

const admin = undefined;
const as = (user: string, headers: Record<string, string> = {}): Partial<Step> => ({
  headers: { 'impersonate-user': user, ...headers },
});
const role = (name: string, ...rules: object[]) => ({ metadata: { name }, rules });
const rule = (verbs: string[], resources: string[], more: object = {}) => ({
  apiGroups: [''],
  verbs,
  resources,
  ...more,
});
const binding = (name: string, kind: string, roleName: string, ...users: string[]) => ({
  metadata: { name },
  roleRef: { kind, name: roleName },
  subjects: users.map((user) => ({ kind: 'User', name: user })),
});
const spec = (content: object) => ({ spec: content });
const access = (verb: string, resource: string, more: object = {}) =>
  spec({ resourceAttributes: { namespace: 'default', verb, resource, ...more } });

describe('rights and identities on a real API server and here', () => {
  test('K-26 K-97 K-98 L-11: what those may who have no rights', () =>
    compare([
      ...['ann', null].flatMap((user): Row[] => [
        [user, 'GET', '/api/v1/namespaces/default/pods'],
        [user, 'GET', '/api/v1/pods?watch=1'],
        [user, 'GET', '/api/v1/namespaces/default/pods/x/log'],
        [user, 'GET', '/api/v1/nope'],
        [user, 'GET', '/apis/nope.io/v1/things/x'],
        [user, 'POST', '/foo/bar', {}],
        [user, 'DELETE', '/apis/apps/v1/namespaces/default/deployments'],
        [user, 'GET', '/api/v1/namespaces/default'],
        [user, 'PATCH', '/api/v1/namespaces/default/finalize', {}, { type: merge }],
        [user, 'GET', '/api/v1/nodes/n/proxy/a/b'],
        [user, 'POST', '/api/v1/namespaces/default/pods/x/eviction', {}],
        [user, 'OPTIONS', '/api/v1/namespaces/default/pods'],
        [user, 'GET', '/livez/ping'],
        [user, 'GET', '/healthz'],
        [user, 'GET', '/openid/v1/jwks'],
        [user, 'POST', `${AUTHN}/selfsubjectreviews`, {}],
        [user, 'POST', `${AUTHN}/tokenreviews`, {}],
      ]),
      [null, 'GET', '/apis'],
      [null, 'GET', '/api/v1/pods', undefined, { headers: { authorization: 'Bearer x' } }],
      [null, 'GET', '/api/v1/pods', undefined, { headers: { authorization: 'Basic eDp5' } }],
    ]));

  test('L-11: roles and bindings, names, paths, subresources and stars', () =>
    compare([
      [
        admin,
        'POST',
        `${RBAC}/clusterroles`,
        role(
          'reader',
          rule(['get', 'list'], ['configmaps']),
          rule(['get'], ['secrets'], { resourceNames: ['one'] }),
          rule(['get'], ['*/status']),
          { nonResourceURLs: ['/foo/*', '/bar'], verbs: ['get'] },
        ),
      ],
      [admin, 'POST', `${RBAC}/clusterrolebindings`, binding('bob', 'ClusterRole', 'reader', 'bob')],
      [admin, 'POST', `${RBAC}/namespaces/default/rolebindings`, binding('cid', 'ClusterRole', 'reader', 'cid')],
      [admin, 'POST', `${RBAC}/namespaces/default/rolebindings`, binding('dan', 'Role', 'missing', 'dan')],
      ...['bob', 'cid', 'dan'].flatMap((user): Row[] => [
        [user, 'GET', '/api/v1/namespaces/default/configmaps/x'],
        [user, 'GET', '/api/v1/configmaps/x'],
        [user, 'GET', '/api/v1/namespaces/default/secrets/one'],
        [user, 'GET', '/api/v1/namespaces/default/secrets/two'],
        [user, 'GET', '/api/v1/namespaces/default/secrets'],
        [user, 'GET', '/api/v1/namespaces/default/secrets?fieldSelector=metadata.name%3Done'],
        [user, 'GET', '/api/v1/namespaces/kube-system/configmaps/x'],
        [user, 'GET', '/api/v1/namespaces/default/pods/x/status'],
        [user, 'GET', '/api/v1/namespaces/default/pods/x'],
        [user, 'GET', '/foo/x/y'],
        [user, 'GET', '/bar'],
        [user, 'GET', '/bar/x'],
        [user, 'POST', '/api/v1/namespaces/default/configmaps', {}],
        [user, 'POST', `${AUTHZ}/selfsubjectaccessreviews`, access('get', 'configmaps')],
        [user, 'POST', `${AUTHZ}/selfsubjectaccessreviews`, access('get', 'pods', { subresource: 'status' })],
        [user, 'POST', `${AUTHZ}/selfsubjectaccessreviews`, access('delete', 'pods')],
      ]),
      [admin, 'DELETE', `${RBAC}/clusterrolebindings/bob`],
      ['bob', 'GET', '/api/v1/namespaces/default/configmaps/x'],
    ]));

  test('L-11: nobody gives away what they do not have', () => {
    const roles = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'];
    const rbac = {
      apiGroups: ['rbac.authorization.k8s.io'],
      verbs: ['create', 'update', 'patch', 'get'],
      resources: roles,
    };
    return compare([
      [admin, 'POST', `${RBAC}/clusterroles`, role('giver', rbac, rule(['get', 'list'], ['pods']))],
      [admin, 'POST', `${RBAC}/clusterrolebindings`, binding('giver', 'ClusterRole', 'giver', 'eve')],
      [
        'eve',
        'POST',
        `${RBAC}/clusterroles`,
        role(
          'e1',
          rule(['get', 'list'], ['pods', 'secrets', 'pods/log'], { resourceNames: ['z', 'y'] }),
          rule(['get'], ['pods']),
          { nonResourceURLs: ['/a', '/b*'], verbs: ['get', 'post'] },
          rule(['delete', 'create'], ['services']),
        ),
      ],
      ['eve', 'POST', `${RBAC}/clusterroles`, role('e2', rule(['get'], ['pods']))],
      ['eve', 'PUT', `${RBAC}/clusterroles/e2`, role('e2', rule(['get'], ['nodes']))],
      ['eve', 'PATCH', `${RBAC}/clusterroles/e2`, { metadata: { labels: { a: 'b' } } }, { type: merge }],
      ['eve', 'PATCH', `${RBAC}/clusterroles/cluster-admin`, { metadata: { labels: { a: 'b' } } }, { type: merge }],
      ['eve', 'PATCH', `${RBAC}/clusterroles/cluster-admin`, { metadata: { finalizers: ['a.b/c'] } }, { type: merge }],
      [admin, 'PATCH', `${RBAC}/clusterroles/cluster-admin`, { metadata: { finalizers: null } }, { type: merge }],
      [
        'eve',
        'POST',
        `${RBAC}/clusterroles`,
        { metadata: { name: 'e3' }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } },
      ],
      ['eve', 'POST', `${RBAC}/clusterrolebindings`, binding('e1', 'ClusterRole', 'system:discovery', 'x')],
      ['eve', 'POST', `${RBAC}/clusterrolebindings`, binding('e2', 'ClusterRole', 'cluster-admin', 'x')],
      ['eve', 'POST', `${RBAC}/clusterrolebindings`, binding('e4', 'ClusterRole', 'nono', 'x')],
      ['eve', 'POST', `${RBAC}/namespaces/default/rolebindings`, binding('e5', 'Role', 'nono', 'x')],
      ['eve', 'POST', `${RBAC}/namespaces/default/rolebindings`, binding('e6', 'ClusterRole', 'giver', 'x')],
      ['eve', 'POST', `${RBAC}/namespaces/default/roles`, role('e7', rule(['get'], ['services']))],
      [
        admin,
        'POST',
        `${RBAC}/clusterroles`,
        role('binder', {
          apiGroups: ['rbac.authorization.k8s.io'],
          verbs: ['bind'],
          resources: ['clusterroles'],
          resourceNames: ['cluster-admin'],
        }),
      ],
      [admin, 'POST', `${RBAC}/clusterrolebindings`, binding('binder', 'ClusterRole', 'binder', 'eve')],
      ['eve', 'POST', `${RBAC}/clusterrolebindings`, binding('e2', 'ClusterRole', 'cluster-admin', 'x')],
    ]);
  });

  test('L-11: reviews of access', () =>
    compare([
      [admin, 'POST', `${AUTHZ}/selfsubjectaccessreviews`, access('get', 'pods')],
      [admin, 'POST', `${AUTHZ}/selfsubjectaccessreviews`, {}],
      [admin, 'POST', `${AUTHZ}/selfsubjectaccessreviews`, spec({})],
      [admin, 'GET', `${AUTHZ}/selfsubjectaccessreviews`],
      [
        admin,
        'POST',
        `${AUTHZ}/selfsubjectaccessreviews`,
        {
          metadata: { name: 'x' },
          ...spec({ resourceAttributes: {}, nonResourceAttributes: { path: '/v', verb: 'get' } }),
        },
      ],
      [
        'ann',
        'POST',
        `${AUTHZ}/selfsubjectaccessreviews`,
        spec({ nonResourceAttributes: { path: '/livez', verb: 'post' } }),
      ],
      [admin, 'POST', `${AUTHZ}/subjectaccessreviews`, access('get', 'pods')],
      [
        admin,
        'POST',
        `${AUTHZ}/subjectaccessreviews`,
        spec({ user: 'u', groups: ['system:masters'], resourceAttributes: { verb: 'get', resource: 'pods' } }),
      ],
      [
        admin,
        'POST',
        `${AUTHZ}/subjectaccessreviews`,
        spec({ groups: ['system:serviceaccounts'], nonResourceAttributes: { path: '/openid/v1/jwks', verb: 'get' } }),
      ],
      [
        admin,
        'POST',
        `${AUTHZ}/subjectaccessreviews`,
        spec({ user: 'u', uid: '5', extra: { A: ['b'] }, nonResourceAttributes: { path: '/x', verb: 'get' } }),
      ],
      ...[
        access('get', 'pods'),
        {
          metadata: { namespace: 'default' },
          ...spec({ user: 'u', nonResourceAttributes: { path: '/x', verb: 'get' } }),
        },
        { metadata: { namespace: 'other' }, ...spec({ user: 'u' }) },
        { metadata: { name: 'x' }, ...spec({ user: 'u', resourceAttributes: { namespace: 'default' } }) },
        spec({ user: 'u', resourceAttributes: { namespace: 'other' } }),
        spec({ user: 'u', resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } }),
      ].map((body): Row => [admin, 'POST', `${AUTHZ}/namespaces/default/localsubjectaccessreviews`, body]),
      [admin, 'POST', `${AUTHZ}/selfsubjectrulesreviews`, spec({})],
      [admin, 'POST', `${AUTHN}/tokenreviews`, {}],
      [admin, 'POST', `${AUTHN}/tokenreviews`, spec({ token: 'bad' })],
      [admin, 'POST', `${AUTHN}/tokenreviews?dryRun=No`, spec({ token: 'bad' })],
      [admin, 'POST', `${AUTHN}/tokenreviews?fieldValidation=Strict`, { ...spec({ token: 'bad', nope: 1 }), more: 1 }],
    ]));

  test('L-11: acting as another', () =>
    compare([
      [admin, 'POST', `${AUTHN}/selfsubjectreviews`, {}, as('u')],
      [
        admin,
        'POST',
        `${AUTHN}/selfsubjectreviews`,
        {},
        as('u', { 'impersonate-group': 'g', 'impersonate-extra-Scopes': 'a', 'impersonate-uid': 'xx' }),
      ],
      [admin, 'POST', `${AUTHN}/selfsubjectreviews`, {}, as('system:serviceaccount:default:x')],
      [admin, 'POST', `${AUTHN}/selfsubjectreviews`, {}, as('system:node:n1')],
      ['root', 'POST', `${AUTHN}/selfsubjectreviews`, {}, as('system:node:n1')],
      [admin, 'GET', '/api/v1/pods', undefined, as('system:anonymous')],
      [admin, 'GET', '/api/v1/pods', undefined, { headers: { 'impersonate-group': 'g' } }],
      [admin, 'GET', '/api/v1/pods', undefined, { headers: { 'impersonate-extra-a': 'g', 'impersonate-uid': '1' } }],
      ['fay', 'GET', '/api/v1/pods', undefined, as('u')],
      ['fay', 'GET', '/api/v1/pods', undefined, as('system:serviceaccount:a:b')],
      ['fay', 'GET', '/api/v1/pods', undefined, as('system:node:n1')],
      ['fay', 'GET', '/version', undefined, as('u')],
      [null, 'GET', '/version', undefined, as('u')],
      [
        admin,
        'POST',
        `${RBAC}/clusterroles`,
        role(
          'actor',
          rule(['impersonate'], ['users'], { resourceNames: ['u'] }),
          rule(['impersonate'], ['serviceaccounts']),
        ),
      ],
      [admin, 'POST', `${RBAC}/clusterrolebindings`, binding('actor', 'ClusterRole', 'actor', 'fay')],
      ['fay', 'POST', `${AUTHN}/selfsubjectreviews`, {}, as('u')],
      ['fay', 'POST', `${AUTHN}/selfsubjectreviews`, {}, as('system:serviceaccount:a:b')],
      ['fay', 'GET', '/api/v1/pods', undefined, as('v')],
      ['fay', 'GET', '/api/v1/pods', undefined, as('u', { 'impersonate-group': 'g' })],
      ['fay', 'GET', '/api/v1/pods', undefined, as('u', { 'impersonate-uid': 'g' })],
      ['fay', 'GET', '/api/v1/pods', undefined, as('u', { 'impersonate-extra-a': 'g' })],
    ]));

  test('L-11: tokens of service accounts', () => {
    const token = (name: string, body: object, query = ''): Row => [
      admin,
      'POST',
      `${ACCOUNTS}/${name}/token${query}`,
      body,
    ];
    const bound = (kind: string, name: string, more: object = {}) =>
      spec({ boundObjectRef: { kind, apiVersion: 'v1', name, ...more } });
    return compare([
      [admin, 'POST', ACCOUNTS, { metadata: { name: 'sam' } }],
      [admin, 'POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 's' } }],
      [admin, 'GET', `${ACCOUNTS}/sam/token`],
      token('sam', {}),
      token('sam', {}, '?dryRun=All'),
      token('sam', spec({ audiences: ['a', 'b'], expirationSeconds: 600 })),
      token('sam', spec({ expirationSeconds: 5 })),
      token('sam', spec({ expirationSeconds: 5_000_000_000 })),
      token('nope', spec({})),
      token('sam', { metadata: { name: 'other' } }),
      token('sam', { metadata: { namespace: 'other' } }),
      token('sam', bound('Pod', 'nope')),
      token('sam', bound('ConfigMap', 'nope')),
      token('sam', bound('ConfigMap', 'nope', { apiVersion: 'apps/v1' })),
      token('sam', bound('Node', 'nope')),
      token('sam', bound('Secret', 'nope')),
      token('sam', bound('Secret', 's', { uid: 'other' })),
    ]);
  });
});

/** What the twins cannot show: answers that hold what each server has issued itself, or in an order of its own. */
describe('a cluster with its controllers, and one here', () => {
  let kube: ControlPlane;
  let local: ApiServer;
  beforeAll(async () => {
    [kube, local] = await Promise.all([
      startControlPlane({ scheduler: false }),
      startApiServer({ serviceAccounts: true }),
    ]);
  });
  afterAll(() => Promise.all([kube?.stop(), local?.stop()]));

  const read = (kubeconfig: string) => async (path: string) => (await requestAs(kubeconfig, path)).body;
  const post = async (kubeconfig: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'user-agent': 'twin/1' };
    return JSON.parse((await requestAs(kubeconfig, path, { method: 'POST', headers, body })).body) as Answered;
  };

  test('K-170: the roles and bindings are what a real server makes at its first start', async () => {
    const table = await readFile(new URL('../../src/authorization/bootstrap-table.ts', import.meta.url), 'utf8');
    // The rules of a role that gathers others come from a controller.
    await vi.waitFor(async () => expect(await policyTable(read(kube.kubeconfig))).toBe(table), PATIENCE);
    for (const plural of ['clusterroles', 'roles', 'clusterrolebindings', 'rolebindings']) {
      const [theirs, ours] = await Promise.all(
        [kube, local].map(async ({ kubeconfig }) => {
          const { items } = JSON.parse(even(await read(kubeconfig)(`${RBAC}/${plural}`))) as { items: object[] };
          return items;
        }),
      );
      expect(ours).toEqual(theirs);
    }
  });

  test('L-11: the rules that hold for a user are the same, in whatever order', async () => {
    const rules = async (kubeconfig: string): Promise<object> => {
      const { status } = await post(kubeconfig, `${AUTHZ}/selfsubjectrulesreviews`, spec({ namespace: 'default' }));
      const sorted = (list: unknown) =>
        (list as object[]).map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
      const { resourceRules, nonResourceRules, ...rest } = status;
      return { ...rest, resourceRules: sorted(resourceRules), nonResourceRules: sorted(nonResourceRules) };
    };
    expect(await rules(local.kubeconfigFor('ann'))).toEqual(await rules(kube.kubeconfigFor('ann')));
    expect(await rules(local.kubeconfig)).toEqual(await rules(kube.kubeconfig));
  });

  test('L-11: each judges its own tokens as the other does', async () => {
    const [theirs, ours] = await Promise.all([kube, local].map(({ kubeconfig }) => judged(kubeconfig)));
    expect(ours).toEqual(theirs);
  });

  /** Tokens of all kinds, what they hold, and what is answered for them while they are good and when they are not. */
  async function judged(kubeconfig: string): Promise<object[]> {
    const seen: object[] = [];
    const home = '/api/v1/namespaces/default';
    const remove = (path: string) => requestAs(kubeconfig, `${home}/${path}`, { method: 'DELETE' });
    const verdictOn = async (token: string, audiences?: string[]) => {
      const content = { token, ...(audiences && { audiences }) };
      return (await post(kubeconfig, `${AUTHN}/tokenreviews`, spec(content))).status;
    };
    const review = async (token: string, audiences?: string[]) => {
      seen.push(await verdictOn(token, audiences));
    };
    // A real server goes by its caches, and remembers for ten seconds what it found good.
    const reviewRefused = async (token: string) => {
      const refused = await waitUntil(async () => {
        const verdict = await verdictOn(token);
        return verdict['authenticated'] === true ? undefined : verdict;
      }, AbortSignal.timeout(PATIENCE.timeout));
      seen.push(refused);
    };
    const issued = async (content: object = {}): Promise<string> => {
      const { status } = await post(kubeconfig, `${home}/serviceaccounts/sam/token`, spec(content));
      const claims = JSON.parse(
        Buffer.from((status['token'] as string).split('.')[1] ?? '', 'base64url').toString(),
      ) as {
        exp: number;
        iat: number;
        'kubernetes.io': object;
      };
      seen.push({ lives: claims.exp - claims.iat, of: Object.keys(claims), about: claims['kubernetes.io'] });
      return status['token'] as string;
    };
    const boundTo = (kind: string) => ({ boundObjectRef: { kind, apiVersion: 'v1', name: 'x' } });
    await post(kubeconfig, `${home}/serviceaccounts`, { metadata: { name: 'sam' } });
    await post(kubeconfig, `${home}/secrets`, { metadata: { name: 'x' } });
    const containers = [{ name: 'c', image: 'x' }];
    await post(kubeconfig, `${home}/pods`, {
      metadata: { name: 'x' },
      spec: { serviceAccountName: 'sam', nodeName: 'nx', containers },
    });
    const plain = await issued();
    await review(plain);
    await review(plain, ['other']);
    const foreign = await issued({ audiences: ['a', 'b'] });
    await review(foreign);
    await review(foreign, ['b', 'c']);
    await review(await issued(boundTo('Pod')));
    // Not looked at before: a real server remembers its answers for a while.
    const late = [await issued(boundTo('Pod')), await issued(boundTo('Secret')), await issued()];
    await remove('pods/x?gracePeriodSeconds=0');
    await remove('secrets/x');
    for (const token of late.slice(0, 2)) await reviewRefused(token);
    await remove('serviceaccounts/sam');
    // The one that holds by its account alone comes first: then the server knows that the account is gone.
    for (const token of late.toReversed()) await reviewRefused(token);
    return JSON.parse(even(JSON.stringify(seen)).replace(/"warnafter":\d+/g, '"warnafter":0')) as object[];
  }
});

interface Answered {
  readonly status: Readonly<Record<string, unknown>>;
}

function even(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UID')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"VERSION"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME');
}
