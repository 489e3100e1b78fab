import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withContestant } from '../contestants/index.ts';
import { onContestantCore } from '../ground/index.ts';
import { boundsTable } from '../report/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { CONTESTANT, startOperatorGround } from './operator-ground.ts';
import { slopePerMinute } from './slope.ts';
import { isWrite } from './writes.ts';

const OPERATOR = fileURLToPath(new URL('../peers/slipway/idle-operator.mjs', import.meta.url));
const READINGS = 20;
/** What the first collections after a start still give back would show as a slope. */
const SETTLE_MS = 5_000;
/** Below this a slope over a minute cannot be told from none. */
const NO_SLOPE_BYTES = 100_000;

interface Idle {
  readonly watches: number;
  readonly writes: number;
  readonly listsAndWatches: number;
  readonly heap: readonly { readonly ms: number; readonly bytes: number }[];
}

/** W9 in short: an operator with nothing to do does nothing. */
export const idle: Benchmark = {
  name: 'idle',
  summary: 'W9, idle: a manager with 20 watches writes nothing and its heap does not grow',
  async run(bench) {
    const measured = await measureIdle(bench);
    const { watches, writes, listsAndWatches, heap } = measured;
    const counts = [
      { what: 'writes', value: writes, atMost: 0 },
      { what: 'lists and watches after the first sync', value: listsAndWatches },
    ];
    const slope = [
      { what: 'growth of the heap after garbage collection', value: slopePerMinute(heap), atMost: NO_SLOPE_BYTES },
    ];
    return {
      title: `W9: idle for ${bench.plan.idleSeconds} s with ${watches} watches`,
      markdown: [
        boundsTable(counts, String),
        boundsTable(slope, (bytes) => `${(bytes / 1000).toFixed(1)} kB a minute`),
      ].join('\n\n'),
      data: measured,
    };
  },
};

async function measureIdle({ plan, cores }: Bench): Promise<Idle> {
  const ground = await startOperatorGround();
  try {
    const command = [process.execPath, '--expose-gc', OPERATOR, `--kubeconfig=${ground.kubeconfigPath}`];
    return await withContestant(onContestantCore(cores, command), async (running) => {
      const { objects: watches = 0 } = await running.sync();
      await sleep(SETTLE_MS);
      const own = (): number => ground.audit.read().filter(({ user }) => user === CONTESTANT).length;
      const before = own();
      const startedAt = performance.now();
      const heap: { ms: number; bytes: number }[] = [];
      for (let reading = 0; reading < READINGS; reading++) {
        await sleep((plan.idleSeconds * 1000) / READINGS);
        heap.push({ ms: performance.now() - startedAt, bytes: await running.heapBytes() });
      }
      own();
      const requests = ground.audit.requests.filter(({ user }) => user === CONTESTANT);
      return { watches, writes: requests.filter(isWrite).length, listsAndWatches: requests.length - before, heap };
    });
  } finally {
    await ground.stop();
  }
}
