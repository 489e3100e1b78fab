import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { WITH_REQUIRE } from './with-require.ts';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
/** CommonJS, and imported when it is needed: from a part of its own its names could not be imported. */
const LEFT_OUT = ['prom-client'];
/**
 * Makes one program of a source file and all that it imports, below the run's temporary folder, and returns its path.
 * For tests that start it often: Node reads it in a tenth of the time that tsx needs for hundreds of sources, and of it
 * only what a command imports. Made once per run, whichever worker comes first.
 */
export function bundledProgram(source: string): string {
  const folder = join(tmpdir(), `bundled-${createHash('sha256').update(source).digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) makeProgram(source, folder);
  return join(folder, 'program.mjs');
}

function makeProgram(source: string, folder: string): void {
  const own = mkdtempSync(`${folder}-`);
  symlinkSync(MODULES, join(own, 'node_modules'));
  buildSync({
    entryPoints: { program: source },
    outdir: own,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    external: LEFT_OUT,
    conditions: ['slipway-source'],
    banner: { js: WITH_REQUIRE },
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
  try {
    renameSync(own, folder);
  } catch (error) {
    // Another worker was faster, and its program is the same.
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true });
  }
}
