import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { isAlive } from '@slipway/apimachinery/process';
import type { Logger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { runProcess } from '@slipway/tools/processes/index';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GitRemote } from '../../test/git-remote.ts';
import { GitOpsTarget, type GitOpsTargetOptions } from './index.ts';

const resource: DeploymentResource = {
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'shop' },
  spec: {},
  data: {},
};

let remote: GitRemote;
let bin: string;
let targets: GitOpsTarget[];

beforeEach(() => {
  remote = new GitRemote();
  bin = join(remote.folder, 'bin');
  mkdirSync(bin);
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  remote.remove();
});

async function open(options: Partial<GitOpsTargetOptions> = {}): Promise<GitOpsTarget> {
  const target = await GitOpsTarget.open({ url: remote.path, ...options });
  targets.push(target);
  return target;
}

describe('the folder of keys', () => {
  const foldersIn = (parent: string): string[] => readdirSync(parent).filter((name) => name.startsWith('slipway-'));

  it('G-173: goes where the target cannot be opened, and where a process died that had it', async () => {
    const parent = join(remote.folder, 'tmp');
    const directory = join(remote.folder, 'directory');
    for (const folder of [parent, directory, join(parent, 'slipway-gitops-4194304-abc')]) mkdirSync(folder);
    // In place of the folder of the copy.
    writeFileSync(join(directory, 'copy.git'), '');
    vi.stubEnv('TMPDIR', parent);
    const credentials = { privateKey: 'key', knownHosts: 'host' };
    const opened = GitOpsTarget.open({ url: remote.path, directory, credentials });
    await expect(opened.finally(() => vi.unstubAllEnvs())).rejects.toThrow('EEXIST');
    expect(foldersIn(parent)).toEqual([]);
  });
});

/** A program of the test's own, found first. */
function script(name: string, text: string): NodeJS.ProcessEnv {
  writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(bin, name), 0o755);
  return { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
}

const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

/**
 * A git that writes down each call and its environment, and hangs with a child of its own where the test asks for it.
 */
function recordingGit(hangsOn = 'nothing'): NodeJS.ProcessEnv {
  return script(
    'git',
    `echo "$*" >> '${remote.folder}/calls'
env >> '${remote.folder}/environment'
if [ "$1" = ${hangsOn} ]; then sleep 1000 & echo $! > '${remote.folder}/child'; trap '' TERM; wait; sleep 1000; fi
exec '${real}' "$@"`,
  );
}

const written = (name: string): string => readFileSync(join(remote.folder, name), 'utf8');

