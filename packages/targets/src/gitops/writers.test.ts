import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitHttpServer } from '../../test/git-http-server.ts';
import { GitRemote } from '../../test/git-remote.ts';
import { GitOpsTarget, type GitOpsTargetOptions } from './index.ts';

const credentials = { username: 'operator', token: 'tok/en+with=signs-7c1d' };

let remote: GitRemote;
let server: GitHttpServer;
let targets: GitOpsTarget[];

beforeEach(async () => {
  remote = new GitRemote();
  remote.bare('config', 'http.receivepack', 'true');
  server = await GitHttpServer.start({ root: remote.folder, user: credentials.username, password: credentials.token });
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  await server.stop();
  remote.remove();
});

async function open(options: Partial<GitOpsTargetOptions> = {}): Promise<GitOpsTarget> {
  const target = await GitOpsTarget.open({ url: server.url, credentials, ...options });
  targets.push(target);
  return target;
}

function configMap(name: string, n: number): DeploymentResource {
  return { kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, spec: {}, data: { n: String(n) } };
}

const owner = (name: string) => ({ kind: 'Shop', namespace: 'shop', name });

describe('a remote over HTTP', () => {
  it('G-173: change sets reach a remote that asks for a user and a token', async () => {
    const target = await open();
    const { revision } = await target.applySet({ owner: owner('cart'), resources: [configMap('a', 1)] });
    expect(remote.tip()).toBe(revision);
    expect(await target.get('ConfigMap', 'shop', 'a')).toMatchObject({ apiVersion: 'v1', data: { n: '1' } });
  });

  it('G-173: credentials in the address are taken out of it', async () => {
    const url = new URL(server.url);
    url.username = credentials.username;
    url.password = encodeURIComponent(credentials.token);
    const target = await GitOpsTarget.open({ url: url.href });
    targets.push(target);
    await target.apply(configMap('a', 1));
    expect(remote.log()).toHaveLength(1);
  });

  it('G-173: refused credentials are reported without being shown', async () => {
    const token = 'wrong-token-1f9a';
    const target = await open({ credentials: { username: 'operator', token } });
    const error = await target.apply(configMap('a', 1)).catch((reason: unknown) => reason as Error & { code: string });
    expect(error).toMatchObject({ code: 'TARGET_GIT_UNAUTHORIZED' });
    expect(JSON.stringify([error?.message, Object(error)])).not.toContain(token);
  });

  it('G-173: a server that fails or is away is unreachable, and the repeat gets through', async () => {
    const target = await open();
    server.fault = () => 503;
    await expect(target.apply(configMap('a', 1))).rejects.toMatchObject({ code: 'TARGET_GIT_UNREACHABLE' });
    server.fault = undefined;
    await target.apply(configMap('a', 1));
    expect(remote.log()).toHaveLength(1);
    await expect((await open({ url: 'http://127.0.0.1:1/x.git' })).apply(configMap('a', 1))).rejects.toMatchObject({
      code: 'TARGET_GIT_UNREACHABLE',
    });
  });

  it('G-175: what a server that is away holds is unknown, and no failure', async () => {
    const target = await open();
    server.fault = () => 503;
    expect(await target.syncStatus(owner('cart'))).toEqual({ unknown: expect.stringContaining('503') });
  });

  it('G-152, G-173: a push whose answer was lost is found on the repeat, and not made twice', async () => {
    const target = await open();
    server.dropsPushAnswers = true;
    const set = { owner: owner('cart'), resources: [configMap('a', 1)] };
    await expect(target.applySet(set)).rejects.toMatchObject({ code: expect.stringMatching(/^TARGET_GIT_/) });
    server.dropsPushAnswers = false;
    const { revision, results } = await target.applySet(set);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged']);
    expect(remote.log().map(({ id }) => id)).toEqual([revision]);
  });

  it('G-152, G-173: a crash between commit and push repeats without a second commit', async () => {
    const isPush = (url: string | undefined): boolean => url?.includes('git-receive-pack') ?? false;
    const directory = `${remote.folder}/local`;
    const first = await open({ directory });
    server.fault = (request) => (isPush(request.url) ? 500 : undefined);
    const set = { owner: owner('cart'), resources: [configMap('a', 1)] };
    await expect(first.applySet(set)).rejects.toMatchObject({ code: 'TARGET_GIT_UNREACHABLE' });
    expect(remote.bare('for-each-ref')).toBe('');
    server.fault = undefined;
    const second = await open({ directory });
    const { revision } = await second.applySet(set);
    expect(remote.log().map(({ id }) => id)).toEqual([revision]);
  });

  it('G-173: a remote that refuses is reported with its words, and its branch stays', async () => {
    const target = await open();
    await target.apply(configMap('a', 1));
    const tip = remote.tip();
    remote.hook('pre-receive', '#!/bin/sh\necho "commits need a ticket" >&2\nexit 1\n');
    await expect(target.apply(configMap('a', 2))).rejects.toMatchObject({
      code: 'TARGET_GIT_REFUSED',
      message: expect.stringContaining('commits need a ticket'),
    });
    expect(remote.tip()).toBe(tip);
  });
});

