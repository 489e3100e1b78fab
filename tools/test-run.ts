import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** Runs vitest under a Node of one's choice, on this terminal; returns its exit code. */
export async function runVitest(node: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '..', 'vitest.mjs');
  const child = spawn(node, [vitest, 'run', ...args], { cwd: REPOSITORY, env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Test files of the repository whose name matches, by their path from its root. */
export async function findTestFiles(name: RegExp, folder = REPOSITORY): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !/^(?:\..*|node_modules|dist)$/.test(entry.name)) {
      found.push(...(await findTestFiles(name, path)));
    } else if (name.test(entry.name)) {
      found.push(path.slice(REPOSITORY.length));
    }
  }
  return found.sort();
}
