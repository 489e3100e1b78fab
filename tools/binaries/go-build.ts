import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../errors.ts';
import { type Finished, lastLines, runProcess } from '../processes/index.ts';
import { versions } from '../versions.ts';
import type { EnsureOptions } from './ensure.ts';
import type { GoSource, Tool } from './tool.ts';

const MODULES = fileURLToPath(new URL('../go', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** The linker drops what debuggers read (`-w`); not to make it in the first place saves a sixth of a build. */
const WITHOUT_DWARF = '-gcflags=all=-dwarf=false';

/** Tells states of a module apart whose source is here: the cache has to notice a change. */
export function hashOfModule(module: string): string {
  const hash = createHash('sha256');
  const folder = join(MODULES, module);
  for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

/** Builds a static executable of a pinned module into the file `into`. */
export async function buildWithGo(
  tool: Tool,
  source: GoSource,
  into: string,
  { onProgress, signal }: EnsureOptions,
): Promise<void> {
  const cwd = join(MODULES, source.module);
  await requireGo(tool, cwd, signal);
  onProgress?.(`building ${tool.name} ${tool.version} with Go (minutes the first time)`);
  const stamps = Object.entries(source.stamps).map(([variable, value]) => `-X ${variable}=${value}`);
  const ldflags = ['-s -w', ...stamps].join(' ');
  const build = source.isTest ? ['test', '-c', '-vet=off'] : ['build'];
  const args = [...build, '-trimpath', WITHOUT_DWARF, '-ldflags', ldflags, '-o', into, source.command];
  const { exitCode, output } = await go(args, cwd, signal);
  if (exitCode === 0) return;
  const repeat = `cd ${relative(REPOSITORY, cwd)} && CGO_ENABLED=0 go ${build.join(' ')} -trimpath -o ${tool.file} ${source.command}`;
  throw new ToolError(
    'TOOLS_BUILD_FAILED',
    `go could not build ${tool.name} ${tool.version}. The end of its output:\n${lastLines(output)}\n` +
      `Go fetches modules from the proxy of its GOPROXY setting; check that it is reachable, then try again. By hand:\n    ${repeat}`,
  );
}

/** Run in the module's folder: there Go itself compares its version with the one in go.mod. */
async function requireGo(tool: Tool, cwd: string, signal: AbortSignal | undefined): Promise<void> {
  const advice = `Install Go ${versions.go} or newer and put it on the PATH; without it, \`npm test\` still runs everything on localcluster.`;
  try {
    const { exitCode, output } = await go(['version'], cwd, signal);
    if (exitCode === 0) return;
    throw new ToolError(
      'TOOLS_GO_TOO_OLD',
      `${tool.name} ${tool.version} is built with Go, and the one here does not do:\n${lastLines(output)}\n${advice}`,
    );
  } catch (error) {
    if (error instanceof ToolError || signal?.aborted) throw error;
    throw new ToolError(
      'TOOLS_GO_MISSING',
      `${tool.name} ${tool.version} is built with Go, and there is no \`go\` on the PATH. ${advice}`,
      error,
    );
  }
}

function go(args: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<Finished> {
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  return runProcess('go', args, { cwd, env, signal });
}
