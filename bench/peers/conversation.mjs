import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/** The options that every contestant gets. */
export function readOptions(more = {}) {
  const { values } = parseArgs({
    options: {
      kubeconfig: { type: 'string' },
      namespace: { type: 'string' },
      'keep-managed-fields': { type: 'boolean', default: false },
      'watch-event-loop': { type: 'boolean', default: false },
      ...more,
    },
  });
  return values;
}

/**
 * Speaks the line protocol of bench/contestants: `start` begins the sync and gives the number of objects
 * once it is complete. Ends the process with its standard input.
 */
export async function converse(options, start) {
  const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  say({ state: 'ready' });
  for await (const request of createInterface({ input: process.stdin })) {
    if (request === 'start') {
      const longestStallMs = options['watch-event-loop'] ? watchEventLoop() : undefined;
      say({ state: 'synced', objects: await start(), longestStallMs: longestStallMs?.() });
    }
    if (request === 'memory') {
      globalThis.gc?.();
      say({ state: 'memory', heapBytes: process.memoryUsage().heapUsed });
    }
  }
  process.exit();
}

/** From now on; the returned function gives the longest time in which no timer could run. */
function watchEventLoop() {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  return () => delays.max / 1e6;
}
