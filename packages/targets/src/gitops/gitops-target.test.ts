import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentResource, ResourceSet } from '@gati-framework/contracts/deployment';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRemote } from '../../test/git-remote.ts';
import { GitOpsTarget, type GitOpsTargetOptions } from './index.ts';

const PATH = 'clusters/{cluster}/{namespace}/{kind}-{name}.yaml';
const README = 'clusters/prod/.slipway/README.md';

function configMap(name: string, data: Record<string, string>, namespace = 'shop'): DeploymentResource {
  return { kind: 'ConfigMap', metadata: { name, namespace }, spec: {}, data };
}

function setOf(owner: string, ...resources: DeploymentResource[]): ResourceSet {
  return { owner: { kind: 'Shop', namespace: 'shop', name: owner }, resources };
}

let remote: GitRemote;
let targets: GitOpsTarget[];

async function open(options: Partial<GitOpsTargetOptions> = {}): Promise<GitOpsTarget> {
  const target = await GitOpsTarget.open({ url: remote.path, path: PATH, clusterName: 'prod', ...options });
  targets.push(target);
  return target;
}

beforeEach(() => {
  remote = new GitRemote();
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  remote.remove();
});

const manifests = (): string[] => remote.files().filter((path) => !path.includes('.slipway/'));

describe('change sets', () => {
  it('G-173: one set is one commit with one file per object, under the configured author', async () => {
    const target = await open({ author: { name: 'Operator', email: 'operator@example.dev' } });
    const { revision } = await target.applySet(setOf('cart', configMap('a', { n: '1' }), configMap('b', { n: '1' })));
    expect(manifests()).toEqual(['clusters/prod/shop/configmap-a.yaml', 'clusters/prod/shop/configmap-b.yaml']);
    expect(remote.files()).toContain(README);
    expect(remote.log()).toEqual([
      { id: revision, author: 'Operator <operator@example.dev>', subject: 'Apply Shop shop/cart' },
    ]);
    // What it says and whose it is, by which others know it in the cluster.
    expect(remote.read('clusters/prod/shop/configmap-a.yaml')).toMatch(
      /^apiVersion: v1\ndata:\n {2}"n": "1"\nkind: ConfigMap\nmetadata:\n {2}annotations:\n {4}slipway.dev\/content: .{16,18}\n {2}labels:\n {4}slipway.dev\/set: .{16,18}\n {2}name: a\n {2}namespace: shop\n$/,
    );
  });

  it('G-173: the same set makes no commit, also from another process, and has the same revision', async () => {
    const set = setOf('cart', configMap('a', { n: '1' }));
    const first = await (await open()).applySet(set);
    const again = await (await open()).applySet(set);
    expect(again).toEqual({ revision: first.revision, results: [{ ref: expect.anything(), outcome: 'unchanged' }] });
    expect(remote.log()).toHaveLength(1);
  });

  it('G-173: what leaves a set is removed, and what others put into the tree stays', async () => {
    remote.write('clusters/prod/shop/configmap-theirs.yaml', 'theirs\n');
    remote.write('README.md', 'hello\n');
    const target = await open();
    await target.applySet(setOf('cart', configMap('a', { n: '1' }), configMap('b', { n: '1' })));
    await target.applySet(setOf('cart', configMap('b', { n: '2' })));
    expect(manifests()).toEqual([
      'README.md',
      'clusters/prod/shop/configmap-b.yaml',
      'clusters/prod/shop/configmap-theirs.yaml',
    ]);
    await target.applySet(setOf('cart'));
    expect(remote.files()).toEqual(['README.md', README, 'clusters/prod/shop/configmap-theirs.yaml']);
  });

  it('G-173: a file that a person edited or deleted is written again', async () => {
    const target = await open();
    const set = setOf('cart', configMap('a', { n: '1' }), configMap('b', { n: '1' }));
    await target.applySet(set);
    const wanted = remote.read('clusters/prod/shop/configmap-a.yaml');
    remote.write('clusters/prod/shop/configmap-a.yaml', 'edited\n');
    remote.write('clusters/prod/shop/configmap-b.yaml', null);
    const { results } = await target.applySet(set);
    expect(results.map(({ outcome }) => outcome)).toEqual(['updated', 'created']);
    expect(remote.read('clusters/prod/shop/configmap-a.yaml')).toBe(wanted);
    expect(manifests()).toHaveLength(2);
  });

  it('G-173: an object that was applied alone joins the set of an owner', async () => {
    const target = await open();
    await target.apply(configMap('a', { n: '1' }));
    await target.applySet(setOf('cart', configMap('a', { n: '2' })));
    await target.applySet(setOf('cart'));
    expect(manifests()).toEqual([]);
  });

  it('G-173: an object of a set that is applied alone stays in the set', async () => {
    const target = await open();
    await target.applySet(setOf('cart', configMap('a', { n: '1' }), configMap('b', { n: '1' })));
    await target.apply(configMap('a', { n: '2' }));
    await target.applySet(setOf('cart', configMap('b', { n: '1' })));
    expect(manifests()).toEqual(['clusters/prod/shop/configmap-b.yaml']);
  });

  it('G-153: a file where a folder is needed, or below one, is nobody of ours to replace', async () => {
    remote.write('clusters/prod/shop', 'a file\n');
    remote.write('clusters/prod/mall/configmap-a.yaml/deep', 'a file\n');
    const before = remote.log().length;
    const target = await open();
    const { results } = await target.applySet(
      setOf('cart', configMap('a', {}), configMap('a', {}, 'mall'), configMap('a', {}, 'kiosk')),
    );
    expect(results.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
      'TARGET_CONFLICT',
      'TARGET_CONFLICT',
      'created',
    ]);
    expect(remote.read('clusters/prod/shop')).toBe('a file\n');
    expect(remote.log()).toHaveLength(before + 1);
  });
});

