import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { entryFolder } from '../cache/index.ts';
import { ToolError } from '../errors.ts';
import { runProcess } from '../processes/index.ts';
import { parseVersion, type Tool, type Version } from './tool.ts';

/** An executable and how it came to be chosen. */
export interface Located {
  readonly path: string;
  /** For people: `KUBECTL_BIN`, `KUBEBUILDER_ASSETS`, `PATH`, `cache`. */
  readonly origin: string;
}

/** What the search asks of the machine. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  isExecutable(path: string): Promise<boolean>;
  /** Undefined when the program does not run or says nothing like a version. */
  versionOf(path: string, versionArguments: readonly string[]): Promise<Version | undefined>;
}

export const thisMachine: Machine = {
  env: process.env,
  isExecutable,
  async versionOf(path, versionArguments) {
    try {
      const { exitCode, stdout } = await runProcess(path, versionArguments);
      return exitCode === 0 ? parseVersion(stdout) : undefined;
    } catch {
      // Not an executable of this machine: the search goes on to the next place.
      return undefined;
    }
  },
};

/** The first executable that serves: variable, assets, PATH, cache. */
export async function locate(tool: Tool, machine: Machine = thisMachine): Promise<Located | undefined> {
  return (
    (await namedByVariable(tool, machine)) ??
    (await amongAssets(tool, machine)) ??
    (await onPath(tool, machine)) ??
    (await inCache(tool, machine))
  );
}

async function namedByVariable(tool: Tool, machine: Machine): Promise<Located | undefined> {
  const path = tool.variable === undefined ? undefined : machine.env[tool.variable];
  if (!tool.variable || !path) return undefined;
  if (await machine.isExecutable(path)) return { path, origin: tool.variable };
  throw new ToolError(
    'TOOLS_NOT_EXECUTABLE',
    `${tool.variable} is ${path}, which is not an executable file. Correct it, or unset it to have ${tool.name} fetched.`,
  );
}

async function amongAssets(tool: Tool, machine: Machine): Promise<Located | undefined> {
  const folder = machine.env['KUBEBUILDER_ASSETS'];
  if (!tool.isKubebuilderAsset || !folder) return undefined;
  const path = join(folder, tool.file);
  return (await machine.isExecutable(path)) ? { path, origin: 'KUBEBUILDER_ASSETS' } : undefined;
}

async function onPath(tool: Tool, machine: Machine): Promise<Located | undefined> {
  if (tool.onPath === undefined) return undefined;
  for (const folder of (machine.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, tool.file);
    if (folder === '' || !(await machine.isExecutable(path))) continue;
    const version = await machine.versionOf(path, tool.onPath.versionArguments);
    if (version !== undefined && tool.onPath.serves(version)) return { path, origin: 'PATH' };
  }
  return undefined;
}

async function inCache(tool: Tool, machine: Machine): Promise<Located | undefined> {
  const path = join(entryFolder({ tool: tool.name, version: tool.version }, machine.env), tool.file);
  return (await machine.isExecutable(path)) ? { path, origin: 'cache' } : undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
