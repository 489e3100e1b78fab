import { defineConfig } from 'vitest/config';

const conditions = ['slipway-source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,operators,hotswap,cli,examples,tools,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Suites against a cluster (`*.cluster.test.ts`) run here on localcluster and again, by
    // `npm run test:kube`, on a real control plane.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
