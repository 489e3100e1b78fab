import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureTool, type ToolName } from '@slipway/tools/binaries/index';
import type { Stage } from './transcript/index.ts';

export interface WorkspaceOptions {
  readonly kubeconfig: string;
  /** Commands by the names that transcripts call them by. */
  readonly commands: Readonly<Record<string, ToolName>>;
  /** The folder that holds the files which commands name. */
  readonly files: URL;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Workspace extends Stage {
  remove(): Promise<void>;
}

/**
 * A home of its own for foreign clients: what they keep of one cluster must not reach the next, and what
 * the person who runs the tests has configured must not reach them.
 */
export async function createWorkspace({ kubeconfig, commands, files, env = {} }: WorkspaceOptions): Promise<Workspace> {
  const home = await mkdtemp(join(tmpdir(), 'foreign-'));
  await writeFile(join(home, 'kubeconfig'), kubeconfig, { mode: 0o600 });
  for (const [name, tool] of Object.entries(commands))
    await symlink((await ensureTool(tool, { isPinned: true })).path, join(home, name));
  const PATH = [home, process.env['PATH'] ?? ''].join(delimiter);
  return {
    folder: files.pathname,
    env: { PATH, HOME: home, TMPDIR: home, KUBECONFIG: join(home, 'kubeconfig'), ...env },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