describe('secrets', () => {
  const secret = {
    kind: 'Secret',
    metadata: { name: 'db', namespace: 'shop' },
    spec: {},
    data: { password: Buffer.from('hunter2-hunter2').toString('base64') },
  };

  it('G-173: a set with a Secret is refused as a whole, without its value in the error', async () => {
    const target = await open();
    const refused = target.applySet(setOf('cart', configMap('a', {}), secret));
    await expect(refused).rejects.toMatchObject({
      code: 'TARGET_SECRET',
      message: expect.not.stringContaining('hunter2'),
    });
    expect(remote.bare('for-each-ref')).toBe('');
  });

  it('G-173: in place of a Secret its reference is written', async () => {
    const target = await open({
      secretReference: ({ metadata }) => ({
        apiVersion: 'external-secrets.io/v1',
        kind: 'ExternalSecret',
        metadata,
        spec: { dataFrom: [{ extract: { key: `${metadata.namespace}/${metadata.name}` } }] },
      }),
    });
    await target.applySet(setOf('cart', secret));
    expect(manifests()).toEqual(['clusters/prod/shop/externalsecret-db.yaml']);
    expect(remote.read('clusters/prod/shop/externalsecret-db.yaml')).toContain('key: shop/db');
  });

  it('G-173: a reference that holds a value of the Secret, in any spelling, is refused', async () => {
    for (const value of ['hunter2-hunter2', secret.data.password, 'x=hunter2-hunter2;']) {
      const target = await open({
        secretReference: ({ metadata }) => ({
          apiVersion: 'x.dev/v1',
          kind: 'Sealed',
          metadata,
          spec: { deep: [value] },
        }),
      });
      await expect(target.apply(secret)).rejects.toMatchObject({ code: 'TARGET_SECRET' });
    }
    expect(remote.bare('for-each-ref')).toBe('');
  });
});