describe('git processes', () => {
  it('G-173: past its deadline git is ended with all that it started, and the branch is as it was', async () => {
    const clock = new FakeClock();
    const target = await open({ env: recordingGit('push'), clock, timeoutMs: 60_000 });
    const done = target.apply(resource).catch((error: unknown) => error);
    const child = await clock.until(
      () => (existsSync(join(remote.folder, 'child')) ? Number(written('child')) : 0),
      {},
    );
    expect(isAlive(child)).toBe(true);
    await clock.advance(60_000);
    await clock.advance(2_000);
    expect(await done).toMatchObject({ code: 'TARGET_GIT_TIMEOUT' });
    await clock.until(() => !isAlive(child));
    expect(remote.bare('for-each-ref')).toBe('');
    expect(clock.pendingTimers).toBe(0);
  });

  it('G-173: closing the target ends git, and no half-made commit is pushed', async () => {
    const clock = new FakeClock();
    const target = await open({ env: recordingGit('commit-tree'), clock });
    const done = target.apply(resource).catch((error: unknown) => error);
    const child = await clock.until(
      () => (existsSync(join(remote.folder, 'child')) ? Number(written('child')) : 0),
      {},
    );
    const closed = target.close();
    await clock.until(() => clock.pendingTimers > 0);
    await clock.advance(2_000);
    await closed;
    expect(await done).toMatchObject({ name: 'AbortError' });
    await clock.until(() => !isAlive(child));
    expect(remote.bare('for-each-ref')).toBe('');
    expect(written('calls')).not.toContain('push');
  });

  it('G-173: git sees no configuration of user or system and asks nobody', async () => {
    const home = join(remote.folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Another Author\n[core]\n\thooksPath = /nowhere\n');
    const env = { ...recordingGit(), HOME: home, GIT_AUTHOR_NAME: 'Another Author', GIT_DIR: '/nowhere', EDITOR: 'vi' };
    await (await open({ env })).apply(resource);
    expect(remote.log().map(({ author }) => author)).toEqual(['Slipway <slipway@localhost>']);
    const seen = written('environment');
    expect(seen).toContain('GIT_TERMINAL_PROMPT=0');
    expect(seen).not.toMatch(new RegExp(`Another Author|/nowhere|EDITOR|^HOME=${home}$`, 'm'));
  });
});

describe('credentials', () => {
  it('G-173: a token is in no argument list, no file and no log', async () => {
    const token = 'tok-5e1f77ab';
    const directory = join(remote.folder, 'local');
    const lines: unknown[] = [];
    const log = (fields: unknown, message: string): void => void lines.push(fields, message);
    const logger: Logger = { debug: log, info: log, warn: log, error: log };
    const url = `http://me:${token}@127.0.0.1:1/r.git`;
    const target = await open({ url, env: recordingGit(), directory, logger });
    const error = await target.apply(resource).catch((reason: unknown) => reason as Error);
    expect(String(error)).toContain('127.0.0.1:1');
    const files = readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    for (const text of [String(error), JSON.stringify(lines), written('calls'), ...files])
      expect(text).not.toContain(token);
  });

  it('G-173: an SSH key lies in a private folder while it is used, and goes with the target', async () => {
    // Stands for ssh: says how it was called, then serves the repository itself.
    const env = script(
      'ssh',
      `echo "$*" >> '${remote.folder}/ssh'
while [ $# -gt 1 ]; do if [ "$1" = -i ]; then cp "$2" '${remote.folder}/key'; stat -c %a "$2" "$(dirname "$2")" > '${remote.folder}/modes'; echo "$2" > '${remote.folder}/where'; fi; shift; done
eval "$1"`,
    );
    const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n';
    const target = await open({
      url: `ssh://git@host.dev${remote.path}`,
      env,
      credentials: { privateKey, knownHosts: 'host.dev x' },
    });
    await target.apply(resource);
    expect(remote.log()).toHaveLength(1);
    expect(written('key')).toBe(privateKey);
    expect(written('modes')).toBe('600\n700\n');
    expect(written('ssh')).toMatch(/StrictHostKeyChecking=yes.*git@host\.dev/);
    await target.close();
    expect(existsSync(written('where').trim())).toBe(false);
  });

  it('G-173: a folder that is given is closed to all others', async () => {
    const directory = join(remote.folder, 'local');
    mkdirSync(directory, { mode: 0o755 });
    await open({ directory });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });
});

describe('signing', () => {
  it('G-173: commits are signed where a key is configured, and git verifies them', async () => {
    const key = join(remote.folder, 'key');
    await runProcess('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const target = await open({ signing: { sshKey: readFileSync(key, 'utf8') } });
    await target.apply(resource);
    const signers = join(remote.folder, 'signers');
    writeFileSync(signers, `slipway@localhost ${readFileSync(`${key}.pub`, 'utf8')}`);
    const verify = [
      '-c',
      'gpg.format=ssh',
      '-c',
      `gpg.ssh.allowedSignersFile=${signers}`,
      'verify-commit',
      '--raw',
      'main',
    ];
    expect(() => remote.bare(...verify)).not.toThrow();
  });

  it('G-173: without a usable key nothing is committed', async () => {
    const target = await open({ signing: { sshKey: 'no key' } });
    await expect(target.apply(resource)).rejects.toMatchObject({ code: 'TARGET_GIT_SIGNING' });
    expect(remote.bare('for-each-ref')).toBe('');
  });
});
