import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the workspace, by its path from the root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

// What git would commit: files in it, and new ones that are not ignored.
const LIST = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];

/** Reads the files of the workspace whose path `wanted` accepts. */
export function sourceFiles(root: string, wanted: (path: string) => boolean): SourceFile[] {
  return execFileSync('git', LIST, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((path) => path !== '' && wanted(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export const isTest = (path: string): boolean =>
  path.endsWith('.test.ts') || /^(?:packages|operators)\/[^/]+\/test\/|^(?:hotswap|cli)\/test\//.test(path);

export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
