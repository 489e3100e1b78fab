import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureTool } from '@slipway/tools/binaries/index';
import { runBlocks } from '../contestants/index.ts';
import { boundsTable, formatMs, ratioTable } from '../report/index.ts';
import { compare, median, shuffled } from '../statistics/index.ts';
import type { Benchmark } from './benchmark.ts';
import { crdTexts } from './corpus.ts';
import { type FinishedProcess, runToEnd } from './finished-process.ts';

/** The command line as it is built for release. */
const SLIPWAY = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url));

const SIZES = [
  { name: '47 kB', bytes: 47_000 },
  { name: '1 MB', bytes: 1_000_000 },
] as const;

/** The largest real CRDs are of this size. */
const BOUNDED = '1 MB';
const MOST_MS = 1_000;

type Files = Readonly<Record<'old' | 'new', string>>;
type Run = Omit<FinishedProcess, 'stdout'>;

/** What one workload took both programs in one block. */
interface Pair {
  readonly workload: string;
  readonly slipway: Run;
  readonly crdify: Run;
}

/** From two files on disk to a report, as in a pipeline: a new process every time. */
export const fileDiff: Benchmark = {
  name: 'diff',
  summary: `slipway crd diff of two files against crdify; ${BOUNDED} at most ${MOST_MS} ms`,
  async run({ plan, mostRepeats, cores, random, onProgress }) {
    const crdify = (await ensureTool('crdify')).path;
    const folder = await mkdtemp(join(tmpdir(), 'bench-crd-'));
    try {
      const workloads = await Promise.all(
        SIZES.map(async (size) => ({ ...size, files: await writePair(folder, size) })),
      );
      const commands: Readonly<Record<'slipway' | 'crdify', (files: Files) => readonly string[]>> = {
        slipway: (files) => [process.execPath, SLIPWAY, 'crd', 'diff', files.old, files.new, '-o', 'json'],
        crdify: (files) => [crdify, `file://${files.old}`, `file://${files.new}`, '-o', 'json'],
      };
      const { results, loopMs, repeats } = await runBlocks(
        { blocks: plan.blocks, mostRepeats, cores, onProgress },
        async (): Promise<readonly Pair[]> => {
          const pairs: Pair[] = [];
          for (const { name, files } of workloads) {
            const runs: Partial<Record<'slipway' | 'crdify', Run>> = {};
            for (const contestant of shuffled(['slipway', 'crdify'] as const, random)) {
              // Both end with 1 where the change breaks clients, and this one does.
              const { ms, cpuSeconds } = await runToEnd(cores, commands[contestant](files), [1]);
              runs[contestant] = { ms, cpuSeconds };
            }
            pairs.push({ workload: name, ...(runs as Required<typeof runs>) });
          }
          return pairs;
        },
      );
      const all = results.flat();
      const of = (name: string): Pair[] => all.filter(({ workload }) => workload === name);
      const ratios = SIZES.flatMap(({ name }) => [
        ratio(name, 'time', of(name), ({ ms }) => ms, random),
        ratio(name, 'CPU time', of(name), ({ cpuSeconds }) => cpuSeconds, random),
      ]);
      const figures = SIZES.flatMap(({ name }) => [
        {
          what: `Slipway, ${name}`,
          value: median(of(name).map(({ slipway }) => slipway.ms)),
          ...(name === BOUNDED ? { atMost: MOST_MS } : {}),
        },
        { what: `crdify, ${name}`, value: median(of(name).map((pair) => pair.crdify.ms)) },
      ]);
      return {
        title: `File to report, ratios to crdify (${plan.blocks} blocks, ${repeats} repeated)`,
        markdown: `${ratioTable(ratios)}\n\n${boundsTable(figures, formatMs)}`,
        data: { results, loopMs },
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function writePair(folder: string, { name, bytes }: { name: string; bytes: number }): Promise<Files> {
  const texts = crdTexts({ bytes });
  const stem = join(folder, name.replace(' ', '-'));
  const files = { old: `${stem}-old.yaml`, new: `${stem}-new.yaml` };
  await Promise.all([writeFile(files.old, texts.old), writeFile(files.new, texts.new)]);
  return files;
}

function ratio(
  workload: string,
  quantity: string,
  pairs: readonly Pair[],
  of: (run: Run) => number,
  random: () => number,
) {
  return {
    workload,
    quantity,
    ...compare(
      pairs.map(({ slipway, crdify }) => of(slipway) / of(crdify)),
      random,
    ),
  };
}
