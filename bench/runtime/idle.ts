import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ContestantProcess, withContestant } from '../contestants/index.ts';
import { onContestantCore } from '../ground/index.ts';
import { boundsTable } from '../report/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { CONTESTANT, startOperatorGround } from './operator-ground.ts';
import { slopePerMinute } from './slope.ts';
import { isWrite } from './writes.ts';

const OPERATOR = fileURLToPath(new URL('../peers/slipway/idle-operator.mjs', import.meta.url));
/** Being asked for the size of a heap makes it grow a little; this process has nothing else to do. */
const EMPTY = fileURLToPath(new URL('../peers/empty.mjs', import.meta.url));
const READINGS = 20;
/** What the first collections after a start still give back would show as a slope. */
const SETTLE_MS = 5_000;
/** Below this above an empty process a slope over a minute cannot be distinguished from none. */
const NO_SLOPE_BYTES = 100_000;

interface Reading {
  readonly ms: number;
  readonly bytes: number;
}

interface Idle {
  readonly watches: number;
  readonly writes: number;
  readonly listsAndWatches: number;
  readonly heap: readonly Reading[];
  readonly emptyHeap: readonly Reading[];
}

/** W9 in short: an operator with nothing to do does nothing. */
export const idle: Benchmark = {
  name: 'idle',
  summary: 'W9, idle: a manager with 20 watches writes nothing and its heap does not grow',
  async run(bench) {
    const measured = await measureIdle(bench);
    const { watches, writes, listsAndWatches, heap, emptyHeap } = measured;
    const empty = slopePerMinute(emptyHeap);
    const counts = [
      { what: 'writes', value: writes, atMost: 0 },
      { what: 'lists and watches after the first sync', value: listsAndWatches },
    ];
    const slope = [
      {
        what: 'growth of the heap after garbage collection',
        value: slopePerMinute(heap),
        atMost: empty + NO_SLOPE_BYTES,
      },
      { what: 'the same in a Node process without Slipway', value: empty },
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
  const node = [process.execPath, '--expose-gc'];
  const operator = onContestantCore(cores, [...node, OPERATOR, `--kubeconfig=${ground.kubeconfigPath}`]);
  try {
    return await withContestant(operator, async (running) => {
      const { objects: watches = 0 } = await running.sync();
      await sleep(SETTLE_MS);
      const own = () => ground.audit.read().filter(({ user }) => user === CONTESTANT);
      const before = own().length;
      const [heap, emptyHeap] = await withContestant(onContestantCore(cores, [...node, EMPTY]), (empty) =>
        Promise.all([readHeap(running, plan.idleSeconds), readHeap(empty, plan.idleSeconds)]),
      );
      const requests = own();
      const writes = requests.filter(isWrite).length;
      return { watches, writes, listsAndWatches: requests.length - before, heap, emptyHeap };
    });
  } finally {
    await ground.stop();
  }
}

async function readHeap(running: ContestantProcess, seconds: number): Promise<Reading[]> {
  const startedAt = performance.now();
  const heap: Reading[] = [];
  for (let reading = 0; reading < READINGS; reading++) {
    await sleep((seconds * 1000) / READINGS);
    heap.push({ ms: performance.now() - startedAt, bytes: await running.heapBytes() });
  }
  return heap;
}
