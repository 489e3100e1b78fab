import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '@slipway/tools/processes/index';
import { onContestantCore } from '../ground/index.ts';
import { formatMs, formatTable } from '../report/index.ts';
import { median } from '../statistics/index.ts';
import type { Benchmark } from './benchmark.ts';

const PROBE = fileURLToPath(new URL('../peers/slipway/parse-probe.mjs', import.meta.url));

/** One way to get from bytes to objects, several times over. */
interface Timing {
  readonly way: string;
  readonly ms: readonly number[];
  /** The longest time without a yield; for one big parse that is all of it. */
  readonly longestStepMs: readonly number[];
}

/** What splitting as it streams costs against one parse of the whole body, which nothing can yield in. */
export const parsing: Benchmark = {
  name: 'parse',
  summary: 'throughput of the list and watch parsers against JSON.parse of the same bytes',
  async run({ plan, ground, cores, onProgress }) {
    const body = await ground.listBody(plan.memoryPopulation);
    const file = join(ground.folder, 'list.json');
    await writeFile(file, body);
    onProgress(`parsing a list of ${body.length} bytes`);
    const probe = [process.execPath, '--import', 'tsx', PROBE, file, `${plan.repeats}`];
    const [command, ...args] = onContestantCore(cores, probe) as [string, ...string[]];
    const { stdout, output, exitCode } = await runProcess(command, args);
    if (exitCode !== 0) throw new Error(`Parsing failed:\n${output}`);
    const timings = JSON.parse(stdout) as Timing[];
    const [whole] = timings as [Timing];
    const rows = timings.map(({ way, ms, longestStepMs }) => [
      way,
      `${(body.length / 1e3 / median(ms)).toFixed(0)} MB/s`,
      (median(ms) / median(whole.ms)).toFixed(2),
      formatMs(median(longestStepMs)),
    ]);
    return {
      title: `Parsing a list of ${plan.memoryPopulation.count} pods (${(body.length / 1e6).toFixed(0)} MB)`,
      markdown: formatTable(['', 'throughput', 'time against JSON.parse', 'longest step'], rows),
      data: timings,
    };
  },
};
