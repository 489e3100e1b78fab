import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import type { AnyKind } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseGitCredentials, secretsOf, withoutSecrets } from './credentials.ts';
import { classifyFailure, readPush } from './git-failure.ts';
import { parseGitUrl } from './git-url.ts';
import { parseManifest, printManifest } from './manifest-file.ts';
import { indexPathOf, isIndexPath, parseIndex, printIndex } from './owner-index.ts';
import { compilePathTemplate } from './path-template.ts';

const WIDGET: AnyKind = { group: 'x.dev', version: 'v1', kind: 'Widget', plural: 'widgets', scope: 'Namespaced' };

/** Texts that one YAML reader or another takes for something else. */
const TRICKY = [
  'yes',
  'on',
  'Null',
  '~',
  '0o7',
  '0777',
  '1e3',
  '.5',
  '1_000',
  '12:30',
  '2001-01-01',
  '=',
  '0b1',
  'NaN',
  ' a ',
  '',
  '- x',
  '# c',
  'a: b',
  'x\ny\n',
  '\t',
  '"',
  "'",
  '*a',
  '&a',
  '!t',
  '%',
  '@',
  '`',
];
const text = fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: 'grapheme' }));
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('manifests', () => {
  it('G-173: any object is read back as it was, by readers of YAML 1.1 and 1.2', () => {
    fc.assert(
      fc.property(fc.dictionary(text, json, { maxKeys: 4 }), (spec) => {
        const resource: DeploymentResource = { kind: 'Widget', metadata: { name: 'w', namespace: 'shop' }, spec };
        const printed = printManifest(WIDGET, resource);
        const wanted = JSON.parse(JSON.stringify({ apiVersion: 'x.dev/v1', ...resource }));
        expect(parse(printed, { version: '1.1' })).toEqual(wanted);
        expect(parse(printed, { version: '1.2' })).toEqual(wanted);
        expect(parseManifest(printed, 'blob')?.spec).toEqual(wanted.spec);
      }),
    );
  });

  it('G-173: equal objects give equal bytes, in whatever order they were written', () => {
    const shuffled = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .map(([key, part]) => [key, shuffled(part)] as const)
              .toReversed(),
          )
        : value;
    fc.assert(
      fc.property(fc.dictionary(text, json, { maxKeys: 4 }), (spec) => {
        const resource = { kind: 'Widget', metadata: { name: 'w', namespace: 'shop' }, spec };
        const reordered = shuffled(resource) as DeploymentResource;
        expect(printManifest(WIDGET, reordered)).toBe(printManifest(WIDGET, resource));
      }),
    );
  });

  it('G-173: what the server writes and what only one cluster knows is left out', () => {
    const printed = printManifest(ConfigMap, {
      kind: 'ConfigMap',
      metadata: {
        name: 'a',
        namespace: 'shop',
        uid: 'u',
        resourceVersion: '7',
        generation: 3,
        ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'y' }],
      },
      spec: {},
      status: { ready: true },
    });
    expect(printed).toBe('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: shop\n');
  });

  it('G-173: what holds data of users is marked, so that no engine deletes it with its file', () => {
    const claim: AnyKind = {
      group: '',
      version: 'v1',
      kind: 'PersistentVolumeClaim',
      plural: 'x',
      scope: 'Namespaced',
    };
    const printed = printManifest(claim, { kind: claim.kind, metadata: { name: 'a', namespace: 'shop' }, spec: {} });
    expect(parse(printed).metadata.annotations).toEqual({
      'argocd.argoproj.io/sync-options': 'Prune=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    });
  });
});

