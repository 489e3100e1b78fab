import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitOpsTarget, gitOpsOptions } from './index.ts';

describe('the environment', () => {
  it('G-185: what is unset has its default, what is set counts', () => {
    expect(gitOpsOptions({ GIT_URL: '/srv/r.git', GIT_BRANCH: '' })).toEqual({
      url: '/srv/r.git',
      push: true,
      engine: { kind: 'none' },
    });
    const env = {
      GIT_URL: '/srv/r.git',
      GIT_BRANCH: 'live',
      GIT_PATH: 'x/{cluster}/{namespace}/{kind}/{name}',
      GIT_CLUSTER: 'prod',
      GIT_AUTHOR_NAME: 'Me',
      GIT_AUTHOR_EMAIL: 'me@example.dev',
      GIT_PUSH: 'false',
      GIT_DIRECTORY: '/data',
      GIT_CREDENTIALS_FILE: '/etc/git/token',
      GITOPS_ENGINE: 'flux',
    };
    expect(gitOpsOptions(env)).toEqual({
      url: '/srv/r.git',
      branch: 'live',
      path: env.GIT_PATH,
      clusterName: 'prod',
      author: { name: 'Me', email: 'me@example.dev' },
      push: false,
      directory: '/data',
      credentialsFile: '/etc/git/token',
      engine: { kind: 'flux' },
    });
  });

  it.each([
    ['GIT_URL', {}],
    ['GIT_PUSH', { GIT_URL: '/r', GIT_PUSH: 'maybe' }],
    ['GIT_AUTHOR_NAME', { GIT_URL: '/r', GIT_AUTHOR_NAME: 'Me' }],
    ['GITOPS_ENGINE', { GIT_URL: '/r', GITOPS_ENGINE: 'jenkins' }],
  ])('G-185: a wrong %s stops the start, by its name', (name, env) => {
    expect(() => gitOpsOptions(env)).toThrow(
      expect.objectContaining({ code: 'TARGET_CONFIG', message: expect.stringContaining(name) }),
    );
  });

  it('G-185: a file of credentials that is missing or empty stops the start, by its path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-credentials-'));
    const empty = join(folder, 'empty');
    writeFileSync(empty, '\n');
    try {
      for (const credentialsFile of [join(folder, 'missing'), empty]) {
        await expect(GitOpsTarget.open({ url: '/srv/r.git', credentialsFile })).rejects.toMatchObject({
          code: 'TARGET_CONFIG',
          message: expect.stringContaining(credentialsFile),
        });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