describe('two writers', () => {
  it('G-173: a writer that was slower fetches, decides anew and pushes on top', async () => {
    const target = await open();
    await target.applySet({ owner: owner('cart'), resources: [configMap('a', 1)] });
    const rival = await open();
    let isFirst = true;
    const done: Promise<unknown>[] = [];
    // Between this writer's fetch and its push the rival gets through.
    await new Promise<void>((resolve) => {
      server.fault = (request) => {
        if (!isFirst || !request.url?.includes('service=git-receive-pack')) return undefined;
        isFirst = false;
        remote.write('README.md', 'meanwhile\n');
        return undefined;
      };
      done.push(target.applySet({ owner: owner('cart'), resources: [configMap('a', 2)] }).finally(() => resolve()));
    });
    await Promise.all(done);
    server.fault = undefined;
    await rival.applySet({ owner: owner('till'), resources: [configMap('b', 1)] });
    expect(remote.log().map(({ subject }) => subject)).toEqual([
      'Apply Shop shop/cart',
      'Edit README.md',
      'Apply Shop shop/cart',
      'Apply Shop shop/till',
    ]);
  });

  it('G-173: of any change sets that two writers push at once, none is lost and none is doubled', async () => {
    // Each writer has an owner of its own and steps through versions of its set; removals included.
    const steps = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(steps, steps, async (left, right) => {
        const place = new GitRemote();
        const plans = [left, right];
        const writers = await Promise.all(plans.map(() => GitOpsTarget.open({ url: place.path })));
        try {
          const revisions = await Promise.all(
            writers.map(async (target, writer) => {
              const made: string[] = [];
              for (const [n, names] of (plans[writer] ?? []).entries()) {
                const resources = names.map((name) => configMap(`${name}-${writer}`, n));
                const { revision, results } = await target.applySet({ owner: owner(`writer-${writer}`), resources });
                if (results.some(({ outcome }) => outcome !== 'unchanged') && revision) made.push(revision);
              }
              return made;
            }),
          );
          const expected = revisions.flat();
          const history = place.bare('for-each-ref') === '' ? [] : place.log().map(({ id }) => id);
          expect(history.toSorted()).toEqual(expected.toSorted());
          const files = history.length === 0 ? [] : place.files().filter((path) => path.endsWith('.yaml'));
          const wanted = plans.flatMap((plan, writer) =>
            (plan.at(-1) ?? []).map((name) => `shop/configmap/${name}-${writer}.yaml`),
          );
          expect(files).toEqual(wanted.toSorted());
        } finally {
          await Promise.all(writers.map((target) => target.close()));
          place.remove();
        }
      }),
      { numRuns: 6 },
    );
  });
});
