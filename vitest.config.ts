import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './tools/vitest-order.ts';
import { EndReporter } from './tools/vitest-reporter.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const conditions = ['slipway-source', 'node', 'import', 'module', 'default'];

/** Set by `npm run test:kube`. */
const isOnKube = process.env['SLIPWAY_CLUSTER'] === 'kube';
const places = '{packages,operators,hotswap,cli,examples,tools,test,bench}/**';

export default defineConfig({
  // The same chances in every run, unless SLIPWAY_SEED says otherwise.
  resolve: {
    conditions,
    alias: { 'fast-check': pathOf('tools/seeded-fast-check.ts') },
  },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Suites against a cluster (`*.cluster.test.ts`) run on localcluster and again, by
    // `npm run test:kube`, on a real control plane; `*.kube.test.ts` need the real one.
    include: isOnKube ? [`${places}/*.{cluster,kube}.test.ts`] : [`${places}/*.test.ts`],
    exclude: ['**/node_modules/**', '**/dist/**', ...(isOnKube ? [] : ['**/*.kube.test.ts'])],
    // More than there are cores: suites with a cluster wait most of the time, for pods that are processes, for steps of
    // seconds and for polls. Those of a real control plane are busier.
    maxWorkers: Math.ceil(availableParallelism() * (isOnKube ? 2 : 2.5)),
    // A limit ends what hangs; it says nothing about how fast anything is. A busy machine is slow.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: pathOf('tools/vitest-temporary-folder.ts'),
    setupFiles: [pathOf('tools/vitest-patience.ts'), pathOf('tools/vitest-kubectl-cache.ts')],
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    reporters: ['default', new EndReporter()],
  },
});