describe('paths', () => {
  const segment = fc.oneof(
    fc.constantFrom('.', '..', '.git', 'a/b', 'ä', 'A', 'a', 'x:y', '%2E'),
    fc.string({ minLength: 1 }),
  );

  it('G-173: different objects have different files, all of them below the root', () => {
    const { root, pathOf } = compilePathTemplate('clusters/{cluster}/{namespace}/{group}.{kind}/{name}', 'prod');
    const object = fc.record({ namespace: segment, name: segment });
    fc.assert(
      fc.property(object, object, (a, b) => {
        const [one, two] = [a, b].map((it) => pathOf({ apiVersion: 'apps/v1', kind: 'Deployment', ...it }));
        expect(one === two).toBe(a.namespace === b.namespace && a.name === b.name);
        expect(one?.startsWith(root)).toBe(true);
        const parts = one?.split('/') ?? [];
        expect(parts).toHaveLength(5);
        expect(parts.some((part) => part === '' || part.startsWith('.'))).toBe(false);
      }),
    );
  });

  it('G-173, G-185: templates are completed, and refused where two objects could meet', () => {
    const { root, pathOf } = compilePathTemplate('{namespace}/{kind}/{name}', undefined);
    expect(root).toBe('');
    expect(pathOf({ apiVersion: 'v1', kind: 'Node', namespace: '', name: 'n' })).toBe('_cluster/node/n.yaml');
    for (const wrong of [
      '{kind}/{name}',
      '/{namespace}/{kind}/{name}',
      '{namespace}//{kind}/{name}',
      '{x}/{namespace}/{kind}/{name}',
      '.git/{namespace}/{kind}/{name}',
    ]) {
      expect(() => compilePathTemplate(wrong, undefined)).toThrow(expect.objectContaining({ code: 'TARGET_CONFIG' }));
    }
  });
});

describe('indexes', () => {
  it('G-173: an index is read as it was written, and each owner has one of its own', () => {
    const name = fc.string();
    const file = fc.record({ path: name, apiVersion: name, kind: name, namespace: name, name });
    const owner = fc.record({ kind: name, namespace: name, name });
    fc.assert(
      fc.property(owner, owner, fc.array(file, { maxLength: 4 }), (a, b, files) => {
        expect(parseIndex(printIndex({ owner: a, files }), 'x')).toEqual({ owner: a, files });
        expect(isIndexPath(indexPathOf(a, 'root/'), 'root/')).toBe(true);
        const same = a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
        expect(indexPathOf(a, '') === indexPathOf(b, '')).toBe(same);
      }),
    );
  });

  it('G-173: an index of a later release is not guessed at', () => {
    expect(() => parseIndex('{"version":2}', 'x')).toThrow(expect.objectContaining({ code: 'TARGET_RECORD' }));
  });
});

describe('addresses and credentials', () => {
  it('G-173: the forms that people write are taken, without what is secret in them', () => {
    expect(parseGitUrl('git@host.dev:team/repo.git')).toEqual({ url: 'ssh://git@host.dev/team/repo.git' });
    expect(parseGitUrl('/srv/repo.git')).toEqual({ url: '/srv/repo.git' });
    expect(parseGitUrl('https://me:t%2Fk@host.dev/r.git')).toEqual({
      url: 'https://host.dev/r.git',
      credentials: { username: 'me', token: 't/k' },
    });
    expect(parseGitUrl('https://tok@host.dev/r.git').credentials).toEqual({ token: 'tok' });
    expect(parseGitUrl('https://host.dev/r.git')).toEqual({ url: 'https://host.dev/r.git' });
    for (const wrong of [
      'ext::sh -c x',
      '--upload-pack=x',
      'git://host/x',
      'ssh://-oProxyCommand=x/y',
      'relative/path',
    ]) {
      expect(() => parseGitUrl(wrong), wrong).toThrow(expect.objectContaining({ code: 'TARGET_CONFIG' }));
    }
  });

  it('G-173, G-185: a file of credentials is a key with its hosts, a stored URL or a token', () => {
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----';
    expect(parseGitCredentials(`${key}\nhost.dev ssh-ed25519 AAAA\n`)).toEqual({
      privateKey: `${key}\n`,
      knownHosts: 'host.dev ssh-ed25519 AAAA\n',
    });
    expect(parseGitCredentials('https://me:t%2Fk@host.dev\n')).toEqual({ username: 'me', token: 't/k' });
    expect(parseGitCredentials('tok\n')).toEqual({ token: 'tok' });
    expect(() => parseGitCredentials(' \n')).toThrow(expect.objectContaining({ code: 'TARGET_CONFIG' }));
  });

  it('G-173: no spelling of a token survives in what is reported', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: 'grapheme-ascii' }), (token) => {
        const secrets = secretsOf({ token, username: 'me' });
        const basic = Buffer.from(`me:${token}`).toString('base64');
        const reported = withoutSecrets(`a ${token} b ${encodeURIComponent(token)} c ${basic}`, secrets);
        for (const secret of [token, basic]) expect(reported.replaceAll('***', '')).not.toContain(secret);
      }),
    );
  });
});

