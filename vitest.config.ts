import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findPropertyFiles } from './tools/property-files.ts';
import { LongFirst } from './tools/vitest-order.ts';
import { EndReporter } from './tools/vitest-reporter.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const conditions = ['slipway-source', 'node', 'import', 'module', 'default'];

/** Set by `npm run test:kube` and `npm run test:long`. */
const isOnKube = process.env['SLIPWAY_CLUSTER'] === 'kube';
/** Set by `npm run test:long`. */
const isLong = process.env['SLIPWAY_SUITES'] === 'long';
const suites = isLong ? '{long,property,model}.test.ts' : isOnKube ? '{cluster,kube}.test.ts' : 'test.ts';
const properties = isLong ? await findPropertyFiles() : [];
const others = [...(isLong ? [] : ['**/*.long.test.ts']), ...(isOnKube ? [] : ['**/*.kube.test.ts'])];
const places = '{packages,operators,hotswap,cli,examples,tools,test,bench}/**';

const excluded = ['**/node_modules/**', '**/dist/**', ...others];
/** Files that need a process of their own: what they measure is the process. */
const APART = `${places}/*.memory.test.ts`;

interface Project {
  readonly include: string[];
  readonly exclude?: string[];
  readonly isolate?: boolean;
}

const project = (name: string, test: Project) => ({
  extends: true as const,
  test: { name, exclude: excluded, ...test },
});

export default defineConfig({
  // The same chances in every run, unless SLIPWAY_SEED says otherwise.
  resolve: {
    conditions,
    alias: { 'fast-check': pathOf('tools/seeded-fast-check.ts') },
  },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Suites against a cluster (`*.cluster.test.ts`) run on localcluster and again, by
    // `npm run test:kube`, on a real control plane; `*.kube.test.ts` need the real one. `*.long.test.ts` take minutes
    // each and have a command of their own, which tries properties with other cases, too.
    // More than there are cores: suites with a cluster wait most of the time, for pods that are processes, for steps of
    // seconds and for polls. Those of a real control plane are busier.
    maxWorkers: isLong ? 2 : Math.ceil(availableParallelism() * (isOnKube ? 2 : 2.5)),
    // A limit ends what hangs; it says nothing about how fast anything is. A busy machine is ten times as slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    globalSetup: pathOf('tools/vitest-temporary-folder.ts'),
    setupFiles: [
      pathOf('tools/vitest-cpu.ts'),
      pathOf('tools/vitest-patience.ts'),
      pathOf('tools/vitest-kubectl-cache.ts'),
    ],
    expect: { poll: { timeout: 240_000 } },
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // Modules are loaded once per process, not once per file: that was half of the time of all workers.
    projects: isOnKube
      ? [project('clusters', { include: [`${places}/*.${suites}`, ...properties], isolate: false })]
      : [
          project('tests', { include: [`${places}/*.test.ts`], exclude: [...excluded, APART], isolate: false }),
          project('apart', { include: [APART] }),
        ],
    reporters: ['default', new EndReporter()],
  },
});
