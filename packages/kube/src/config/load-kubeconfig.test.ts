import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadKubeconfig } from './load-kubeconfig.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const BASE64 = Buffer.from(PEM).toString('base64');

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'slipway-'));
  onTestFinished(() => rm(root, { recursive: true }));
});

/** A kubeconfig with one cluster and one user, both named like the context. */
function kubeconfig(name: string, cluster: string, user = '{}', context = ''): string {
  return `apiVersion: v1
kind: Config
current-context: ${name}
clusters: [{name: ${name}, cluster: ${cluster}}]
users: [{name: ${name}, user: ${user}}]
contexts: [{name: ${name}, context: {cluster: ${name}, user: ${name}${context}}}]
`;
}

const server = (name: string) => `{server: "https://${name}.test:6443"}`;

async function file(path: string, text: string): Promise<string> {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), text);
  return join(root, path);
}

async function pod(): Promise<{ serviceAccountFolder: string; env: Record<string, string> }> {
  await file('sa/token', 'pod-token');
  await file('sa/namespace', 'operators\n');
  return {
    serviceAccountFolder: join(root, 'sa'),
    env: { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' },
  };
}

describe('order', () => {
  test('R-16: as given, then KUBECONFIG, then the pod, then the home folder', async () => {
    const { serviceAccountFolder, env } = await pod();
    await file('home/.kube/config', kubeconfig('home', server('home')));
    const listed = await file('listed', kubeconfig('listed', server('listed')));
    const path = await file('given', kubeconfig('given', server('given')));
    const home = join(root, 'home');
    const all = { serviceAccountFolder, home, env: { ...env, KUBECONFIG: listed } };

    expect(await loadKubeconfig({ ...all, path })).toMatchObject({ contextName: 'given' });
    expect(await loadKubeconfig({ ...all, text: kubeconfig('text', server('text')) })).toMatchObject({
      contextName: 'text',
    });
    expect(await loadKubeconfig(all)).toMatchObject({ contextName: 'listed', server: 'https://listed.test:6443' });
    expect(await loadKubeconfig({ ...all, env })).toEqual({
      server: 'https://10.0.0.1:443',
      contextName: 'in-cluster',
      namespace: 'operators',
      tls: { ca: { file: join(root, 'sa/ca.crt') } },
      user: { tokenFile: join(root, 'sa/token') },
    });
    expect(await loadKubeconfig({ ...all, env: {} })).toMatchObject({ contextName: 'home' });
  });

  test('R-16: an IPv6 service address is put in brackets', async () => {
    const { serviceAccountFolder, env } = await pod();
    const config = await loadKubeconfig({ serviceAccountFolder, env: { ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' } });
    expect(config.server).toBe('https://[fd00::1]:443');
  });

  test.each([
    ['nothing anywhere', {}, '.kube'],
    ['a path to nowhere', { path: '/nowhere/config' }, '/nowhere/config'],
    ['KUBECONFIG without a file', { env: { KUBECONFIG: '/nowhere/a:/nowhere/b' } }, '/nowhere/a'],
    [
      'a pod without a token',
      { env: { KUBERNETES_SERVICE_HOST: 'x', KUBERNETES_SERVICE_PORT: '1' } },
      'automountServiceAccountToken',
    ],
  ])('R-16: %s is KUBE_CONFIG and says where was looked', async (_what, options, expected) => {
    const nowhere = { env: {}, home: '/nowhere', serviceAccountFolder: '/nowhere' };
    await expect(loadKubeconfig({ ...nowhere, ...options })).rejects.toMatchObject({
      code: 'KUBE_CONFIG',
      message: expect.stringContaining(expected),
    });
  });
});

describe('KUBECONFIG', () => {
  test('R-16: of several files the first that names an entry gives the whole of it; missing files are skipped', async () => {
    const first = await file(
      'a/config',
      `current-context: main
clusters: [{name: red, cluster: {server: "https://red.test"}}]
users: [{name: me, user: {token: first}}]`,
    );
    const second = await file(
      'b/config',
      `current-context: other
clusters: [{name: red, cluster: {server: "https://not-this.test", tls-server-name: x}}]
users: [{name: me, user: {token: second, client-certificate: c, client-key: k}}, {name: you, user: {tokenFile: secrets/token}}]
contexts: [{name: main, context: {cluster: red, user: me}}, {name: other, context: {cluster: red, user: you}}]`,
    );
    const env = { KUBECONFIG: [first, join(root, 'missing'), '', second].join(delimiter) };
    expect(await loadKubeconfig({ env })).toEqual({
      server: 'https://red.test',
      contextName: 'main',
      namespace: 'default',
      tls: {},
      user: { token: 'first' },
    });
    expect(await loadKubeconfig({ env, context: 'other' })).toMatchObject({
      user: { tokenFile: join(root, 'b/secrets/token') },
    });
  });
});

describe('fields', () => {
  test('R-16: paths start at their file, inline data wins, names and flags are read', async () => {
    const path = await file(
      'sub/config',
      kubeconfig(
        'main',
        `{server: "https://main.test/base/", certificate-authority: ../ca.crt, tls-server-name: inner.test, proxy-url: "http://proxy.test:3128"}`,
        `{client-certificate-data: ${BASE64}, client-certificate: ignored.crt, client-key: keys/me.key, as: jane, as-uid: "7", as-groups: [a, b], as-user-extra: {scopes: [x]}}`,
        ', namespace: apps',
      ),
    );
    expect(await loadKubeconfig({ path })).toEqual({
      server: 'https://main.test/base',
      contextName: 'main',
      namespace: 'apps',
      tls: { ca: { file: join(root, 'ca.crt') }, serverName: 'inner.test' },
      user: { certificate: { cert: { pem: PEM }, key: { file: join(root, 'sub/keys/me.key') } } },
      proxyUrl: 'http://proxy.test:3128',
      impersonate: { user: 'jane', uid: '7', groups: ['a', 'b'], extra: { scopes: ['x'] } },
    });
  });

  test('R-14: an exec entry is read with its environment, and the cluster where it asks for it', async () => {
    const exec = `{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: get-token, args: [a], env: [{name: A, value: b}], provideClusterInfo: true, installHint: hint}}`;
    const cluster = `{server: "https://main.test", certificate-authority-data: ${BASE64}, extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: x}}]}`;
    const config = await loadKubeconfig({ text: kubeconfig('main', cluster, exec) });
    expect(config.user.exec).toEqual({
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      command: 'get-token',
      args: ['a'],
      env: { A: 'b' },
      interactiveMode: 'IfAvailable',
      installHint: 'hint',
      cluster: { server: 'https://main.test', 'certificate-authority-data': BASE64, config: { audience: 'x' } },
    });
  });

  test.each([
    [
      'a legacy auth-provider',
      server('x'),
      '{auth-provider: {name: gcp}}',
      'users[0].user.auth-provider ("gcp") was removed from Kubernetes clients in 1.26; use gke-gcloud-auth-plugin',
    ],
    ['an unknown auth-provider', server('x'), '{auth-provider: {name: acme}}', 'the exec plugin of its vendor'],
    ['basic authentication', server('x'), '{username: u, password: marker}', 'removed in 1.19'],
    [
      'a SOCKS proxy',
      '{server: "https://x.test", proxy-url: "socks5://marker@x:1"}',
      '{}',
      'clusters[0].cluster.proxy-url names a SOCKS proxy',
    ],
    [
      'a proxy that is no address',
      '{server: "https://x.test", proxy-url: "marker:"}',
      '{}',
      'proxy-url must be an address',
    ],
    ['no server', '{}', '{}', 'clusters[0].cluster.server is missing'],
    ['a server that is no address', '{server: x.test}', '{}', 'server must be an address such as https://host:6443'],
    ['a password in the server', '{server: "https://u:marker@x.test"}', '{}', 'without user, password or query'],
    ['a certificate without its key', server('x'), `{client-certificate-data: ${BASE64}}`, 'client-key is missing'],
    [
      'data that is no PEM',
      server('x'),
      '{client-key-data: bWFya2Vy, client-certificate-data: bWFya2Vy}',
      'must be PEM text',
    ],
    [
      'a CA and no verification',
      `{server: "https://x.test", insecure-skip-tls-verify: true, certificate-authority: ca}`,
      '{}',
      'contradicts certificate-authority',
    ],
    [
      'a flag that is a text',
      `{server: "https://x.test", insecure-skip-tls-verify: "marker"}`,
      '{}',
      'must be true or false',
    ],
    ['a token that is a number', server('x'), '{token: 12}', 'users[0].user.token must be a text'],
    ['groups without a user', server('x'), '{as-groups: [a]}', 'users[0].user.as is missing'],
    [
      'an old plugin version',
      server('x'),
      '{exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: x}}',
      'apiVersion must be',
    ],
    [
      'a plugin without a mode',
      server('x'),
      '{exec: {apiVersion: client.authentication.k8s.io/v1, command: x}}',
      'interactiveMode must be one of',
    ],
    ['a list that is none', server('x'), '{as: a, as-groups: marker}', 'as-groups must be a list'],
  ])(
    'R-16, R-17, R-19: %s is KUBE_CONFIG with field and way out, without the value',
    async (_what, cluster, user, expected) => {
      const path = await file('config', kubeconfig('main', cluster, user));
      const error = await loadKubeconfig({ path }).then(
        () => undefined,
        (reason: unknown) => reason as { code: string; message: string },
      );
      expect(error).toMatchObject({ code: 'KUBE_CONFIG', message: expect.stringContaining(expected) });
      expect(error?.message).toContain(path);
      expect(error?.message).not.toContain('marker');
    },
  );

  test.each([
    ['no current context', { text: 'contexts: [{name: a, context: {cluster: b}}]' }, 'name one of: "a"'],
    ['an empty kubeconfig', { text: '' }, 'it has no contexts, so it leads to no cluster'],
    [
      'an unknown context',
      { text: kubeconfig('main', server('x')), context: 'other' },
      'contexts has no entry named "other"; there are: "main"',
    ],
    [
      'an unknown cluster',
      { text: 'current-context: a\ncontexts: [{name: a, context: {cluster: b}}]' },
      'clusters has no entry named "b"; there are: none',
    ],
    ['broken YAML', { text: 'users:\n- name: x\n  user: {token: "marker}\n' }, 'is not valid YAML'],
    ['a text for a document', { text: 'marker' }, 'the document must be a mapping'],
  ])('R-16, R-19: %s is KUBE_CONFIG with what there is', async (_what, options, expected) => {
    const error = await loadKubeconfig(options).then(
      () => undefined,
      (reason: unknown) => reason as { code: string; message: string },
    );
    expect(error).toMatchObject({ code: 'KUBE_CONFIG', message: expect.stringContaining(expected) });
    expect(error?.message).not.toContain('marker');
  });
});

describe('a KubeConfig object of client-node', () => {
  const object = (user: object) => ({
    clusters: [
      {
        name: 'c',
        server: 'https://main.test',
        caData: BASE64,
        skipTLSVerify: false,
        tlsServerName: 'inner',
        proxyUrl: 'http://p:1',
      },
    ],
    users: [{ name: 'u', ...user }],
    contexts: [{ name: 'x', cluster: 'c', user: 'u', namespace: 'n' }],
    currentContext: 'x',
    getCurrentContext: () => 'x',
  });

  test('R-17: it is accepted by its shape', async () => {
    const user = { certData: BASE64, keyFile: '/k', token: 't', impersonateUser: 'jane' };
    expect(await loadKubeconfig({ object: object(user) })).toEqual({
      server: 'https://main.test',
      contextName: 'x',
      namespace: 'n',
      tls: { ca: { pem: PEM }, serverName: 'inner' },
      user: { token: 't', certificate: { cert: { pem: PEM }, key: { file: '/k' } } },
      proxyUrl: 'http://p:1',
      impersonate: { user: 'jane', groups: [], extra: {} },
    });
  });

  test('R-17: its way to say "token file" is understood, its legacy providers are refused', async () => {
    const provider = (name: string, config = {}) => object({ authProvider: { name, config } });
    expect(await loadKubeconfig({ object: provider('tokenFile', { tokenFile: '/t' }) })).toMatchObject({
      user: { tokenFile: '/t' },
    });
    await expect(loadKubeconfig({ object: provider('azure') })).rejects.toMatchObject({ code: 'KUBE_CONFIG' });
  });
});