describe('what git says', () => {
  it.each([
    ['fatal: unable to write loose object file: No space left on device', 'TARGET_GIT_DISK'],
    ["fatal: Authentication failed for 'https://host.dev/r.git/'", 'TARGET_GIT_UNAUTHORIZED'],
    ["fatal: could not read Username for 'https://host.dev': terminal prompts disabled", 'TARGET_GIT_UNAUTHORIZED'],
    [
      'git@host.dev: Permission denied (publickey).\nfatal: Could not read from remote repository.',
      'TARGET_GIT_UNAUTHORIZED',
    ],
    ['Host key verification failed.\nfatal: Could not read from remote repository.', 'TARGET_GIT_UNAUTHORIZED'],
    ["fatal: unable to access 'https://host.dev/': The requested URL returned error: 403", 'TARGET_GIT_UNAUTHORIZED'],
    ["fatal: Unable to create '/x/copy.git/refs/remotes/origin/main.lock': File exists.", 'TARGET_GIT_LOCKED'],
    ["fatal: unable to access 'https://host.dev/': Could not resolve host: host.dev", 'TARGET_GIT_UNREACHABLE'],
    ["fatal: unable to access 'http://127.0.0.1/': The requested URL returned error: 503", 'TARGET_GIT_UNREACHABLE'],
    ["fatal: repository 'https://host.dev/r.git/' not found", 'TARGET_GIT_REFUSED'],
    ["fatal: '/nowhere' does not appear to be a git repository", 'TARGET_GIT_REFUSED'],
    ['error: gpg failed to sign the data\nfatal: failed to write commit object', 'TARGET_GIT_SIGNING'],
    ['fatal: bad object refs/remotes/origin/main', 'TARGET_GIT_COPY'],
    ['something new', 'TARGET_GIT_FAILED'],
  ])('G-173: %j is %s', (stderr, code) => {
    expect(classifyFailure(stderr).code).toBe(code);
  });

  it.each([
    ['[rejected] (fetch first)', 'behind'],
    ['[rejected] (non-fast-forward)', 'behind'],
    ['[remote rejected] (failed to update ref)', 'behind'],
    ["[remote rejected] (cannot lock ref 'refs/heads/main': is at a but expected b)", 'behind'],
    ['[remote rejected] (reference already exists)', 'behind'],
    ['[remote rejected] (pre-receive hook declined)', 'refused'],
    ['[remote rejected] (branch is currently checked out)', 'refused'],
    ['[remote rejected] (protected branch hook declined)', 'refused'],
  ])('G-173: a push that is answered with %s is %s', (summary, result) => {
    expect(readPush(`To x\n!\tabc:refs/heads/main\t${summary}\nDone\n`)).toMatchObject({ result, reason: summary });
  });

  it('G-173: a push is done only when its line says so', () => {
    expect(readPush('To x\n*\tabc:refs/heads/main\t[new branch]\nDone\n')).toEqual({ result: 'pushed' });
    expect(readPush('To x\n \tabc:refs/heads/main\ta..b\nDone\n')).toEqual({ result: 'pushed' });
    expect(readPush('')).toBeUndefined();
  });
});