describe('branches', () => {
  it('G-173: a branch that is missing among others is not made', async () => {
    remote.write('a', 'a', { branch: 'trunk' });
    const target = await open();
    await expect(target.apply(configMap('a', {}))).rejects.toMatchObject({
      code: 'TARGET_GIT_BRANCH',
      message: expect.stringContaining('trunk'),
    });
  });

  it('G-173: a branch that was rewritten is reported once, then what is missing is written again', async () => {
    const base = remote.write('README.md', 'hello\n');
    const target = await open();
    const set = setOf('cart', configMap('a', { n: '1' }));
    await target.applySet(set);
    const theirs = remote.write('NEWS.md', 'rewritten\n', { onto: base });
    await expect(target.applySet(set)).rejects.toMatchObject({ code: 'TARGET_GIT_REWRITTEN' });
    expect(remote.tip()).toBe(theirs);
    const { results } = await target.applySet(set);
    expect(results.map(({ outcome }) => outcome)).toEqual(['created']);
    expect(remote.files()).toEqual(
      expect.arrayContaining(['NEWS.md', 'README.md', 'clusters/prod/shop/configmap-a.yaml']),
    );
  });

  it('G-173: without push, commits are kept in the folder until a person pushes them', async () => {
    remote.write('README.md', 'hello\n');
    const directory = join(remote.folder, 'local');
    const target = await open({ push: false, directory });
    await target.applySet(setOf('cart', configMap('a', { n: '1' })));
    const { revision } = await target.applySet(setOf('cart', configMap('a', { n: '2' })));
    expect(remote.log()).toHaveLength(1);
    const copy = join(directory, 'copy.git');
    expect(remote.git('-C', copy, 'rev-parse', 'main')).toBe(revision);
    remote.git('-C', copy, 'push', '--quiet', remote.path, 'main');
    expect(remote.log()).toHaveLength(3);

    const local = await target.applySet(setOf('cart', configMap('a', { n: '3' })));
    remote.write('README.md', 'changed meanwhile\n');
    await expect(target.applySet(setOf('cart'))).rejects.toMatchObject({ code: 'TARGET_GIT_REWRITTEN' });
    expect(remote.git('-C', copy, 'rev-parse', 'main')).toBe(local.revision);
  });
});

describe('options', () => {
  it.each([
    ['url', { url: 'ext::sh -c id' }],
    ['url', { url: 'not a url' }],
    ['path', { path: '../{namespace}/{kind}/{name}' }],
    ['path', { path: '{namespace}/{name}' }],
    ['clusterName', { clusterName: '' }],
    ['branch', { branch: '-x..y' }],
    ['directory', { push: false }],
    ['cluster', { engine: { kind: 'argocd' } as const }],
  ])('G-173, G-185: a wrong %s stops the start, by its name', async (name, options) => {
    await expect(open(options)).rejects.toMatchObject({
      code: 'TARGET_CONFIG',
      message: expect.stringContaining(name),
    });
  });

  it('G-173: a git that is not there is reported to be missing', async () => {
    await expect(open({ gitBinary: 'no-such-git' })).rejects.toMatchObject({ code: 'TARGET_GIT_MISSING' });
  });
});

describe('what a crash leaves behind', () => {
  it('G-173: a lock file and a damaged copy are overcome by a new copy', async () => {
    const directory = join(remote.folder, 'local');
    await (await open({ directory })).applySet(setOf('cart', configMap('a', { n: '1' })));
    const copy = join(directory, 'copy.git');
    const second = await open({ directory });
    mkdirSync(join(copy, 'refs/remotes/origin'), { recursive: true });
    writeFileSync(join(copy, 'refs/remotes/origin/main.lock'), '');
    remote.write('README.md', 'so that there is something to fetch\n');
    await second.applySet(setOf('cart', configMap('a', { n: '2' })));
    rmSync(join(copy, 'objects'), { recursive: true });
    const third = await open({ directory });
    await third.applySet(setOf('cart', configMap('a', { n: '3' })));
    expect(remote.log().map(({ subject }) => subject)).toEqual([
      'Apply Shop shop/cart',
      'Edit README.md',
      'Apply Shop shop/cart',
      'Apply Shop shop/cart',
    ]);
  });

  it('G-173: a damaged index is reported, and nothing is changed', async () => {
    const target = await open();
    await target.applySet(setOf('cart', configMap('a', { n: '1' })));
    const index = remote.files().find((path) => path.endsWith('.index')) ?? '';
    const tip = remote.write(index, '<<<<<<< HEAD\n');
    await expect(target.applySet(setOf('cart'))).rejects.toMatchObject({
      code: 'TARGET_RECORD',
      message: expect.stringContaining(index),
    });
    expect(remote.tip()).toBe(tip);
  });
});
