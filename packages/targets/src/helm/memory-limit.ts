/**
 * Runs a command with a limit on its memory.
 *
 * helm reads what a chart repository sends into its memory, without a limit of its own. Node cannot set one for a
 * process that it starts; a shell can, and becomes the command. Only Linux counts what Go allocates by it.
 */
export function withMemoryLimit(
  command: string,
  args: readonly string[],
  maxBytes: number,
  platform: NodeJS.Platform = process.platform,
): { readonly command: string; readonly args: readonly string[] } {
  if (platform !== 'linux' || !Number.isFinite(maxBytes)) return { command, args };
  // Where less is allowed already, less it is.
  const script = 'ulimit -d "$0" 2>/dev/null; exec "$@"';
  return { command: '/bin/sh', args: ['-c', script, String(Math.floor(maxBytes / 1024)), command, ...args] };
}

/** What the runtime of Go writes first when it cannot get memory. */
const OUT_OF_MEMORY = /^(?:fatal error|runtime): .*(?:out of memory|cannot allocate memory)/m;

export function saysOutOfMemory(stderr: string): boolean {
  return OUT_OF_MEMORY.test(stderr);
}
