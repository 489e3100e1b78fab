import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Commit {
  readonly id: string;
  readonly author: string;
  readonly subject: string;
}

/** A bare repository on disk, and a person who works on it past the target. */
export class GitRemote {
  readonly folder: string;
  readonly path: string;

  constructor({ branch = 'main' } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'slipway-remote-'));
    this.path = join(this.folder, 'repository.git');
    this.git('init', '--quiet', '--bare', `--initial-branch=${branch}`, this.path);
  }

  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  gitWith({ input, env }: { input?: string; env?: Record<string, string> }, ...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.folder,
      encoding: 'utf8',
      ...(input !== undefined && { input }),
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Person',
        GIT_AUTHOR_EMAIL: 'person@example.dev',
        GIT_COMMITTER_NAME: 'Person',
        GIT_COMMITTER_EMAIL: 'person@example.dev',
        ...env,
      },
    }).trim();
  }

  /** In the bare repository. */
  bare(...args: string[]): string {
    return this.git('-C', this.path, ...args);
  }

  tip(branch = 'main'): string {
    return this.bare('rev-parse', `refs/heads/${branch}`);
  }

  /** Oldest first. */
  log(branch = 'main'): Commit[] {
    const lines = this.bare('log', '--reverse', '--format=%H%x09%an <%ae>%x09%s', branch).split('\n');
    return lines.map((line) => {
      const [id = '', author = '', subject = ''] = line.split('\t');
      return { id, author, subject };
    });
  }

  files(branch = 'main'): string[] {
    return this.bare('ls-tree', '-r', '--name-only', branch).split('\n');
  }

  read(path: string, branch = 'main'): string {
    return execFileSync('git', ['-C', this.path, 'show', `${branch}:${path}`], { encoding: 'utf8' });
  }

  /** Commits one file on top of the branch, or as its first commit; null removes it. */
  write(path: string, text: string | null, { branch = 'main', onto = '' } = {}): string {
    const exists = this.bare('for-each-ref', `refs/heads/${branch}`) !== '';
    const parent = onto || (exists ? this.tip(branch) : '');
    const index = { GIT_INDEX_FILE: join(this.folder, 'person.index') };
    const run = (input: string, ...args: string[]): string =>
      this.gitWith({ input, env: index }, '-C', this.path, ...args);
    if (parent === '') run('', 'read-tree', '--empty');
    else run('', 'read-tree', parent);
    const blob = text === null ? '0'.repeat(40) : run(text, 'hash-object', '-w', '--stdin');
    run(`${text === null ? '0' : '100644'} ${blob}\t${path}\n`, 'update-index', '--index-info');
    const tree = run('', 'write-tree');
    const commit = run(`Edit ${path}`, 'commit-tree', tree, ...(parent === '' ? [] : ['-p', parent]), '-F', '-');
    this.bare('update-ref', `refs/heads/${branch}`, commit);
    return commit;
  }

  /** Has the repository run a script of its own. */
  hook(name: string, script: string): void {
    mkdirSync(join(this.path, 'hooks'), { recursive: true });
    writeFileSync(join(this.path, 'hooks', name), script, { mode: 0o755 });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
