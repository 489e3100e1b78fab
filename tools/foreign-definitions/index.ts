/**
 * @module
 * CustomResourceDefinitions of other projects, as their Go modules publish them.
 *
 * Tests install what clusters really have instead of a copy that ages.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../errors.ts';
import { type Finished, lastLines, runProcess } from '../processes/index.ts';
import { versions } from '../versions.ts';

export type DefinitionsModule = keyof typeof versions.definitions;

// Without a go.mod: the versions of another module must not have a say.
const FOLDER = fileURLToPath(new URL('../go', import.meta.url));

/**
 * A file or folder of a pinned module, in Go's module cache.
 *
 * @throws ToolError `TOOLS_GO_MISSING`, or `TOOLS_DOWNLOAD_FAILED` with the end of Go's output.
 */
export async function definitionsPath(module: DefinitionsModule, path: string, signal?: AbortSignal): Promise<string> {
  const spec = `${module}@v${versions.definitions[module]}`;
  const { exitCode, output, stdout } = await download(spec, signal);
  if (exitCode !== 0) {
    throw new ToolError(
      'TOOLS_DOWNLOAD_FAILED',
      `go could not fetch ${spec}:\n${lastLines(output)}\n` +
        `Go fetches modules from the proxy of its GOPROXY setting; check that it is reachable, then try again. By hand:\n    go mod download ${spec}`,
    );
  }
  const { Dir: folder } = JSON.parse(stdout) as { readonly Dir: string };
  return join(folder, path);
}

async function download(spec: string, signal: AbortSignal | undefined): Promise<Finished> {
  const env = { ...process.env, GOWORK: 'off' };
  try {
    return await runProcess('go', ['mod', 'download', '-json', spec], { cwd: FOLDER, env, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ToolError(
      'TOOLS_GO_MISSING',
      `${spec} is fetched with Go, and there is no \`go\` on the PATH. Install Go ${versions.go} or newer and put it there.`,
      error,
    );
  }
}
